"""A memory limit on workers: cgroups of our own, of version 1 or 2, removed afterwards in every case."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.folders.folder_owner import PREFIX
from iotrial.machine.cgroup_folder import OwnCgroup, remove_cgroup
from iotrial.units import format_bytes

#: The folder in which the system shows its cgroups.
ROOT = Path("/sys/fs/cgroup")

#: Join a cgroup and become the command; in a shell, which takes little memory before the worker starts.
_JOIN = 'echo $$ >"$0" && exec "$@"'


class NoLimit(Exception):
    """Memory cannot be limited here: the reason."""


@dataclass(frozen=True)
class CgroupHome:
    """A cgroup below which ours are made, and the names of its version's files."""

    version: int
    folder: Path

    @property
    def limit(self) -> str:
        """The file that takes the limit."""
        return "memory.max" if self.version == 2 else "memory.limit_in_bytes"

    @property
    def swap(self) -> tuple[str, bool]:
        """The file that takes the limit of swap, and if memory counts in it."""
        return ("memory.swap.max", False) if self.version == 2 else ("memory.memsw.limit_in_bytes", True)

    @property
    def peak(self) -> str:
        """The file that tells the highest use."""
        return "memory.peak" if self.version == 2 else "memory.max_usage_in_bytes"

    @property
    def events(self) -> str:
        """The file that tells how many processes the limit has killed."""
        return "memory.events" if self.version == 2 else "memory.oom_control"


def find_place(root: Path = ROOT, membership: Path = Path("/proc/self/cgroup")) -> CgroupHome:
    """Find the place below `root` for cgroups with a memory limit; NoLimit with the reason if there is none.

    Version 1: the cgroup that we are in, whose own limit then holds too. Version 2 allows no processes beside cgroups:
    there it is the cgroup above ours, if it hands the memory controller on.
    """
    try:
        lines = membership.read_text().splitlines()
    except OSError:
        raise NoLimit("this system has no cgroups") from None
    paths = {
        controllers: path for _, controllers, path in (line.split(":", 2) for line in lines if line.count(":") > 1)
    }
    if (root / "cgroup.controllers").is_file():
        return _second(root, root / paths.get("", "/").lstrip("/"))
    own = next((path for names, path in paths.items() if "memory" in names.split(",")), None)
    tree = root / "memory"
    if own is None or not (tree / "memory.limit_in_bytes").is_file():
        raise NoLimit("no cgroup controller for memory is mounted here")
    folder = tree / own.lstrip("/")
    return CgroupHome(1, folder if folder.is_dir() else tree)


def _second(root: Path, own: Path) -> CgroupHome:
    own = own if own.is_dir() else root
    folder = own if own == root else own.parent
    try:
        handed_on = (folder / "cgroup.subtree_control").read_text().split()
    except OSError as error:
        raise NoLimit(f"the cgroup {folder} cannot be read: {error.strerror}") from None
    if "memory" not in handed_on:
        raise NoLimit(f"the cgroup {folder} does not hand the memory controller on")
    return CgroupHome(2, folder)


class Groups(OwnCgroup):
    """A cgroup of our own in which each worker gets one with a limit; to be closed."""

    def __init__(self, place: CgroupHome) -> None:
        """Make the cgroup; NoLimit if that is not allowed."""
        self._place = place
        self._count = 0
        try:
            super().__init__(place.folder / f"{PREFIX}{secrets.token_hex(8)}")
            if place.version == 2:
                (self.folder / "cgroup.subtree_control").write_text("+memory")
        except OSError as error:
            self.close()
            raise NoLimit(f"no cgroup can be made in {place.folder}: {error.strerror}") from None

    def make(self, limit_bytes: int) -> WorkerCgroup:
        """Make a cgroup for one worker; NoLimit if the limit cannot be set."""
        self._count += 1
        folder = self.folder / f"worker-{self._count:06d}"
        try:
            folder.mkdir()
            (folder / self._place.limit).write_text(str(limit_bytes))
        except OSError as error:
            raise NoLimit(f"no limit of {format_bytes(limit_bytes)} can be set: {error.strerror}") from None
        name, with_memory = self._place.swap
        with contextlib.suppress(OSError):  # the file is missing if the system counts no swap
            if (folder / name).exists():
                (folder / name).write_text(str(limit_bytes) if with_memory else "0")
        return WorkerCgroup(folder, self._place, limit_bytes)


@dataclass(frozen=True)
class WorkerCgroup:
    """The cgroup of one worker."""

    folder: Path
    place: CgroupHome
    limit_bytes: int

    def argv(self, argv: Sequence[str]) -> list[str]:
        """The command that joins the cgroup before it becomes a worker's command."""
        return ["/bin/sh", "-c", _JOIN, str(self.folder / "cgroup.procs"), *argv]

    def why_killed(self) -> str | None:
        """Say that the limit killed a worker; None if it did not."""
        if not _killed(self.folder / self.place.events):
            return None
        return f"was killed by the memory limit of {format_bytes(self.limit_bytes)}"

    def peak_bytes(self) -> int | None:
        """The highest memory of all processes in it together, with page cache and the kernel's memory for them."""
        try:
            return int((self.folder / self.place.peak).read_text())
        except (OSError, ValueError):
            return None

    def close(self) -> None:
        """Remove the cgroup once its worker has ended."""
        remove_cgroup(self.folder)


def _killed(events: Path) -> int:
    """Return the number of processes that a limit has killed."""
    try:
        pairs = dict(line.split() for line in events.read_text().splitlines())
        return int(pairs.get("oom_kill", 0))
    except (OSError, ValueError):
        return 0
