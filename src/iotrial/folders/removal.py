"""Removal of a folder that we made, by descriptors: never of something that was put in its place.

A folder is opened once, without following a link, and must be the one that was made (its device and inode). All in it
is reached from there. Its name is removed last, and only if it is still the name of that folder.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

_OPEN = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

#: Folders are emptied down to this depth, since each open one takes a descriptor; deeper ones are moved up first.
MOST_DEPTH = 16

#: The most passes, each of which moves deeper folders up; more are needed only if another process keeps making them.
_MOST_PASSES = 10_000

#: The most reasons that are kept; one is shown.
_MOST_REASONS = 20


class StillThere(Exception):
    """Something of ours could not be removed: what, and the reason."""


@dataclass(frozen=True)
class FolderIdentity:
    """The identity of a folder, independent of its name: its device and inode."""

    device: int
    inode: int


def identity_of(descriptor: int) -> FolderIdentity:
    """The identity of an open folder."""
    state = os.fstat(descriptor)
    return FolderIdentity(state.st_dev, state.st_ino)


def open_folder(name: str | Path, parent: int | None = None) -> int:
    """Open a folder in an open one or by its path, and return its descriptor; OSError if it is missing or a link."""
    return os.open(name, _OPEN, dir_fd=parent)


@contextlib.contextmanager
def opened(name: str | Path, parent: int | None = None) -> Iterator[int]:
    """Provide a descriptor of a folder as long as this is open."""
    descriptor = open_folder(name, parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def names_in(folder: int) -> list[str]:
    """The names in an open folder, in order."""
    with os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries)


def is_still(name: str, parent: int, identity: FolderIdentity) -> bool:
    """True if a name in an open folder still belongs to the folder of that identity."""
    with contextlib.suppress(OSError):
        state = os.stat(name, dir_fd=parent, follow_symlinks=False)
        return (state.st_dev, state.st_ino) == (identity.device, identity.inode)
    return False


def clear(folder: Path) -> list[str]:
    """Remove all in a folder of ours, which itself stays; return why something is still there."""
    try:
        with _let_in(folder) as descriptor:
            return empty(descriptor)
    except OSError as error:
        return [f"{os.fspath(folder)!r} cannot be emptied: {error.strerror}"]


def empty(folder: int, keep: Collection[str] = ()) -> list[str]:
    """Remove all in an open folder except the names in `keep`, however deep; return why something is still there.

    Mounts below it are left alone.
    """
    reasons: list[str] = []
    _let_remove(folder)
    for _ in range(_MOST_PASSES):
        reasons.clear()
        if not _empty(folder, folder, _mount_of(folder), 0, keep, reasons):
            break
    else:
        reasons.append("somebody goes on making folders there")
    return reasons[:_MOST_REASONS]


def remove_name(name: str, parent: int, identity: FolderIdentity) -> str | None:
    """Remove the name of an empty folder of ours if it still belongs to it; return why it is still there, or None."""
    if not is_still(name, parent, identity):
        return f"what iotrial made as {name!r} was swapped for something else, which is left alone"
    try:
        os.rmdir(name, dir_fd=parent)
    except OSError as error:
        return f"{name!r} cannot be removed: {error.strerror}"
    return None


def _empty(folder: int, top: int, mount: int, depth: int, keep: Collection[str], reasons: list[str]) -> int:
    """Remove all in one folder; return how many folders were moved up, to be removed from there."""
    moved = 0
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if name in keep:
            continue
        try:
            if not is_folder:
                os.unlink(name, dir_fd=folder)
            elif depth >= MOST_DEPTH:
                os.rename(name, secrets.token_hex(16), src_dir_fd=folder, dst_dir_fd=top)
                moved += 1
            else:
                moved += _remove_below(name, folder, top, mount, depth, reasons)
        except FileNotFoundError:
            continue
        except OSError as error:
            reasons.append(f"{name!r} cannot be removed: {error.strerror}")
    return moved


def _remove_below(name: str, parent: int, top: int, mount: int, depth: int, reasons: list[str]) -> int:
    """Empty and remove one folder; return how many folders were moved up."""
    with _let_in(name, parent) as folder:
        if _mount_of(folder) != mount:
            reasons.append(f"something is mounted at {name!r}")
            return 0
        _let_remove(folder)
        before = len(reasons)
        moved = _empty(folder, top, mount, depth + 1, (), reasons)
    if len(reasons) == before:  # else the reason why it stays is there already
        os.rmdir(name, dir_fd=parent)
    return moved


@contextlib.contextmanager
def _let_in(name: str | Path, parent: int | None = None) -> Iterator[int]:
    """Provide a descriptor of a folder of ours, even if a method took our right to read it."""
    try:
        descriptor = open_folder(name, parent)
    except PermissionError:
        if not hasattr(os, "O_PATH"):
            raise
        seen = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)
        try:
            Path(f"/proc/self/fd/{seen}").chmod(0o700)
        finally:
            os.close(seen)
        descriptor = open_folder(name, parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _let_remove(folder: int) -> None:
    """Restore our rights in an open folder of ours, which a method may have taken."""
    state = os.fstat(folder)
    if state.st_uid == os.geteuid() and state.st_mode & stat.S_IRWXU != stat.S_IRWXU:
        with contextlib.suppress(OSError):  # what then cannot be removed is reported
            os.fchmod(folder, 0o700)


def _mount_of(folder: int) -> int:
    """The number of the mount that an open folder lies in; of its file system if the system does not tell."""
    try:
        with Path(f"/proc/self/fdinfo/{folder}").open(encoding="ascii") as lines:
            return next(int(line.split()[1]) for line in lines if line.startswith("mnt_id:"))
    except (OSError, StopIteration, ValueError):
        return os.fstat(folder).st_dev
