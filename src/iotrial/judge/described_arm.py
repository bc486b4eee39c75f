"""A description of an arm: its calls, what they move and map, and its garbage collector. Pure."""

from __future__ import annotations

from iotrial.judge.counters import Counters
from iotrial.probes.trace import MOVERS, READING
from iotrial.store.record import Calls
from iotrial.units import format_ns

#: The part of an arm's time from which on it is worth a word that its garbage collector takes it.
LEAST_COLLECTING_SHARE = 0.02

#: The most kinds of call that a sentence names, and the share of all calls below which a kind is not named.
NAMED_CALLS = 4
NAMED_SHARE = 0.02

#: A kind of call that moves this share of all bytes that are moved is named first, however few of it there are.
MOST_MOVED_SHARE = 0.3

#: Of fewer calls than these none is the usual size of most.
LEAST_OF_MOST = 3

_NOUNS = {"read": ("read", "reads"), "write": ("write", "writes")}

#: Names of ours for kinds of call that the system has no name for.
_NAMES = {"mmap_anonymous": "anonymous mmap"}


def describe(arm: str, own: Counters) -> str:
    """Describe one iteration of an arm: `LANGUAGE/METHOD makes 2,560 reads and 2,560 writes of 8,192 bytes and …`."""
    if not own.calls:
        if own.call_count is None:
            return f"what {arm} asks of the system is not known"
        return f"{arm} makes {counted(own.call_count, 'read or write', 'reads and writes')}"
    calls = listed(_phrases(own))
    mapped = own.calls.get("mmap")
    if mapped is not None and mapped.bytes:
        return f"{arm} makes {calls}, and maps {byte_words(mapped.bytes)} of files"
    reads = any(name in READING and (found.bytes or 0) > 0 for name, found in own.calls.items())
    return f"{arm} makes {calls}, and maps no file" if reads else f"{arm} makes {calls}"


def collecting(own: Counters) -> str:
    """Say how much of an arm's time its garbage collector takes; empty if it takes hardly any, or was not examined."""
    if not own.collections or not own.gc_ns or not own.wall_ns or own.gc_ns < LEAST_COLLECTING_SHARE * own.wall_ns:
        return ""
    share = min(1.0, own.gc_ns / own.wall_ns)
    times = f"{own.collections:.2g} times an iteration" if own.collections < 1 else f"{number(own.collections)} times"
    often = "once" if own.collections == 1 else times
    return f"its garbage collector stops it {often}, for {time_words(own.gc_ns)} ({share * 100:.0f} % of its time)"


def _phrases(own: Counters) -> list[str]:
    """The calls that matter: those that move most bytes, or any, then the most frequent; neighbours share one size."""
    total = sum(found.count for found in own.calls.values())
    moved = {name: found.bytes or 0.0 for name, found in own.calls.items() if name in MOVERS}
    most = max(1.0, MOST_MOVED_SHARE * sum(moved.values()))
    kinds = sorted(
        (name for name, found in own.calls.items() if moved.get(name) or found.count > max(1, NAMED_SHARE * total)),
        key=lambda name: (moved.get(name, 0.0) < most, -bool(moved.get(name)), -moving(own.calls[name]), name),
    )
    named = [name for name in kinds if name != "mmap"][:NAMED_CALLS]
    counts = {name: moving(own.calls[name]) for name in named}
    sizes = [_of_bytes(own.calls[name]) for name in named]
    texts: list[str] = []
    of_one_size: list[str] = []
    for name, size, following in zip(named, sizes, [*sizes, ""][1:], strict=True):
        of_one_size.append(counted(counts[name], *_nouns(name)))
        if not size or size != following:
            texts.append(" and ".join(of_one_size) + size)
            of_one_size = []
    if not texts:
        return [counted(total, "system call", "system calls")]
    others = total - sum(counts.values())
    return [*texts, counted(others, "other system call", "other system calls")] if others >= 1 else texts


def _nouns(name: str) -> tuple[str, str]:
    return _NOUNS.get(name, (f"{call_words(name)} call", f"{call_words(name)} calls"))


def call_words(name: str) -> str:
    """Return the name of a kind of call, for people."""
    return _NAMES.get(name, name)


def byte_words(count: float) -> str:
    """Return `1 byte`, or `8,192 bytes`."""
    return counted(count, "byte", "bytes")


def counted(count: float | None, one: str, several: str) -> str:
    """Return a number with its noun."""
    return f"{number(count)} {one if count == 1 else several}"


def moving(found: Calls) -> float:
    """The number of calls that moved something; all calls of a kind that moves nothing."""
    return found.count - found.empty_count if found.empty_count < found.count else found.count


def _of_bytes(found: Calls) -> str:
    if found.usual_bytes is None or not found.bytes:
        return ""
    if found.usual_bytes * moving(found) == found.bytes:
        return f" of {byte_words(found.usual_bytes)}"
    if moving(found) < LEAST_OF_MOST:
        return f" of {byte_words(found.bytes)} in all"
    return f" of mostly {byte_words(found.usual_bytes)}"


def listed(texts: list[str]) -> str:
    """Return `a, b and c`."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def number(value: float | None) -> str:
    """Return a count for people, who see tenths of small ones alone."""
    if value is None:
        return "an unknown number of"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.1f}"


def time_words(ns: float | None) -> str:
    """Return a time with its unit."""
    return "unknown" if ns is None else format_ns(ns)
