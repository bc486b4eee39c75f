"""Custody of a folder: could another user swap what we make in it for something else?

The owner of a folder may rename what lies in it. So may everybody who may write to it, unless it has the sticky bit, as
/tmp has. The same holds for every folder above it. A name in such a folder may mean another file at every look. A link
leads where its owner wants, also in a folder that has the sticky bit: it may be another at every look.
"""

from __future__ import annotations

import contextlib
import errno
import grp
import os
import pwd
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.folders.removal import opened

#: Flags that suffice to reach what lies in a folder; they open folders that cannot be listed too.
_REACH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

#: The most links on the way to a folder, as Linux counts them.
MOST_LINKS = 40


@dataclass(frozen=True)
class Swapper:
    """A user who could swap what we make in a folder."""

    folder: Path  # the folder that allows it: the folder itself or one above it
    owner: int | None  # the user to whom that folder belongs; None if others may write to it
    who: str
    is_link: bool = False  # what allows it is a link of theirs on the way

    def sentence(self, folder: Path, what: str) -> str:
        """Say who could swap what lies in a folder; `what` is the folder's part, such as `the target`."""
        named = f"{what} {os.fspath(folder)!r}"
        if self.is_link:
            through = f"{named} is reached through the link {os.fspath(self.folder)!r}"
            return f"{through}, which {self.who}, who could lead {_ourselves()} elsewhere"
        if self.folder != folder:
            named += f" lies in {os.fspath(self.folder)!r}, which"
        if self.owner is not None:
            return f"{named} belongs to {self.who}, who could swap what {_ourselves()} makes there"
        return f"{named} can be written to by {self.who}, who could swap what {_ourselves()} makes there"

    @property
    def hint(self) -> str:
        """The next step for the user."""
        if self.is_link:
            return "name the folder that is meant, without that link"
        if self.owner is not None:
            return f"name a folder of root's, or run as that user: sudo -u {_typed(self.owner)} iotrial …"
        return f"name a folder of root's, or let only owners rename there: chmod +t {os.fspath(self.folder)!r}"


def reach(folder: Path) -> tuple[int, Swapper | None]:
    """Open a folder; return its descriptor, and who else could swap what is made there; OSError if it is out of reach.

    The folder is opened step by step from the root, each link on the way is judged before it is followed: if no other
    user could swap anything, then the descriptor is that of the folder that was named.
    """
    return _walk(folder)


def make_folder(folder: Path, mode: int) -> Swapper | None:
    """Make a folder, and with mode 755 those above it, as far as they are missing; OSError if that fails.

    If we are root and another user could swap it, return who: then nothing was made where they could.
    """
    descriptor, found = _walk(folder, mode=mode)
    os.close(descriptor)
    return found if os.geteuid() == 0 else None


def _walk(folder: Path, *, mode: int | None = None, is_partial: bool = False) -> tuple[int, Swapper | None]:
    """Open a folder as `reach` says, or the nearest one above it that is there (is_partial).

    With a mode, make what is missing; as root, stop where another user could swap it.
    """
    steps = list(reversed(folder.absolute().parts))
    path = Path(steps.pop())
    here = os.open(path, _REACH)
    try:
        trusted = {0, os.geteuid(), os.fstat(here).st_uid}  # the owner of the root folder owns everything
        found = _swapper(path, os.fstat(here), trusted)
        links = 0
        while steps and (mode is None or found is None or os.geteuid() != 0):
            step = steps.pop()
            try:
                state = os.stat(step, dir_fd=here, follow_symlinks=False)
            except FileNotFoundError:
                if is_partial:
                    break
                if mode is None:
                    raise
                with contextlib.suppress(FileExistsError):  # another process was faster: it is judged like any other
                    os.mkdir(step, 0o755 if steps else mode, dir_fd=here)
                state = os.stat(step, dir_fd=here, follow_symlinks=False)
            if stat.S_ISLNK(state.st_mode):
                found = _leader(path / step, state, os.fstat(here), trusted) or found
                links += 1
                if links > MOST_LINKS:
                    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(folder))
                to = Path(os.readlink(step, dir_fd=here))
                steps += reversed(to.parts)
                if not to.is_absolute():
                    continue
                step = steps.pop()
                path = Path()
            try:
                there = os.open(step, _REACH, dir_fd=here)
            except (FileNotFoundError, NotADirectoryError):
                if is_partial:
                    break
                raise
            os.close(here)
            here, path = there, path.parent if step == ".." else path / step
            found = found or _swapper(path, os.fstat(here), trusted)
    except BaseException:
        os.close(here)
        raise
    return here, found


def reach_file(path: Path) -> tuple[int, str]:
    """Open the folder of a file that a user named; return its descriptor and the name there, if it exists or not.

    Links are followed. UsageError if we are root and one of them belongs to another user.
    """
    for _ in range(MOST_LINKS):
        folder, found = reach(path.parent)
        try:
            try:
                state = os.stat(path.name, dir_fd=folder, follow_symlinks=False)
            except FileNotFoundError:
                state = None
            if state is not None and stat.S_ISLNK(state.st_mode):
                found = _leader(path, state, os.fstat(folder), {0, os.geteuid()}) or found
            if found is not None and found.is_link and os.geteuid() == 0:
                raise UsageError(Problem(found.sentence(path, "the file"), hint="name the file itself"))
            if state is None or not stat.S_ISLNK(state.st_mode):
                return os.dup(folder), path.name
            path = path.parent / os.readlink(path.name, dir_fd=folder)
        finally:
            os.close(folder)
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), os.fspath(path))


@contextlib.contextmanager
def reached(folder: Path) -> Iterator[tuple[int, Swapper | None]]:
    """Provide a descriptor of a folder that can be listed, and who else could swap what lies there; else as `reach`."""
    seen, found = reach(folder)
    try:
        with opened(".", seen) as there:
            yield there, found
    finally:
        os.close(seen)


def swapper_of(folder: Path) -> Swapper | None:
    """Return who else could swap what is made in a folder, or in the nearest one above that exists; None if no one."""
    descriptor, found = _walk(folder, is_partial=True)
    os.close(descriptor)
    return found


def require_custody(folder: Path, what: str) -> None:
    """Raise UsageError if we are root and another user could swap what root makes in a folder."""
    if os.geteuid() != 0:
        return
    try:
        found = swapper_of(folder)
    except OSError as error:
        raise UsageError(Problem(f"{what} {os.fspath(folder)!r} cannot be reached: {error.strerror}")) from None
    if found is not None:
        named = folder if found.is_link else folder.resolve()
        raise UsageError(Problem(found.sentence(named, what), hint=found.hint))


def _swapper(folder: Path, state: os.stat_result, trusted: set[int]) -> Swapper | None:
    if state.st_uid not in trusted:
        return Swapper(folder, state.st_uid, _user(state.st_uid))
    if state.st_mode & stat.S_ISVTX:
        return None
    if state.st_mode & stat.S_IWOTH:
        return Swapper(folder, None, "everybody")
    if state.st_mode & stat.S_IWGRP:
        return Swapper(folder, None, f"the group {_group(state.st_gid)}")
    return None


def _leader(link: Path, state: os.stat_result, folder: os.stat_result, trusted: set[int]) -> Swapper | None:
    """Return who could redirect us by a link: its owner, or a user who gave a link of ours another name."""
    if state.st_uid not in trusted:
        return Swapper(link, state.st_uid, f"belongs to {_user(state.st_uid)}", is_link=True)
    others_write = folder.st_uid not in trusted or folder.st_mode & (stat.S_IWOTH | stat.S_IWGRP)
    if state.st_nlink > 1 and others_write:
        return Swapper(link, None, "has another name, and may have this one from somebody else", is_link=True)
    return None


def _ourselves() -> str:
    return "root" if os.geteuid() == 0 else "iotrial"


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def _typed(number: int) -> str:
    """Return a user as one types it for sudo."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"'#{number}'"


def _group(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)
