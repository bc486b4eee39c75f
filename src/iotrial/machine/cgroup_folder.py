"""Cgroups of our own, for any use: noted before they are made, and removed with all that runs in them.

Cgroups that iotrial did not make are left alone. Each of ours has our prefix, and a note in the user's cache with its
owner; a cgroup whose owner died is removed at the next start.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import time
from pathlib import Path

from iotrial.folders.cache_folder import own_folder, own_folder_opened
from iotrial.folders.folder_owner import is_gone, owner
from iotrial.folders.own_note import read_note, write_note
from iotrial.folders.removal import names_in, opened

#: The folder of notes in the cache folder that name the cgroups that were begun.
NOTES = "cgroups"

#: The longest wait for the last process of a cgroup to end; until then the cgroup is busy.
PATIENCE_S = 5.0


class OwnCgroup:
    """A cgroup of our own, noted before it is made; to be closed."""

    def __init__(self, folder: Path) -> None:
        """Make it; OSError if that is not allowed."""
        self.folder = folder
        try:
            _note_cgroup(folder)
            folder.mkdir()
        except OSError:
            self.close()
            raise

    def close(self) -> str | None:
        """Remove it, and end what is in it; return why it is still there, or None."""
        if not remove_cgroup(self.folder):
            return f"the cgroup {os.fspath(self.folder)!r} cannot be removed"
        _forget_cgroup(self.folder)
        return None


def remove_abandoned_cgroups(left: list[str] | None = None) -> list[Path]:
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
        if remove_cgroup(folder):
            _forget_cgroup(folder)
            removed.append(folder)
        elif left is not None:
            left.append(f"the cgroup {os.fspath(folder)!r} cannot be removed")
    return removed


def _note_cgroup(folder: Path) -> None:
    """Note a cgroup that is about to be made, so that the next start finds it."""
    with opened(own_folder(NOTES)) as notes:
        write_note(folder.name, json.dumps({"folder": str(folder), **owner()}), notes)


def _forget_cgroup(folder: Path) -> None:
    """Remove the note of a cgroup that is gone."""
    with contextlib.suppress(OSError), own_folder_opened(NOTES) as notes:
        os.unlink(folder.name, dir_fd=notes)


def remove_cgroup(folder: Path) -> bool:
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
    with contextlib.suppress(OSError):  # nothing runs in most
        os.rmdir(name, dir_fd=parent)
        return
    with contextlib.suppress(OSError):
        with opened(name, parent) as group:
            for below in names_in(group):
                _remove_below(below, group)
            end_processes(group)
        os.rmdir(name, dir_fd=parent)


def end_processes(group: int) -> list[int]:
    """End what runs in an open cgroup, all at once if the kernel can (5.14 and later); return who it was.

    If a method put us there, we go to the cgroup above, and are among them.
    """
    numbers = _processes_in(group)
    is_ours = os.getpid() in numbers
    if is_ours:
        _leave(group)
    if numbers and not (is_ours and os.getpid() in _processes_in(group)):
        with contextlib.suppress(OSError):
            whole = os.open("cgroup.kill", os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=group)
            with os.fdopen(whole, "w", encoding="ascii") as kill:
                kill.write("1")
    for number in numbers:
        if number != os.getpid():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
    return numbers


def _processes_in(group: int) -> list[int]:
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open("cgroup.procs", os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=group)
        with os.fdopen(descriptor, encoding="ascii") as processes:
            return [int(line) for line in processes]
    return []


def _leave(group: int) -> None:
    """Move this process to the cgroup above an open one."""
    with contextlib.suppress(OSError), opened("..", group) as above:
        descriptor = os.open("cgroup.procs", os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=above)
        with os.fdopen(descriptor, "w", encoding="ascii") as processes:
            processes.write(str(os.getpid()))


def _noted() -> list[str]:
    """The names of cgroups that have notes."""
    with contextlib.suppress(OSError), own_folder_opened(NOTES) as notes:
        return names_in(notes)
    return []


def _read(name: str) -> str:
    with own_folder_opened(NOTES) as notes:
        return read_note(name, notes)
