"""A memory limit on workers: cgroups of our own, of version 1 or 2, removed afterwards whatever happens.

Nothing is done to a cgroup that iotrial did not make: each has our prefix, and a note in the user's cache with its
owner; one whose owner died is removed at the next start.
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

import platformdirs

from iotrial.targets.target import PREFIX, is_gone, owner
from iotrial.units import format_bytes

#: Where the system shows its cgroups.
ROOT = Path("/sys/fs/cgroup")

#: A cgroup is busy until the last of its processes is gone.
PATIENCE_S = 5.0

#: Joins a cgroup and becomes the command; a shell, so that what comes before the worker is small.
_JOIN = 'echo $$ >"$0" && exec "$@"'


class NoLimit(Exception):
    """Memory cannot be limited here: why."""


@dataclass(frozen=True)
class Place:
    """A cgroup below which ours are made, and the names that its version has for things."""

    version: int
    folder: Path

    @property
    def limit(self) -> str:
        """The file that takes the limit."""
        return "memory.max" if self.version == 2 else "memory.limit_in_bytes"

    @property
    def swap(self) -> tuple[str, bool]:
        """The file that takes the limit of swap, and whether memory counts in it."""
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
    """Where cgroups with a memory limit can be made below `root`; NoLimit with the reason where none can.

    Version 1: in the cgroup that we are in, whose own limit then holds too. Version 2 has no processes beside cgroups:
    there it is the one above ours, if it hands the memory controller on.
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
        raise NoLimit(f"the cgroup {folder} cannot be looked at: {error.strerror}") from None
    if "memory" not in handed_on:
        raise NoLimit(f"the cgroup {folder} does not hand the memory controller on")
    return Place(2, folder)


class Groups:
    """A cgroup of our own, in which each worker gets one with a limit; to be closed."""

    def __init__(self, place: Place) -> None:
        """Make it; NoLimit where that is not allowed."""
        self._place = place
        self._count = 0
        self.folder = place.folder / f"{PREFIX}{secrets.token_hex(4)}"
        _note(self.folder)
        try:
            self.folder.mkdir()
            if place.version == 2:
                (self.folder / "cgroup.subtree_control").write_text("+memory")
        except OSError as error:
            self.close()
            raise NoLimit(f"no cgroup can be made in {place.folder}: {error.strerror}") from None

    def make(self, limit_bytes: int) -> Group:
        """A cgroup for one worker; NoLimit where the limit is not taken."""
        self._count += 1
        folder = self.folder / f"worker-{self._count:06d}"
        try:
            folder.mkdir()
            (folder / self._place.limit).write_text(str(limit_bytes))
        except OSError as error:
            raise NoLimit(f"no limit of {format_bytes(limit_bytes)} can be set: {error.strerror}") from None
        name, with_memory = self._place.swap
        with contextlib.suppress(OSError):  # not there where the system counts no swap
            if (folder / name).exists():
                (folder / name).write_text(str(limit_bytes) if with_memory else "0")
        return Group(folder, self._place, limit_bytes)

    def close(self) -> None:
        """Remove it, and all that are left in it."""
        if _remove(self.folder):
            _forget(self.folder)


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
        """What to say of a worker that was killed, if the limit did it; None if it did not."""
        if not _killed(self.folder / self.place.events):
            return None
        return f"was killed by the memory limit of {format_bytes(self.limit_bytes)}"

    def peak_bytes(self) -> int | None:
        """The highest that all in it took together, page cache and the system's own for it included."""
        try:
            return int((self.folder / self.place.peak).read_text())
        except (OSError, ValueError):
            return None

    def close(self) -> None:
        """Remove it, once its worker is gone."""
        _remove(self.folder)


def remove_abandoned() -> list[Path]:
    """Remove the cgroups of runs that were killed; those removed."""
    removed = []
    for note in _notes_folder().glob(f"{PREFIX}*"):
        try:
            kept = json.loads(note.read_text())
            folder, gone = Path(kept["folder"]), is_gone(kept)
        except (OSError, ValueError, KeyError, TypeError):
            continue
        is_ours = folder.name == note.name and (not folder.exists() or (folder / "cgroup.procs").is_file())
        if gone and is_ours and _remove(folder):
            note.unlink(missing_ok=True)
            removed.append(folder)
    return removed


def _killed(events: Path) -> int:
    """How many processes a limit has killed."""
    try:
        pairs = dict(line.split() for line in events.read_text().splitlines())
        return int(pairs.get("oom_kill", 0))
    except (OSError, ValueError):
        return 0


def _remove(folder: Path) -> bool:
    """Remove a cgroup of ours with those in it, ending what still runs there; whether it is gone."""
    end = time.monotonic() + PATIENCE_S
    while True:
        for group in (*(folder.iterdir() if folder.is_dir() else ()), folder):
            if group.is_dir() and not group.is_symlink():
                _empty(group)
                with contextlib.suppress(OSError):
                    group.rmdir()
        if not folder.exists() or time.monotonic() > end:
            return not folder.exists()
        time.sleep(0.01)


def _empty(group: Path) -> None:
    """End what runs in a cgroup."""
    with contextlib.suppress(OSError, ValueError):
        for line in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(line), signal.SIGKILL)


def _note(folder: Path) -> None:
    """Note a cgroup that is about to be made, so that the next start finds it."""
    notes = _notes_folder()
    notes.mkdir(parents=True, exist_ok=True)
    (notes / folder.name).write_text(json.dumps({"folder": str(folder), **owner()}))


def _forget(folder: Path) -> None:
    (_notes_folder() / folder.name).unlink(missing_ok=True)


def _notes_folder() -> Path:
    return Path(platformdirs.user_cache_dir("iotrial")) / "cgroups"
