"""A worker's system calls by request, from what strace printed. Pure: text in, counts out.

The lines are those of `strace -f -e raw=all`: a process number, the call with its arguments as numbers, and its
result. All calls between the reading of one request and of the next belong to the first. The messages of the protocol
itself are known by their descriptors.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from mmap import MAP_ANONYMOUS

#: Calls that copy bytes in, and calls that copy bytes out; splice moves pages and copies nothing.
READING = frozenset(("read", "pread64", "readv", "preadv", "preadv2", "recvfrom", "sendfile", "copy_file_range"))
WRITING = frozenset(("write", "pwrite64", "writev", "pwritev", "pwritev2", "sendto", "sendfile", "copy_file_range"))

#: Calls that read a folder.
LISTING = frozenset(("getdents64", "getdents"))

#: Calls whose result is the number of bytes that they moved.
MOVERS = READING | WRITING | LISTING | {"splice", "tee", "vmsplice"}

#: The call that a kit makes right before its iterations, and right after them (kits/PROTOCOL.md).
COUNTERS = "getrusage"

#: Calls whose result is the descriptor of a file that is now open.
OPENING = frozenset(("open", "openat", "openat2"))

_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<gave>\?|-?\w+)", re.DOTALL)
_PATH = re.compile(r'"(?P<digits>(?:\\x[0-9a-f]{2})*)"')
_UNFINISHED = re.compile(r"(?P<begun>.*?) *<unfinished \.\.\.>\Z", re.DOTALL)
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>(?P<rest>.*)", re.DOTALL)


@dataclass(frozen=True)
class Call:
    """One system call: its name, its arguments as strace prints them, and its result; None if that is no number."""

    name: str
    words: list[str]
    gave: int | None

    def number(self, at: int) -> int | None:
        """Return the argument at a place; None if there is none, or it is no number."""
        return _number(self.words[at]) if at < len(self.words) else None

    def path(self, at: int) -> str | None:
        """Return the path at a place, which is printed in hexadecimal digits; None if it is not."""
        matched = _PATH.fullmatch(self.words[at]) if at < len(self.words) else None
        return os.fsdecode(bytes.fromhex(matched["digits"].replace("\\x", ""))) if matched else None


@dataclass(frozen=True)
class Traced:
    """One system call: its name, and the bytes that it moved or mapped (None for a call that does neither)."""

    name: str
    byte_count: int | None = None


@dataclass
class Request:
    """All calls that a worker made for one request: how often each came, and how often with each number of bytes."""

    calls: Counter[str] = field(default_factory=Counter)
    sizes: Counter[tuple[str, int]] = field(default_factory=Counter)
    work: Request | None = None  # of these, the calls between the two readings of the counters

    _readings: int = 0
    _counter: int | None = None  # the file of counters that was read last

    def add(self, traced: Traced) -> None:
        """Count a call."""
        is_marked = self._readings or self.work is None  # by this call, which a runtime may make for itself as well
        if traced.name == COUNTERS and is_marked:
            self.work = Request() if self.work is None else self.work
            self._readings += 1
        elif self.work is not None and (self._readings == 1 or self._counter is not None):
            self.work.add(traced)
        self.calls[traced.name] += 1
        if traced.byte_count is not None:
            self.sizes[traced.name, traced.byte_count] += 1

    def read_counter(self, descriptor: int) -> None:
        """Note that a kit reads a file of counters.

        One without getrusage() has the work between the two readings of the file that it reads right next to the
        clock: the first that is read twice running.
        """
        if self._readings or (self.work is not None and self._counter is None):
            return
        is_after = descriptor == self._counter
        self._counter = None if is_after else descriptor
        if not is_after:
            self.work = Request()


@dataclass(frozen=True)
class Talk:
    """A worker's own descriptors, all copies of them, listed after the trace: of the protocol, and of what it reads."""

    requests: Collection[int]
    replies: Collection[int]
    counters: Collection[int] = ()  # files in which the scheduler counts, which a kit reads around the work


def requests(lines: Iterable[str], talk: Talk) -> list[Request]:
    """Return the requests of a trace, in order; what came before the first and the protocol's messages are left out."""
    found: list[Request] = []
    traced = list(calls(lines))
    opened = {gave: number for number, (name, _, gave) in enumerate(traced) if name in OPENING}
    for number, (name, arguments, gave) in enumerate(traced):
        first = arguments[0]
        # A descriptor that a kit opened on the way may have been that of another file before.
        is_counter = first in talk.counters and number > opened.get(first, -1)
        if name in READING and first in talk.requests:
            if gave is not None and gave > 0:
                found.append(Request())
        elif found and first is not None and is_counter:
            if name in READING:
                found[-1].read_counter(first)
        elif found and not (name in WRITING and first in talk.replies):
            found[-1].add(_traced(name, arguments, gave))
    return found


def request_of(lines: Iterable[str]) -> Request:
    """Return all calls of a trace as one request: of processes that do not speak the protocol."""
    found = Request()
    for name, arguments, gave in calls(lines):
        found.add(_traced(name, arguments, gave))
    return found


def calls(lines: Iterable[str]) -> Iterator[tuple[str, list[int | None], int | None]]:
    """Return the calls of a trace that ended: name, arguments and result, None for what is no number."""
    for call in calls_in_words(lines):
        yield call.name, [_number(word) for word in call.words], call.gave


def calls_in_words(lines: Iterable[str]) -> Iterator[Call]:
    """Return the calls of a trace that ended, with their arguments as they are printed."""
    for call in _whole(lines):
        matched = _CALL.match(call)
        if matched is not None and matched["gave"] != "?":
            yield Call(matched["name"], matched["arguments"].split(", "), _number(matched["gave"]))


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """Return calls without their process number; a call that another thread cut in two is joined at its end."""
    begun: dict[str, str] = {}
    for line in lines:
        process, _, text = line.rstrip("\n").partition(" ")
        text = text.lstrip()
        if unfinished := _UNFINISHED.match(text):
            begun[process] = unfinished["begun"]
        elif resumed := _RESUMED.match(text):
            yield begun.pop(process, "") + resumed["rest"].lstrip()
        else:
            yield text


def _traced(name: str, arguments: list[int | None], gave: int | None) -> Traced:
    if name == "mmap" and len(arguments) > 3:
        flags, length = arguments[3], arguments[1]
        return Traced("mmap_anonymous" if flags is not None and flags & MAP_ANONYMOUS else "mmap", length)
    if name in MOVERS and gave is not None and gave >= 0:
        return Traced(name, gave)
    return Traced(name)


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None
