"""Where the files of a run live: a folder that iotrial made itself, known by a marker that it wrote.

Nothing outside such a folder is ever written or deleted. A folder whose owner died is removed at the next start.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from iotrial.errors import Problem, UsageError
from iotrial.host.deferred_signals import deferred_signals
from iotrial.host.mountinfo import mount_of
from iotrial.targets.mounts import StillMounted, release

MARKER = "iotrial-folder.json"
PREFIX = "iotrial-"

#: Where `target=tmpfs` is looked for, first what a user's own login provides last.
TMPFS_FOLDERS = ("/dev/shm", "/run/shm")

#: A note of a workplace that is not there is dropped after this: another process may be about to make it.
NOTE_SECONDS = 3600

#: Room that must be left over beside what a run needs.
SPARE_BYTES = 64 << 20


@dataclass(frozen=True)
class Target:
    """A folder on some file system, under the name that a study gives it."""

    name: str
    folder: Path
    filesystem: str
    device: str
    options: str
    made: str | None = None  # how iotrial made it: for the run, or on request; None for a folder that was there
    host: Path | None = None  # the folder that it was made in
    device_number: int | None = None  # what stat calls the file system, to see whether it is still there

    def is_there(self) -> bool:
        """Whether the folder still lies on the file system that it did when the run began."""
        if self.device_number is None:
            return True
        try:
            return self.folder.stat().st_dev == self.device_number
        except OSError:
            return False


def resolve(name: str, chosen: Path | None) -> Target:
    """The target called `name`: `disk` is the folder chosen on the command line, or one in the user's cache;
    `tmpfs` is a tmpfs of this machine; anything else is a folder. UsageError where it cannot be used.
    """
    if name == "disk":
        folder = chosen if chosen is not None else _default_folder()
    elif name == "tmpfs":
        folder = _tmpfs_folder()
    else:
        folder = Path(name).expanduser()
    if not folder.is_dir():
        raise UsageError(
            Problem(f"the target {str(folder)!r} is no folder", hint="name an existing folder: --target DIR")
        )
    if not os.access(folder, os.W_OK | os.X_OK) or os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise UsageError(Problem(f"the target {str(folder)!r} cannot be written to", hint="name another: --target DIR"))
    return describe(name, folder)


def describe(name: str, folder: Path, made: str | None = None, host: Path | None = None) -> Target:
    """A folder as a target, with what the system tells of the file system that it lies on."""
    folder = folder.resolve()
    mount = mount_of(folder)
    told = (mount.filesystem, mount.source, mount.options) if mount else ("", "", "")
    return Target(name, folder, *told, made, host, folder.stat().st_dev)


def room_of(folder: Path) -> int:
    """Bytes that may still be written to a folder."""
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize


def require_room(target: Target, byte_count: int, file_count: int) -> None:
    """UsageError that says how much is needed where the target has too little room."""
    state = os.statvfs(target.folder)
    free_bytes = room_of(target.folder)
    if free_bytes < byte_count + SPARE_BYTES:
        raise UsageError(
            Problem(
                f"the target {str(target.folder)!r} has {free_bytes >> 20} MiB free; "
                f"the run needs {(byte_count + SPARE_BYTES) >> 20} MiB",
                hint="free some room, name another folder with --target DIR, or use smaller levels",
            )
        )
    if state.f_files and state.f_favail < file_count:
        raise UsageError(
            Problem(
                f"the target {str(target.folder)!r} has room for {state.f_favail} files; the run needs {file_count}",
                hint="name another folder with --target DIR, or use smaller levels",
            )
        )


class Workplace:
    """A marked folder under a target, removed at the end whatever happens, with what was mounted in it."""

    def __init__(self, target: Target) -> None:
        self.target = target
        #: Why something that a dead process left is still there.
        self.left: list[str] = remove_all_abandoned([target.folder])
        self.folder = target.folder / f"{PREFIX}{secrets.token_hex(4)}"
        _register(self.folder)
        try:
            self.folder.mkdir(mode=0o700)
        except OSError as error:
            _unregister(self.folder)
            message = f"the target {os.fspath(target.folder)!r} cannot be written to: {error.strerror}"
            raise UsageError(Problem(message, hint="name another: --target DIR")) from None
        (self.folder / MARKER).write_text(json.dumps(owner()))

    def remove(self) -> str | None:
        """Remove the folder and all in it. Where something stays mounted there the whole stays, and this says why."""
        with deferred_signals():
            reason = _remove(self.folder)
            if reason is None:
                _unregister(self.folder)
        return reason


def remove_all_abandoned(folders: Iterable[Path] = ()) -> list[str]:
    """Remove what dead processes left in these folders and wherever else they had begun; why some of it stays."""
    left: list[str] = []
    for folder in {*folders, *_registered()}:
        remove_abandoned(folder, left)
    return left


def remove_abandoned(folder: Path, left: list[str] | None = None) -> list[Path]:
    """Remove the workplaces in a folder whose owner is gone; those removed. Why others stay is added to `left`."""
    removed = []
    for candidate in folder.glob(f"{PREFIX}*"):
        if not candidate.is_symlink() and _is_abandoned(candidate):
            reason = _remove(candidate)
            if reason is None:
                _unregister(candidate)
                removed.append(candidate)
            elif left is not None:
                left.append(reason)
    return removed


def workplace_owner(folder: Path) -> int | None:
    """The process that a workplace belongs to; None where it is gone or cannot be told."""
    try:
        marker = json.loads((folder / MARKER).read_text())
        pid = int(marker["pid"])
        return pid if _started_ticks(pid) == marker["started_ticks"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_abandoned(folder: Path) -> bool:
    """Whether a marked folder's owner is gone. A folder without a whole marker is not ours to judge."""
    marker_path = folder / MARKER
    try:
        if marker_path.is_symlink() or folder.stat().st_uid != os.getuid():
            return False
        return is_gone(json.loads(marker_path.read_text()))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def owner() -> dict[str, object]:
    """What a marker says of the process that made what it marks: this one."""
    return {
        "pid": os.getpid(),
        "started_ticks": _started_ticks(os.getpid()),
        "boot": _boot(),
        "host": os.uname().nodename,
    }


def is_gone(marker: Any) -> bool:
    """Whether the process that a marker names was on this host and is gone; what a marker lacks is an error."""
    pid, boot, host = int(marker["pid"]), marker["boot"], marker["host"]
    ticks = marker["started_ticks"]
    if host != os.uname().nodename:
        return False
    return bool(boot != _boot() or _started_ticks(pid) != ticks)


def _remove(folder: Path) -> str | None:
    """Remove a marked folder, the marker last, so that what is left after a kill is still known as ours.

    Nothing is removed where something stays mounted below it: it would be somebody else's files, or a file system that
    is in use. Gives back why.
    """
    try:
        release(folder)
    except StillMounted as reason:
        return str(reason)
    for entry in list(folder.iterdir()) if folder.is_dir() else []:
        if entry.name == MARKER:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)
    (folder / MARKER).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()
    return None


def _register(folder: Path) -> None:
    """Note where a workplace is about to be, so that the next start finds it whatever its target is."""
    with contextlib.suppress(OSError):
        notes = _notes_folder()
        notes.mkdir(parents=True, exist_ok=True)
        (notes / folder.name).write_text(os.fspath(folder), errors="surrogateescape")


def _unregister(folder: Path) -> None:
    with contextlib.suppress(OSError):
        (_notes_folder() / folder.name).unlink(missing_ok=True)


def _registered() -> set[Path]:
    """Targets in which some workplace was begun; notes of workplaces that are gone are dropped."""
    found = set()
    with contextlib.suppress(OSError):
        for note in _notes_folder().glob(f"{PREFIX}*"):
            folder = Path(note.read_text(errors="surrogateescape"))
            if folder.is_dir():
                found.add(folder.parent)
            elif time.time() - note.stat().st_mtime > NOTE_SECONDS:
                note.unlink(missing_ok=True)
    return found


def _notes_folder() -> Path:
    return Path(platformdirs.user_cache_dir("iotrial")) / "workplaces"


def _default_folder() -> Path:
    folder = Path(platformdirs.user_cache_dir("iotrial")) / "target"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            Problem(f"cannot make {str(folder)!r}: {error.strerror}", hint="name a folder: --target DIR")
        ) from None
    return folder


def _tmpfs_folder() -> Path:
    for name in (*TMPFS_FOLDERS, os.environ.get("XDG_RUNTIME_DIR", "")):
        folder = Path(name)
        if name and folder.is_dir() and os.access(folder, os.W_OK):
            mount = mount_of(folder.resolve())
            if mount is not None and mount.filesystem == "tmpfs":
                return folder
    raise UsageError(Problem("no tmpfs that can be written to", hint="mount one and name it: --target DIR"))


def _started_ticks(pid: int) -> int | None:
    """When a process was started, in clock ticks since boot; None where there is none. Tells reused numbers apart."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        if Path("/proc/self/stat").exists():
            return None
        return _alive(pid)
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])


def _alive(pid: int) -> int | None:
    try:
        os.kill(pid, 0)
    except OSError:
        return None
    return 0


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
