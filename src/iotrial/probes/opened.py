"""Files that a traced process has open, what it wrote to them, and the names that it gave them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from mmap import MAP_ANONYMOUS, MAP_SHARED, PROT_WRITE
from pathlib import Path

from iotrial.probes.trace import WRITING, Call

#: The descriptor that means the folder in which a process is, as numbers are read: signed, and of 32 bits.
CURRENT = frozenset((-100, 0xFFFFFF9C))

#: The place of the path in each call that opens a file by it, and of the flags; openat2() has these in memory.
OPENING = {"open": 0, "creat": 0, "openat": 1, "openat2": 1}
FLAGS_AT = {"open": 1, "openat": 2}
CREATING = {"creat": os.O_CREAT}

#: The places of both paths, or of the one, in each call that changes names. In those that end in `at` or `at2`, a
#: descriptor of a folder is right before each.
MOVING = {"rename": (0, 1), "renameat": (1, 3), "renameat2": (1, 3)}
LINKING = {"link": (0, 1), "linkat": (1, 3)}
MAKING = {"mkdir": 0, "mkdirat": 1}
REMOVING = {"unlink": 0, "unlinkat": 1, "rmdir": 0}

#: Calls of which a trace needs the paths, or what fcntl() is asked to lock.
IN_WORDS = (*OPENING, *MOVING, *LINKING, *MAKING, *REMOVING, "chdir", "fcntl")

#: Calls that give another number for what has one already; fcntl() does so with these commands.
COPYING = frozenset(("dup", "dup2", "dup3"))
F_DUPS = frozenset((0, 1030))

#: Calls that give a descriptor by which threads wake each other, in which no file is.
WAKING = frozenset(("eventfd", "eventfd2", "timerfd_create"))

#: Calls that move bytes from one descriptor to another, of which the third argument is where they go.
TO_THE_THIRD = frozenset(("copy_file_range", "splice"))

#: Commands of ioctl() by which a file gets the bytes of another: FICLONE and FICLONERANGE.
CLONING = frozenset((0x40049409, 0x4020940D))

#: The path by which a process names what it has open itself.
_OWN_FILE = re.compile(r"/(?:proc/(?:self|thread-self|\d+)|dev)/fd/(\d+)\Z")


@dataclass
class AnyFile:
    """A file or a folder: its names as far as they are known, and how many writes are not on the device."""

    names: set[str] = field(default_factory=set)
    is_known: bool = True  # by a name, or by having none
    unsynced: int = 0


@dataclass(frozen=True)
class Before:
    """The state of a process before its work: open files by descriptor, its folder, and the paths that are there."""

    opened: Mapping[int, str] = field(default_factory=dict)
    folder: str = "/"
    there: Collection[str] = ()
    place: str = "/"  # work is what lies below this folder


@dataclass(frozen=True)
class _Open:
    file: AnyFile
    is_dsync: bool = False


class OpenFiles:
    """The files that a process has open and has named, call by call; paths that a trace does not tell count as work."""

    def __init__(self, before: Before, beside: Collection[int]) -> None:
        """Begin before the work; descriptors in `beside` hold no file of it until their number is given to one."""
        self._beside = set(beside)
        self._there = set(before.there)
        self._place = before.place.rstrip("/") + "/"
        self._folder = before.folder
        self._named: dict[str, AnyFile] = {}
        self._open = {number: _Open(self._file_at(path)) for number, path in before.opened.items()}
        self._mapped: list[tuple[int, int, AnyFile]] = []  # from one address to another
        self.new_names: set[str] = set()

    def of(self, number: int) -> AnyFile:
        """Return the file that has a descriptor."""
        return self._open.setdefault(number, _Open(AnyFile(is_known=False))).file

    def is_dsync(self, number: int) -> bool:
        """True if each write by a descriptor is on the device when it returns."""
        return number in self._open and self._open[number].is_dsync

    def is_work(self, file: AnyFile) -> bool:
        """True if a file is part of the work: it lies in its place, or its place is unknown."""
        return not file.is_known or any(name.startswith(self._place) for name in file.names)

    def written_by(self, call: Call) -> int | None:
        """Return the descriptor of a file that a call writes to; None if it writes to none."""
        number = None
        if call.name in TO_THE_THIRD:
            number = call.number(2)
        elif call.name in WRITING or (call.name == "ioctl" and call.number(1) in CLONING):
            number = call.number(0)
        return None if number in self._beside else number

    def work(self) -> Iterator[AnyFile]:
        """All files of the work."""
        known = [*self._named.values(), *(one.file for one in self._open.values()), *(one[2] for one in self._mapped)]
        yield from {id(file): file for file in known if self.is_work(file)}.values()

    def follow(self, call: Call) -> None:
        """Follow a call that opens, copies or maps a file, or changes a name."""
        name = call.name
        assert call.gave is not None
        if name in OPENING:
            self._beside.discard(call.gave)
            self._opened(call, call.gave)
        elif name in WAKING:
            self._beside.add(call.gave)
        elif _is_copying(call):
            self._copied(call, call.gave)
        elif name in MOVING:
            self._moved(*(self._path(call, at) for at in MOVING[name]))
        elif name in LINKING:
            self._linked(*(self._path(call, at) for at in LINKING[name]))
        elif name in MAKING and (path := self._path(call, MAKING[name])) is not None:
            self._name(path, AnyFile())
        elif name in REMOVING:
            self._forget(self._path(call, REMOVING[name]))
        elif name == "mmap":
            self._map(call, call.gave)
        elif name == "chdir":
            self._folder = self._path(call, 0) or self._folder

    def sync(self, number: int | None) -> None:
        """Bring a file to the device: its bytes, or the names that it holds if it is a folder."""
        if number is None:
            return
        file = self.of(number)
        file.unsynced = 0
        self.new_names -= {name for name in self.new_names if str(Path(name).parent) in file.names}

    def sync_mapped(self, address: int | None) -> None:
        """Bring what was stored to a mapping of a file to the device."""
        for begin, end, file in self._mapped:
            if address is not None and begin <= address < end:
                file.unsynced = 0

    def sync_all(self) -> None:
        """Bring all to the device."""
        for file in (*self._named.values(), *(one.file for one in self._open.values())):
            file.unsynced = 0
        self.new_names.clear()

    def _opened(self, call: Call, number: int) -> None:
        path = self._path(call, OPENING[call.name])
        flags = CREATING.get(call.name, 0)
        if call.name in FLAGS_AT:
            flags = call.number(FLAGS_AT[call.name]) or 0
        if path is None:
            file = AnyFile(is_known=False)
        elif flags & os.O_TMPFILE == os.O_TMPFILE:
            file = AnyFile()
        elif flags & os.O_CREAT and path not in self._named and path not in self._there:
            file = self._name(path, AnyFile())
        else:
            file = self._file_at(path)
        self._open[number] = _Open(file, bool(flags & os.O_DSYNC))

    def _copied(self, call: Call, number: int) -> None:
        first = call.number(0)
        if first in self._beside:
            self._beside.add(number)
            return
        self._beside.discard(number)
        if first in self._open:
            self._open[number] = self._open[first]

    def _file_at(self, path: str) -> AnyFile:
        return self._named.setdefault(path, AnyFile({path}))

    def _name(self, path: str, file: AnyFile) -> AnyFile:
        """Give a file a name that its folder does not have on the device yet."""
        self._forget(path)
        file.names.add(path)
        self._named[path] = file
        if path.startswith(self._place):
            self.new_names.add(path)
        return file

    def _forget(self, path: str | None) -> None:
        if path is None:
            return
        self.new_names.discard(path)
        self._there.discard(path)
        if path in self._named:
            self._named.pop(path).names.discard(path)

    def _linked(self, old: str | None, new: str | None) -> None:
        if new is not None:
            self._name(new, AnyFile(is_known=False) if old is None else self._at_or_open(old))

    def _moved(self, old: str | None, new: str | None) -> None:
        if old is None or new is None or old == new:
            return
        below = {path: new + path.removeprefix(old) for path in self._named if path.startswith(old + "/")}
        file = self._at_or_open(old)
        self._forget(old)
        self._name(new, file)
        for path, moved in below.items():  # of a folder that was moved
            is_new = path in self.new_names
            one = self._named[path]
            self._forget(path)
            self._name(moved, one)
            if not is_new:
                self.new_names.discard(moved)

    def _at_or_open(self, path: str) -> AnyFile:
        own = _OWN_FILE.match(path)
        return self.of(int(own[1])) if own else self._file_at(path)

    def _map(self, call: Call, address: int) -> None:
        length, protection, flags, number = (call.number(at) or 0 for at in (1, 2, 3, 4))
        if flags & MAP_SHARED and protection & PROT_WRITE and not flags & MAP_ANONYMOUS:
            file = self.of(number)
            file.unsynced += 1  # what is stored there is not seen
            self._mapped.append((address, address + length, file))

    def _path(self, call: Call, at: int) -> str | None:
        """Return a path of a call, from the root; None if it is not known."""
        path = call.path(at)
        if path is None:
            return None
        start = self._folder
        if call.name.endswith(("at", "at2")) and call.name != "creat" and call.number(at - 1) not in CURRENT:
            folder = self._open.get(call.number(at - 1) or 0)
            names = sorted(folder.file.names) if folder is not None else []
            if not path:  # linkat() of a descriptor itself
                return f"/proc/self/fd/{call.number(at - 1)}"
            if not names and not path.startswith("/"):
                return None
            start = names[0] if names else "/"
        path = str(Path(start, path))
        return path if _OWN_FILE.match(path) else resolved(path)


def _is_copying(call: Call) -> bool:
    """True if a call gives another number for what has one already."""
    return call.name in COPYING or (call.name == "fcntl" and call.number(1) in F_DUPS)


@cache
def _folder_of(folder: str) -> str:
    return os.path.realpath(folder)


def resolved(path: str) -> str:
    """Return a path whose folder has no links above it; the name itself may be one."""
    whole = Path(os.path.normpath(path))
    return str(Path(_folder_of(str(whole.parent)), whole.name))
