"""One sentence for each arm: what it does, and which counter or clock explains its ratio to the baseline. Pure.

The rule (rule 27). A difference in a counter has a usual cost (an order of magnitude, which ranks the counters and is
never shown). The counter with the largest cost in the direction of the difference explains it if that cost is at least
EXPLAINING_SHARE of it, or half of that where a clock shows that the difference is the kernel's work, which all of them
count. Otherwise the clocks decide (clocks.py): if most of the difference is shown to be CPU time, or waiting, that
explains it, and profiles name the functions. Otherwise nothing does. A difference that no verdict shows
is not explained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.judge.clock_shares import (
    ClockShares,
    DifferenceShare,
    call_parts,
    difference_of,
    function_parts,
    system_part,
    user_part,
)
from iotrial.judge.counters import Counters
from iotrial.judge.explained_profile import function_name
from iotrial.probes.trace import MOVERS, READING, WRITING
from iotrial.store.record import Calls
from iotrial.units import format_ns

Cause = Literal[
    "calls",
    "copied_bytes",
    "listed_bytes",
    "minor_faults",
    "device_read_bytes",
    "voluntary_switches",
    "waiting_ns",
    "user_ns",
    "system_ns",
    "cpu_ns",
    "none",
]

#: The usual cost of one more of a counter, in ns: a byte copied within the memory, a byte of a folder's entries, a page
#: given or mapped, and a byte from a device.
USUAL_NS: dict[Cause, float] = {
    "copied_bytes": 0.1,
    "listed_bytes": 5.0,
    "minor_faults": 1_000.0,
    "device_read_bytes": 1.0,
}

#: The same of system calls: the way in and out of the kernel, and more if it moves bytes, walks a path or maps memory.
BARE_CALL_NS = 200.0
CALL_NS: Mapping[str, float] = {
    **dict.fromkeys(READING | WRITING, 500.0),
    **dict.fromkeys(("open", "openat", "openat2", "creat", "mmap", "mmap_anonymous", "munmap", "mremap"), 1_000.0),
    **dict.fromkeys(("unlink", "unlinkat", "rename", "renameat", "renameat2"), 2_000.0),
}

#: Calls that wait for a device, where there is one, and their usual cost then.
SYNCS = ("fsync", "fdatasync", "sync_file_range", "msync")
SYNC_NS = 1_000_000.0

#: A counter explains a difference if its usual cost is at least this share of it.
EXPLAINING_SHARE = 0.2

#: The part of an arm's time from which on it is worth a word that its garbage collector takes it.
LEAST_COLLECTING_SHARE = 0.02

#: From this share on, a part of a difference is called all of it.
ALL = 0.995

#: The most kinds of call that a sentence names, and the share of all calls below which a kind is not named.
NAMED_CALLS = 4
NAMED_SHARE = 0.02

#: A kind of call that moves this share of all bytes that are moved is named first, however few of it there are.
MOST_MOVED_SHARE = 0.3

_NOUNS = {"read": ("read", "reads"), "write": ("write", "writes")}

#: The words for one and for several of a counter, for those causes that are said with their two counts alone.
_COUNTED: Mapping[Cause, tuple[str, str]] = {
    "copied_bytes": ("byte copied between process and kernel", "bytes copied between process and kernel"),
    "listed_bytes": ("byte of folder entries read", "bytes of folder entries read"),
    "minor_faults": ("page fault", "page faults"),
    "device_read_bytes": ("byte read from the device", "bytes read from the device"),
}

#: The causes that a profile can take down to functions: of the program, of the kernel.
PROFILED: Mapping[Cause, tuple[bool, bool]] = {
    "user_ns": (True, False),
    "system_ns": (False, True),
    "cpu_ns": (True, True),
}

_CLOCKED: Mapping[Cause, str] = {
    "user_ns": "user time of the program",
    "system_ns": "system time",
    "cpu_ns": "CPU time of the process",
}


@dataclass(frozen=True)
class Explanation:
    """The counter or clock that explains an arm's ratio (None if there is nothing to explain), and a sentence.

    share: the part of the difference that a clock shows. functions: those that explain it, the first the most.
    """

    cause: Cause | None
    sentence: str
    share: float | None = None
    functions: tuple[str, ...] = ()


def describe(arm: str, own: Counters) -> str:
    """Describe one iteration of an arm: `LANGUAGE/METHOD makes 2,560 reads and 2,560 writes of 8,192 bytes and …`."""
    if not own.calls:
        if own.call_count is None:
            return f"what {arm} asks of the system is not known"
        return f"{arm} makes {_counted(own.call_count, 'read or write', 'reads and writes')}"
    listed = _listed(_phrases(own))
    mapped = own.calls.get("mmap")
    if mapped is not None and mapped.bytes:
        return f"{arm} makes {listed}, and maps {_bytes(mapped.bytes)}"
    reads = any(name in READING and (found.bytes or 0) > 0 for name, found in own.calls.items())
    return f"{arm} makes {listed}, and maps nothing" if reads else f"{arm} makes {listed}"


def collecting(own: Counters) -> str:
    """Say how much of an arm's time its garbage collector takes; empty if it takes hardly any, or was not examined."""
    if not own.collections or not own.gc_ns or not own.wall_ns or own.gc_ns < LEAST_COLLECTING_SHARE * own.wall_ns:
        return ""
    share = min(1.0, own.gc_ns / own.wall_ns)
    times = f"{own.collections:.2g} times an iteration" if own.collections < 1 else f"{_number(own.collections)} times"
    often = "once" if own.collections == 1 else times
    return f"its garbage collector stops it {often}, for {_time(own.gc_ns)} ({share * 100:.0f} % of its time)"


def explain(
    arm: str,
    own: Counters,
    baseline: str,
    base: Counters,
    verdict: str | None,
    ratio: float | None,
    clocks: ClockShares | None = None,
) -> Explanation:
    """Explain an arm: what it does, and the counter or clock behind its verdict against the baseline."""
    does = describe(arm, own)
    if verdict not in ("faster", "slower") or own.wall_ns is None or base.wall_ns is None or ratio is None:
        return Explanation(None, f"{does}; {_nothing_to_explain(baseline, own, base, verdict)}")
    clocks = clocks or ClockShares()
    cause = cause_of(own, base, clocks)
    takes = f"{does}; it takes {ratio:.3g} times as long as {baseline}"
    if cause not in PROFILED:
        return Explanation(cause, f"{takes}: {_because(cause, own, base)}")
    part = _clock_share(cause, own, base, clocks)
    program, kernel = PROFILED[cause]
    found = function_parts(own, base, program=program, kernel=kernel)
    functions = [(function_name(one.name, one.file), of) for one, of in found]
    spender = baseline if verdict == "faster" else arm
    because = _because_clock(cause, own, base, part, functions, spender)
    return Explanation(cause, f"{takes}: {because}", part, tuple(name for name, _ in functions))


def cause_of(own: Counters, base: Counters, clocks: ClockShares) -> Cause:
    """The counter or clock that explains the difference in time between two arms."""
    difference_ns = difference_of(own, base)
    assert difference_ns is not None
    costs = {name: (_more(_value(own, name), _value(base, name)) or 0.0) * each for name, each in USUAL_NS.items()}
    costs["calls"] = sum(_call_costs(own, base).values())
    direction = 1 if difference_ns > 0 else -1
    best = max(costs, key=lambda name: direction * costs[name])
    if direction * costs[best] >= EXPLAINING_SHARE * abs(difference_ns):
        return best
    if clocks.is_cpu:
        parts: dict[Cause, DifferenceShare | None] = {
            "user_ns": user_part(own, base),
            "system_ns": system_part(own, base),
        }
        clock: Cause = next((name for name, part in parts.items() if part is not None and part.is_most()), "cpu_ns")
        is_kernels = clock == "system_ns" and direction * costs[best] >= EXPLAINING_SHARE / 2 * abs(difference_ns)
        return best if is_kernels else clock
    waits = direction * (_more(own.voluntary_switches, base.voluntary_switches) or 0.0)
    # Two arms that both read from a device may wait equally often, but one of them longer.
    if clocks.is_waiting and (waits >= 1 or _both_read(own, base)):
        return "voluntary_switches"
    return "waiting_ns" if clocks.is_waiting and clocks.may_wait else "none"


def _clock_share(cause: Cause, own: Counters, base: Counters, clocks: ClockShares) -> float | None:
    """Return the part of the difference that the clock of a cause shows; at most all of it."""
    parts = {"user_ns": user_part, "system_ns": system_part}
    part = parts[cause](own, base) if cause in parts else None
    share = clocks.cpu_share if part is None else part.share
    return None if share is None else min(1.0, share)


def _both_read(own: Counters, base: Counters) -> bool:
    """True if both arms read from a device, as at a cold level."""
    return bool(own.device_read_bytes and base.device_read_bytes)


def _nothing_to_explain(baseline: str, own: Counters, base: Counters, verdict: str | None) -> str:
    if verdict == "equivalent":
        calls = _calls_compared(own, base)
        return f"it takes as long as {baseline}" + (f", with {calls}" if calls else "")
    if verdict == "undecided":
        return f"whether it takes as long as {baseline} is undecided, so there is nothing to explain"
    return "it is not compared"


def _calls_compared(own: Counters, base: Counters) -> str:
    """`the same calls`, or how many instead of how many; empty if one of the two was not traced."""
    if not own.calls or not base.calls:
        return ""
    one, other = ({name: found.count for name, found in counters.calls.items()} for counters in (own, base))
    if one == other:
        return "the same calls"
    return f"{_counted(own.call_count, 'system call', 'system calls')} instead of {_count(base)}"


def _because_calls(own: Counters, base: Counters) -> str:
    calls = _counted(own.call_count, "system call", "system calls")
    text = f"{calls} instead of {_count(base)} {_explain(own.call_count)} it"
    costs = _call_costs(own, base)
    if "" in costs:
        return text
    total = sum(costs.values())
    name = max(sorted(costs), key=lambda name: total * costs[name])  # the largest with the sign of all together
    sizes = [counters.calls[name].usual_bytes for counters in (own, base) if name in counters.calls]
    of = ""
    if len(sizes) == 2 and sizes[0] is not None and sizes[1] is not None and sizes[0] != sizes[1]:
        of = f", of {_bytes(sizes[0])} instead of {_number(sizes[1])}"
    kind = f"{_number(_calls(own, name))} {name} instead of {_number(_calls(base, name))}{of}"
    more = _more(own.call_count, base.call_count)
    if more is None or total * more > 0:
        return f"{text}, above all {kind}"
    # It makes fewer calls and takes longer, or the other way round: those of one kind explain it, not their number.
    return f"{kind} {_explain(_calls(own, name))} it ({calls} in all instead of {_count(base)})"


def _because_clock(
    cause: Cause,
    own: Counters,
    base: Counters,
    share: float | None,
    functions: Sequence[tuple[str, DifferenceShare]],
    spender: str,
) -> str:
    """`no call differs; 86 % of the difference is user time of the program (0.77 of 0.9 ms), above all in …`."""
    difference_ns = abs(difference_of(own, base) or 0.0)
    what = _CLOCKED[cause]
    in_call = max(call_parts(own, base).items(), key=lambda one: one[1].share, default=None)
    if cause == "system_ns" and in_call is not None and in_call[1].is_most():
        what += f" in {in_call[0]}"
    if share is None:
        text = f"most of the difference is {what}"
    elif share >= ALL:
        text = f"all of the difference is {what} ({_time(difference_ns)})"
    else:
        times = f"{_time(share * difference_ns)} of {_time(difference_ns)}"
        text = f"{share * 100:.0f} % of the difference is {what} ({times})"
    if functions:
        named = _listed([f"{name} ({part.share * 100:.0f} %)" for name, part in functions])
        text += f", above all in {named}" if len(functions) > 1 else f", in {named}"
        text += f" of {spender}"
    calls = _calls_compared(own, base)
    if calls == "the same calls":
        return f"no call differs; {text}"
    return f"{text}, with {calls}" if calls else text


def _because_waits(own: Counters, base: Counters) -> str:
    if _both_read(own, base):
        return f"waiting for the device explains it: {_time(own.waiting_ns)} instead of {_time(base.waiting_ns)}"
    times = _counted(own.voluntary_switches, "time", "times")
    return (
        f"waiting explains it: {times} instead of {_number(base.voluntary_switches)}, "
        f"{_time(own.waiting_ns)} in all instead of {_time(base.waiting_ns)}"
    )


def _because_off_cpu(own: Counters, base: Counters) -> str:
    each = ", for each worker" if own.workers > 1 else ""
    return f"time without a CPU explains it: {_time(own.waiting_ns)} instead of {_time(base.waiting_ns)}{each}"


def _because_nothing(own: Counters, base: Counters) -> str:
    return (
        f"neither a counter nor a clock explains it (user time {_time(own.user_ns)} instead of {_time(base.user_ns)}, "
        f"system time {_time(own.system_ns)} instead of {_time(base.system_ns)})"
    )


#: The causes that have a sentence of their own.
_BECAUSE: Mapping[Cause, Callable[[Counters, Counters], str]] = {
    "calls": _because_calls,
    "voluntary_switches": _because_waits,
    "waiting_ns": _because_off_cpu,
    "none": _because_nothing,
}


def _because(cause: Cause, own: Counters, base: Counters) -> str:
    if cause in _BECAUSE:
        return _BECAUSE[cause](own, base)
    count = _value(own, cause)
    return f"{_counted(count, *_COUNTED[cause])} instead of {_number(_value(base, cause))} {_explain(count)} it"


def _explain(count: float | None) -> str:
    return "explains" if count == 1 else "explain"


def _call_costs(own: Counters, base: Counters) -> dict[str, float]:
    """The usual cost of the calls that one arm makes more than another, in ns; by name if the calls were traced."""
    if own.calls and base.calls:
        names = own.calls.keys() | base.calls.keys()
        each_ns = {**CALL_NS, **dict.fromkeys(SYNCS, _sync_ns(own, base))}
        return {name: (_calls(own, name) - _calls(base, name)) * each_ns.get(name, BARE_CALL_NS) for name in names}
    if own.calls or base.calls:
        return {"": 0.0}  # one counts all its calls, the other only reads and writes: that cannot be compared
    return {"": (_more(own.call_count, base.call_count) or 0.0) * BARE_CALL_NS}


def _sync_ns(own: Counters, base: Counters) -> float:
    """Return the usual cost of a sync: no more than was waited, for one of files in memory does not wait at all."""
    more = sum(_calls(own, name) - _calls(base, name) for name in SYNCS)
    waited_ns = _more(own.waiting_ns, base.waiting_ns)
    if not more or waited_ns is None:
        return SYNC_NS
    return min(SYNC_NS, max(BARE_CALL_NS, waited_ns / more))


def _value(counters: Counters, name: Cause) -> float | None:
    value: float | None = getattr(counters, name)
    return value


def _more(own: float | None, base: float | None) -> float | None:
    return None if own is None or base is None else own - base


def _calls(counters: Counters, name: str) -> float:
    found = counters.calls.get(name)
    return found.count if found else 0.0


def _count(counters: Counters) -> str:
    return _number(counters.call_count)


def _phrases(own: Counters) -> list[str]:
    """The calls that matter: those that move most bytes, or any, then the most frequent; neighbours share one size."""
    total = sum(found.count for found in own.calls.values())
    moved = {name: found.bytes or 0.0 for name, found in own.calls.items() if name in MOVERS}
    most = max(1.0, MOST_MOVED_SHARE * sum(moved.values()))
    kinds = sorted(
        (name for name, found in own.calls.items() if moved.get(name) or found.count > max(1, NAMED_SHARE * total)),
        key=lambda name: (moved.get(name, 0.0) < most, -bool(moved.get(name)), -_moving(own.calls[name]), name),
    )
    named = [name for name in kinds if name != "mmap"][:NAMED_CALLS]
    counts = {name: _moving(own.calls[name]) for name in named}
    sizes = [_of_bytes(own.calls[name]) for name in named]
    texts: list[str] = []
    of_one_size: list[str] = []
    for name, size, following in zip(named, sizes, [*sizes, ""][1:], strict=True):
        of_one_size.append(_counted(counts[name], *_NOUNS.get(name, (f"{name} call", f"{name} calls"))))
        if not size or size != following:
            texts.append(" and ".join(of_one_size) + size)
            of_one_size = []
    if not texts:
        return [_counted(total, "system call", "system calls")]
    others = total - sum(counts.values())
    return [*texts, _counted(others, "other system call", "other system calls")] if others >= 1 else texts


def _bytes(count: float) -> str:
    return _counted(count, "byte", "bytes")


def _counted(count: float | None, one: str, several: str) -> str:
    return f"{_number(count)} {one if count == 1 else several}"


def _moving(found: Calls) -> float:
    """The number of calls that moved something; all calls of a kind that moves nothing."""
    return found.count - found.empty_count if found.empty_count < found.count else found.count


def _of_bytes(found: Calls) -> str:
    if found.usual_bytes is None or not found.bytes:
        return ""
    exact = found.usual_bytes * _moving(found) == found.bytes
    return f" of {'' if exact else 'mostly '}{_bytes(found.usual_bytes)}"


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _number(value: float | None) -> str:
    if value is None:
        return "an unknown number of"
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:,.1f}"


def _time(ns: float | None) -> str:
    return "unknown" if ns is None else format_ns(ns)
