"""Custody of a folder: could somebody else swap what we make in it for something else?

The owner of a folder may rename what lies in it. So may everybody who may write to it, unless it has the sticky bit, as
/tmp has. The same holds for every folder above it. A name in such a folder may mean another file at every look.
"""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem, UsageError

#: Flags that suffice to reach what lies in a folder; they open folders that cannot be listed too.
_REACH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True)
class Swapper:
    """Somebody who could swap what we make in a folder."""

    folder: Path  # the folder that allows it: the folder itself or one above it
    owner: int | None  # the user to whom that folder belongs; None if others may write to it
    who: str

    def sentence(self, folder: Path, what: str) -> str:
        """Say who could swap what lies in a folder; `what` is the folder's part, such as `the target`."""
        named = f"{what} {os.fspath(folder)!r}"
        if self.folder != folder:
            named += f" lies in {os.fspath(self.folder)!r}, which"
        if self.owner is not None:
            return f"{named} belongs to {self.who}, who could swap what {_ourselves()} makes there"
        return f"{named} can be written to by {self.who}, who could swap what {_ourselves()} makes there"

    @property
    def hint(self) -> str:
        """The next step for the user."""
        if self.owner is not None:
            return f"name a folder of root's, or run as that user: sudo -u {_typed(self.owner)} iotrial …"
        return f"name a folder of root's, or let only owners rename there: chmod +t {os.fspath(self.folder)!r}"


def reach(folder: Path) -> tuple[int, Swapper | None]:
    """Open a folder; return its descriptor, and who else could swap what is made there; OSError if it is out of reach.

    The folder is opened step by step from the root, and no link is followed after its path was resolved: if nobody
    could swap anything, then the descriptor is that of the folder that was named.
    """
    steps = folder.resolve(strict=True).parts
    here = os.open(steps[0], _REACH)
    try:
        path = Path(steps[0])
        trusted = {0, os.geteuid(), os.fstat(here).st_uid}  # the owner of the root folder owns everything
        found = _swapper(path, os.fstat(here), trusted)
        for step in steps[1:]:
            there = os.open(step, _REACH, dir_fd=here)
            os.close(here)
            here, path = there, path / step
            found = found or _swapper(path, os.fstat(here), trusted)
    except BaseException:
        os.close(here)
        raise
    return here, found


@contextlib.contextmanager
def reached(folder: Path) -> Iterator[int]:
    """Provide a descriptor of a folder as long as this is open."""
    descriptor, _ = reach(folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def swapper_of(folder: Path) -> Swapper | None:
    """Return who else could swap what is made in a folder, or in the nearest one above it that exists; None: nobody."""
    nearest = next((one for one in (folder, *folder.parents) if one.is_dir()), Path("/"))
    descriptor, found = reach(nearest)
    os.close(descriptor)
    return found


def require_custody(folder: Path, what: str) -> None:
    """Raise UsageError if we are root and somebody else could swap what root makes in a folder."""
    if os.geteuid() != 0:
        return
    try:
        found = swapper_of(folder)
    except OSError as error:
        raise UsageError(Problem(f"{what} {os.fspath(folder)!r} cannot be reached: {error.strerror}")) from None
    if found is not None:
        raise UsageError(Problem(found.sentence(folder.resolve(), what), hint=found.hint))


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
