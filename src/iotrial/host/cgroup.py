"""A memory limit on workers: cgroups of our own, of version 1 or 2, removed afterwards whatever happens.

Cgroups that iotrial did not make are left alone. Each of ours has our prefix, and a note in the user's cache with its
owner; a cgroup whose owner died is removed at the next start.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.folders.cache_folder import cache_folder, own_folder
from iotrial.folders.note import read_note, write_note
from iotrial.folders.owner import PREFIX, is_gone, owner
from iotrial.folders.removal import names_in, opened
from iotrial.units import format_bytes

#: The folder of notes in the cache folder that name the cgroups that were begun.
NOTES = "cgroups"

#: The folder in which the system shows its cgroups.
ROOT = Path("/sys/fs/cgroup")

#: The longest wait for the last process of a cgroup to end; until then the cgroup is busy.
PATIENCE_S = 5.0

#: Join a cgroup and become the command; in a shell, which takes little memory before the worker starts.
_JOIN = 'echo $$ >"$0" && exec "$@"'


class NoLimit(Exception):
    """Memory cannot be limited here: the reason."""


@dataclass(frozen=True)
class Place:
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


def find_place(root: Path = ROOT, membership: Path = Path("/proc/self/cgroup")) -> Place:
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
    return Place(1, folder if folder.is_dir() else tree)


def _second(root: Path, own: Path) -> Place:
    own = own if own.is_dir() else root
    folder = own if own == root else own.parent
    try:
        handed_on = (folder / "cgroup.subtree_control").read_text().split()
    except OSError as error:
        raise NoLimit(f"the cgroup {folder} cannot be read: {error.strerror}") from None
    if "memory" not in handed_on:
        raise NoLimit(f"the cgroup {folder} does not hand the memory controller on")
    return Place(2, folder)


class Groups:
    """A cgroup of our own in which each worker gets one with a limit; to be closed."""

    def __init__(self, place: Place) -> None:
        """Make the cgroup; NoLimit if that is not allowed."""
        self._place = place
        self._count = 0
        self.folder = place.folder / f"{PREFIX}{secrets.token_hex(8)}"
        try:
            _note(self.folder)
            self.folder.mkdir()
            if place.version == 2:
                (self.folder / "cgroup.subtree_control").write_text("+memory")
        except OSError as error:
            self.close()
            raise NoLimit(f"no cgroup can be made in {place.folder}: {error.strerror}") from None

    def make(self, limit_bytes: int) -> Group:
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
        return Group(folder, self._place, limit_bytes)

    def close(self) -> str | None:
        """Remove the cgroup and all in it; return why it is still there, or None."""
        if not _remove(self.folder):
            return f"the cgroup {os.fspath(self.folder)!r} cannot be removed"
        _forget(self.folder)
        return None


@dataclass(frozen=True)
class Group:
    """The cgroup of one worker."""

    folder: Path
    place: Place
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
        _remove(self.folder)


def remove_abandoned(left: list[str] | None = None) -> list[Path]:
    """Remove the cgroups of runs that were killed and return them; add a sentence to `left` for each that stays."""
    removed: list[Path] = []
    for name in _noted():
        try:
            kept = json.loads(_read(name))
            folder, gone = Path(kept["folder"]), is_gone(kept)
        except (OSError, ValueError, KeyError, TypeError):
            continue
        is_ours = folder.name == name and (not folder.exists() or (folder / "cgroup.procs").is_file())
        if not gone or not is_ours:
            continue
        if _remove(folder):
            _forget(folder)
            removed.append(folder)
        elif left is not None:
            left.append(f"what an earlier run left is still there: the cgroup {os.fspath(folder)!r} cannot be removed")
    return removed


def _killed(events: Path) -> int:
    """Return the number of processes that a limit has killed."""
    try:
        pairs = dict(line.split() for line in events.read_text().splitlines())
        return int(pairs.get("oom_kill", 0))
    except (OSError, ValueError):
        return 0


def _remove(folder: Path) -> bool:
    """Remove a cgroup of ours and those in it, and end what still runs there; return if it is gone."""
    end = time.monotonic() + PATIENCE_S
    while True:
        with contextlib.suppress(OSError), opened(folder.parent.resolve()) as parent:
            _remove_below(folder.name, parent)
        if not folder.exists() or time.monotonic() > end:
            return not folder.exists()
        time.sleep(0.01)


def _remove_below(name: str, parent: int) -> None:
    """End what runs in a cgroup and in those below it, and remove those that are then empty."""
    with contextlib.suppress(OSError):
        with opened(name, parent) as group:
            for below in names_in(group):
                _remove_below(below, group)
            _empty(group)
        os.rmdir(name, dir_fd=parent)


def _empty(group: int) -> None:
    """End what runs in a cgroup."""
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open("cgroup.procs", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=group)
        with os.fdopen(descriptor, encoding="ascii") as processes:
            numbers = [int(line) for line in processes]
        for number in numbers:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)


def _note(folder: Path) -> None:
    """Note a cgroup that is about to be made, so that the next start finds it."""
    with opened(own_folder(NOTES)) as notes:
        write_note(folder.name, json.dumps({"folder": str(folder), **owner()}), notes)


def _forget(folder: Path) -> None:
    with contextlib.suppress(OSError), opened(cache_folder() / NOTES) as notes:
        os.unlink(folder.name, dir_fd=notes)


def _noted() -> list[str]:
    """The names of cgroups that have notes."""
    with contextlib.suppress(OSError), opened(cache_folder() / NOTES) as notes:
        return names_in(notes)
    return []


def _read(name: str) -> str:
    with opened(cache_folder() / NOTES) as notes:
        return read_note(name, notes)
