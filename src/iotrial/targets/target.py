"""Where the files of a run live: a folder that iotrial made itself, known by a marker that it wrote.

Nothing outside such a folder is ever written or deleted. A folder whose owner died is removed at the next start. It is
known by its device and inode, and removed by descriptors: what somebody else put in its place is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from iotrial.errors import Problem, UsageError
from iotrial.host.deferred_signals import deferred_signals
from iotrial.host.mountinfo import mount_of, mounted_under
from iotrial.targets.cache_folder import cache_folder, own_folder
from iotrial.targets.custody import reach, require_custody, swapper_of
from iotrial.targets.mounts import StillMounted, release
from iotrial.targets.note import read_note, write_note
from iotrial.targets.removal import Identity, empty, identity_of, is_still, names_in, open_folder, opened, remove_name

MARKER = "iotrial-folder.json"
PREFIX = "iotrial-"

#: Where in the cache folder it is noted which workplaces were begun.
NOTES = "workplaces"

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


_SWAPPED = "what iotrial made there was swapped for something else at once"


class Workplace:
    """A marked folder under a target, removed at the end whatever happens, with what was mounted in it.

    UsageError if it cannot be made, or if we are root and somebody else could swap it.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        require_custody(target.folder, "the target")
        #: Why something that a dead process left is still there.
        self.left: list[str] = remove_all_abandoned([target.folder])
        self.folder = target.folder / f"{PREFIX}{secrets.token_hex(8)}"
        self._open: list[int] = []
        _register(self.folder)
        try:
            self._identity = self._make()
        except OSError as error:
            self._close()
            _unregister(self.folder)
            message = f"the target {os.fspath(target.folder)!r} cannot be written to: {error.strerror}"
            raise UsageError(Problem(message, hint="name another: --target DIR")) from None

    def remove(self) -> str | None:
        """Remove the folder and all in it, wherever it is by now; why some of it stays.

        Where something stays mounted there the whole stays. What was put in the folder's place is left alone.
        """
        with deferred_signals():
            try:
                reason = self._remove()
            except OSError as error:
                reason = f"{os.fspath(self.folder)!r} cannot be removed: {error.strerror}"
            if reason is None:
                _unregister(self.folder)
        return reason

    def _make(self) -> Identity:
        """Make the folder below the target as it is now, and mark it; both stay open until it is removed."""
        parent, _ = reach(self.target.folder)
        self._open.append(parent)
        os.mkdir(self.folder.name, 0o700, dir_fd=parent)
        own = open_folder(self.folder.name, parent)
        self._open.append(own)
        if names_in(own):
            raise PermissionError(errno.EPERM, _SWAPPED)
        _mark(own)
        if os.stat(MARKER, dir_fd=own, follow_symlinks=False).st_uid != os.fstat(own).st_uid:
            os.unlink(MARKER, dir_fd=own)  # a file system may give all one owner, but then the folder has it too
            raise PermissionError(errno.EPERM, _SWAPPED)
        return identity_of(own)

    def _remove(self) -> str | None:
        try:
            release(self.folder)
            if not self._open:  # once before, when some of it had to stay
                self._open.append(reach(self.target.folder)[0])
                self._open.append(open_folder(self.folder.name, self._open[0]))
            parent, own = self._open
            if identity_of(own) != self._identity:
                return f"{os.fspath(self.folder)!r} is not what iotrial made there, and is left alone"
            return _remove(self.folder, parent, own)
        except StillMounted as reason:
            return str(reason)
        except FileNotFoundError:
            return None
        finally:
            self._close()

    def _close(self) -> None:
        """Let go of the target, which somebody may want to unmount."""
        while self._open:
            os.close(self._open.pop())


def remove_all_abandoned(folders: Iterable[Path] = ()) -> list[str]:
    """Remove what dead processes left in these folders and wherever else they had begun; why some of it stays."""
    left: list[str] = []
    for folder in {*folders, *_registered()}:
        remove_abandoned(folder, left)
    return left


def remove_abandoned(folder: Path, left: list[str] | None = None) -> list[Path]:
    """Remove the workplaces in a folder whose owner is gone; those removed. Why others stay is added to `left`."""
    removed: list[Path] = []
    try:
        with opened(folder.resolve()) as parent:
            names = [name for name in names_in(parent) if name.startswith(PREFIX)]
            for candidate in (folder / name for name in names):
                try:
                    own = open_folder(candidate.name, parent)
                except OSError:
                    continue  # no folder, or none of ours
                try:
                    if not _is_abandoned(own):
                        continue
                    reason = _remove_abandoned(candidate, parent, own)
                except OSError as error:
                    reason = f"{os.fspath(candidate)!r} cannot be removed: {error.strerror}"
                finally:
                    os.close(own)
                if reason is None:
                    _unregister(candidate)
                    removed.append(candidate)
                elif left is not None:
                    left.append(reason)
    except OSError:
        pass  # a folder that cannot be looked at has nothing of ours that we could remove
    return removed


def workplace_owner(folder: Path) -> int | None:
    """The process that a workplace belongs to; None where it is gone or cannot be told."""
    try:
        with opened(folder) as own:
            marker = json.loads(read_note(MARKER, own, of_others=True))
        pid = int(marker["pid"])
        return pid if _started_ticks(pid) == marker["started_ticks"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_abandoned(own: int) -> bool:
    """Whether an open folder is ours, and its owner gone. A folder without a whole marker is not ours to judge."""
    try:
        return os.fstat(own).st_uid == os.geteuid() and is_gone(json.loads(read_note(MARKER, own)))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _remove_abandoned(folder: Path, parent: int, own: int) -> str | None:
    """Remove what a dead process left, if it is the very folder that was marked; why some of it stays."""
    is_private = swapper_of(folder.parent) is None
    if not _is_marked_one(json.loads(read_note(MARKER, own)), own, is_private=is_private):
        return (
            f"{os.fspath(folder)!r} is not the folder that its marker was made in, and is left alone; "
            "if it is yours, remove it by hand"
        )
    try:
        if os.geteuid() == 0 and not is_private:
            # What is unmounted is named by a path, and here that may be another's by the time that it is used.
            if mounted_under(folder):
                return f"something is mounted in {os.fspath(folder)!r}, where others could swap it; unmount it by hand"
        else:
            release(folder)
    except StillMounted as reason:
        return str(reason)
    return _remove(folder, parent, own)


def _is_marked_one(marker: Any, own: int, *, is_private: bool) -> bool:
    """Whether a marker names the folder that it lies in; is_private: nobody else could swap what lies there.

    Devices may be numbered otherwise after the next boot or mount. Earlier versions did not write down which folder it
    was: such a marker is believed in private.
    """
    if "inode" not in marker:
        return is_private
    is_same_device = is_private or marker["boot"] != _boot() or marker.get("device") == os.fstat(own).st_dev
    return bool(marker["inode"] == os.fstat(own).st_ino and is_same_device)


def _mark(own: int) -> None:
    """Write down in an open folder whose it is, and that it is this one."""
    identity = identity_of(own)
    write_note(MARKER, json.dumps({**owner(), "device": identity.device, "inode": identity.inode}), own)


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


def _remove(folder: Path, parent: int, own: int) -> str | None:
    """Remove a marked folder that is open, the marker last, so that what stays is still known as ours; why it stays."""
    if reasons := empty(own, keep=(MARKER,)):
        more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
        return f"{os.fspath(folder)!r}: {reasons[0]}{more}"
    identity = identity_of(own)
    if os.fstat(own).st_nlink == 0:
        return None  # somebody removed it
    if not is_still(folder.name, parent, identity):
        return (
            f"{os.fspath(folder)!r} was swapped for something else, which is left alone; what iotrial made is emptied"
        )
    marker = ""
    with contextlib.suppress(FileNotFoundError):
        marker = read_note(MARKER, own, of_others=True)
        os.unlink(MARKER, dir_fd=own)
    reason = remove_name(folder.name, parent, identity)
    if reason is not None:
        with contextlib.suppress(OSError):
            write_note(MARKER, marker, own)
        return f"{os.fspath(folder.parent)!r}: {reason}"
    return None


def _register(folder: Path) -> None:
    """Note where a workplace is about to be, so that the next start finds it whatever its target is."""
    with contextlib.suppress(OSError), opened(own_folder(NOTES)) as notes:
        write_note(folder.name, os.fspath(folder), notes)


def _unregister(folder: Path) -> None:
    with contextlib.suppress(OSError), opened(cache_folder() / NOTES) as notes:
        os.unlink(folder.name, dir_fd=notes)


def _registered() -> set[Path]:
    """Targets in which some workplace was begun; notes of workplaces that are gone are dropped."""
    found = set()
    with contextlib.suppress(OSError), opened(cache_folder() / NOTES) as notes:
        for name in names_in(notes):
            with contextlib.suppress(OSError):
                folder = Path(read_note(name, notes))
                if folder.is_dir():
                    found.add(folder.parent)
                elif time.time() - os.stat(name, dir_fd=notes, follow_symlinks=False).st_mtime > NOTE_SECONDS:
                    os.unlink(name, dir_fd=notes)
    return found


def _default_folder() -> Path:
    try:
        return own_folder("target")
    except OSError as error:
        folder = cache_folder() / "target"
        raise UsageError(
            Problem(f"cannot make {str(folder)!r}: {error.strerror}", hint="name a folder: --target DIR")
        ) from None


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
