"""A folder under a target that iotrial made itself, known by a marker that it wrote.

Nothing outside such a folder is ever written or deleted. A folder whose owner died is removed at the next start. It is
known by its device and inode, and removed by descriptors: if something else was put in its place, that is left alone.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder, own_folder_opened
from iotrial.folders.custody import reach, reached, require_custody
from iotrial.folders.folder_owner import PREFIX, boot, is_gone, owner, started_ticks
from iotrial.folders.own_note import read_note, write_note
from iotrial.folders.removal import (
    FolderIdentity,
    empty,
    identity_of,
    is_still,
    names_in,
    open_folder,
    opened,
    remove_name,
)
from iotrial.machine.cgroup_folder import remove_abandoned_cgroups
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.leftover_processes import end_marked
from iotrial.machine.mountinfo import mounted_under
from iotrial.places.mounts import StillMounted, release
from iotrial.places.target import Target

MARKER = "iotrial-folder.json"

#: The folder of notes in the cache folder that name the workplaces that were begun.
NOTES = "workplaces"

#: A note of a missing workplace is dropped after this: until then another process may be about to make it.
NOTE_SECONDS = 3600

_SWAPPED = "what iotrial made there was swapped for something else at once"


class Workplace:
    """A marked folder under a target, removed at the end in every case, with what was mounted in it.

    UsageError if it cannot be made, or if we are root and another user could swap it.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        require_custody(target.folder, "the target")
        #: The reasons why something that a dead process left is still there.
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
            raise UsageError(message, hint="name another: --target DIR") from None

    def remove(self) -> str | None:
        """Remove the folder and all in it, wherever it is by now; return why some of it stays, or None.

        If something stays mounted there, all of it stays. Anything that was put in the folder's place is left alone.
        """
        with deferred_signals():
            try:
                reason = self._remove()
            except OSError as error:
                reason = f"{os.fspath(self.folder)!r} cannot be removed: {error.strerror}"
            if reason is None:
                _unregister(self.folder)
        return reason

    def _make(self) -> FolderIdentity:
        """Make the folder below the target and mark it; both folders stay open until it is removed."""
        parent, _ = reach(self.target.folder)
        self._open.append(parent)
        os.mkdir(self.folder.name, 0o700, dir_fd=parent)
        try:
            own = open_folder(self.folder.name, parent)
        except OSError:  # only its maker would know whose it is
            with contextlib.suppress(OSError):
                os.rmdir(self.folder.name, dir_fd=parent)
            raise
        self._open.append(own)
        if names_in(own):
            raise PermissionError(errno.EPERM, _SWAPPED)
        try:
            _mark(own)
        except OSError:  # the disk is full, say: without its marker the folder's owner would be unknown later
            with contextlib.suppress(OSError):
                os.unlink(MARKER, dir_fd=own)
            remove_name(self.folder.name, parent, identity_of(own))
            raise
        if os.stat(MARKER, dir_fd=own, follow_symlinks=False).st_uid != os.fstat(own).st_uid:
            os.unlink(MARKER, dir_fd=own)  # a file system may give all files one owner, but then the folder has it too
            raise PermissionError(errno.EPERM, _SWAPPED)
        return identity_of(own)

    def _remove(self) -> str | None:
        try:
            release(self.folder)
            if not self._open:  # an earlier attempt left some of it
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
        """Close the target, so that it can be unmounted."""
        while self._open:
            os.close(self._open.pop())


def remove_all_abandoned(folders: Iterable[Path] = ()) -> list[str]:
    """Remove what dead processes left in these folders and in all that notes name; return why some of it stays.

    What still runs in their cgroups ends first, since it may hold what else is there.
    """
    left: list[str] = []
    remove_abandoned_cgroups(left)
    for folder in {*folders, *_registered()}:
        remove_abandoned(folder, left)
    return left


def _remove_unmarked(folder: Path) -> None:
    """Remove a workplace whose maker was killed before it was marked: empty, but for the beginning of a marker."""
    with contextlib.suppress(OSError), reached(folder.parent) as (parent, _), opened(folder.name, parent) as own:
        if os.fstat(own).st_uid != os.geteuid() or set(names_in(own)) - {MARKER}:
            return
        if _is_marked(own):
            return
        with contextlib.suppress(FileNotFoundError):
            os.unlink(MARKER, dir_fd=own)
        remove_name(folder.name, parent, identity_of(own))


def remove_abandoned(folder: Path, left: list[str] | None = None) -> list[Path]:
    """Remove the workplaces in a folder whose owner is gone and return them; add the reason to `left` if one stays."""
    removed: list[Path] = []
    try:
        with reached(folder) as (parent, swapper):
            names = [name for name in names_in(parent) if name.startswith(PREFIX)]
            for candidate in (folder / name for name in names):
                try:
                    own = open_folder(candidate.name, parent)
                except OSError:
                    continue  # no folder, or none of ours
                try:
                    if not _is_abandoned(own):
                        continue
                    reason = _remove_abandoned(candidate, parent, own, is_private=swapper is None)
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
        pass  # a folder that cannot be read has nothing that we could remove
    return removed


def workplace_owner(folder: Path) -> int | None:
    """The process that a workplace belongs to; None if it is gone or not known."""
    try:
        with opened(folder) as own:
            marker = json.loads(read_note(MARKER, own, of_others=True))
        pid = int(marker["pid"])
        return pid if started_ticks(pid) == marker["started_ticks"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _is_abandoned(own: int) -> bool:
    """True if an open folder is ours and its owner gone. A folder without a whole marker does not count as ours."""
    try:
        return os.fstat(own).st_uid == os.geteuid() and is_gone(json.loads(read_note(MARKER, own)))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _is_marked(own: int) -> bool:
    """True if an open folder has a whole marker, of any owner."""
    try:
        json.loads(read_note(MARKER, own))
    except (OSError, ValueError):
        return False
    return True


def _remove_abandoned(folder: Path, parent: int, own: int, *, is_private: bool) -> str | None:
    """Remove what a dead process left if it is the folder that was marked; return why some of it stays, or None."""
    end_marked(folder.name)
    if not _is_marked_one(json.loads(read_note(MARKER, own)), own, is_private=is_private):
        return (
            f"{os.fspath(folder)!r} is not the folder that its marker was made in, and is left alone; "
            "if it is yours, remove it by hand"
        )
    try:
        if os.geteuid() == 0 and not is_private:
            # A mount is unmounted by its path, and here another user may swap that before it is used.
            if mounted_under(folder):
                return f"something is mounted in {os.fspath(folder)!r}, where others could swap it; unmount it by hand"
        else:
            release(folder)
    except StillMounted as reason:
        return str(reason)
    return _remove(folder, parent, own)


def _is_marked_one(marker: Any, own: int, *, is_private: bool) -> bool:
    """True if a marker names the folder that it lies in; is_private: no other user could swap what lies there.

    Devices may get other numbers at the next boot or mount. Earlier versions did not write down the inode: such a
    marker is trusted in a private place only.
    """
    if "inode" not in marker:
        return is_private
    is_same_device = is_private or marker["boot"] != boot() or marker.get("device") == os.fstat(own).st_dev
    return bool(marker["inode"] == os.fstat(own).st_ino and is_same_device)


def _mark(own: int) -> None:
    """Write the marker of an open folder: its owner, device and inode."""
    identity = identity_of(own)
    write_note(MARKER, json.dumps({**owner(), "device": identity.device, "inode": identity.inode}), own)


def _remove(folder: Path, parent: int, own: int) -> str | None:
    """Remove a marked open folder, the marker last, so that the rest is still known as ours; return why it stays."""
    if reasons := empty(own, keep=(MARKER,)):
        more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
        return f"{os.fspath(folder)!r}: {reasons[0]}{more}"
    identity = identity_of(own)
    if os.fstat(own).st_nlink == 0:
        return None  # it was removed meanwhile
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
    """Note a workplace and its owner before it is made: the next start finds it wherever it is, marked or not."""
    note = json.dumps({**owner(), "folder": os.fspath(folder)})
    with contextlib.suppress(OSError), opened(own_folder(NOTES)) as notes:
        write_note(folder.name, note, notes)


def _unregister(folder: Path) -> None:
    with contextlib.suppress(OSError), own_folder_opened(NOTES) as notes:
        os.unlink(folder.name, dir_fd=notes)


def _registered() -> set[Path]:
    """Return the targets in which a workplace was begun; drop the notes of workplaces that are gone.

    One that was begun and never marked is removed on the way: only its note says whose it is.
    """
    found = set()
    with contextlib.suppress(OSError), own_folder_opened(NOTES) as notes:
        for name in names_in(notes):
            with contextlib.suppress(OSError):
                folder, is_left = _begun(read_note(name, notes))
                if is_left:
                    _remove_unmarked(folder)
                if folder.is_dir():
                    found.add(folder.parent)
                elif is_left or _age_s(name, notes) > NOTE_SECONDS:
                    os.unlink(name, dir_fd=notes)
    return found


def _age_s(name: str, folder: int) -> float:
    return time.time() - os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime


def _begun(note: str) -> tuple[Path, bool]:
    """Return the workplace that a note names, and if its owner is gone; earlier versions noted the path only."""
    try:
        found = json.loads(note)
        return Path(found["folder"]), is_gone(found)
    except (ValueError, KeyError, TypeError):
        return Path(note), False
