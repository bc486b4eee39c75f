"""One sentence for each arm: what it does, and which counter or clock explains its ratio to the baseline. Pure.

The rule (rule 27). A difference in a counter has a usual cost (an order of magnitude, which ranks the counters and is
never shown). All counters are of the kernel's work, or of waiting in it. So none explains a difference of which a clock
shows that most is the program's own time, or that the kernel has less than EXPLAINING_SHARE of it. Elsewhere the
counter with the largest cost in the direction of the difference explains it if that cost is at least EXPLAINING_SHARE
of it, or half of that where a clock shows that the difference is the kernel's work; it only may explain it if the
clocks tell too little, and what they tell points elsewhere. Otherwise the clocks decide (clock_shares.py): if most of
the difference is shown to be CPU time, or waiting, that explains it, and profiles name the functions. Otherwise nothing
does. A difference that no verdict shows is not explained.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.judge.clock_shares import (
    SURE,
    ClockShares,
    DifferenceShare,
    call_parts,
    difference_of,
    function_parts,
    system_part,
    user_part,
)
from iotrial.judge.counters import Counters
from iotrial.judge.described_arm import byte_words, call_words, counted, describe, listed, moving, number, time_words
from iotrial.judge.explained_profile import function_name
from iotrial.probes.trace import READING, WRITING

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

#: From this share on, a part of a difference is called all of it.
ALL = 0.995

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

#: The clock that a part of the CPU time is told from.
_OTHER: Mapping[Cause, Cause] = {"user_ns": "system_ns", "system_ns": "user_ns"}

#: What is said of a counter that may explain a difference, where the clocks tell too little, and that points elsewhere.
_DOUBT = "; so short a run does not tell if that is where the time goes, or if the program itself takes it"


@dataclass(frozen=True)
class Explanation:
    """The counter or clock that explains an arm's ratio (None if there is nothing to explain), and a sentence.

    share: the part of the difference that a clock shows. functions: those that explain it, the first the most.
    """

    cause: Cause | None
    sentence: str
    share: float | None = None
    functions: tuple[str, ...] = ()


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
        doubted = clocks.is_cpu and _kernel_share(own, base, 0.0) < EXPLAINING_SHARE
        because = _because(cause, own, base, doubted=doubted)
        return Explanation(cause, f"{takes}: {because}{_DOUBT if doubted else ''}")
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
    costs = _costs(own, base)
    direction = 1 if difference_ns > 0 else -1
    best = max(costs, key=lambda name: direction * costs[name])
    least_ns = EXPLAINING_SHARE * abs(difference_ns)
    if clocks.is_cpu:
        clock = _cpu_clock(own, base)
        if clock == "user_ns" or _kernel_share(own, base, SURE) < EXPLAINING_SHARE:
            return clock
        return best if direction * costs[best] >= least_ns / (2 if clock == "system_ns" else 1) else clock
    if direction * costs[best] >= least_ns:
        return best
    waits = direction * (_more(own.voluntary_switches, base.voluntary_switches) or 0.0)
    # Two arms that both read from a device may wait equally often, but one of them longer.
    if clocks.is_waiting and (waits >= 1 or _both_read(own, base)):
        return "voluntary_switches"
    return "waiting_ns" if clocks.is_waiting and clocks.may_wait else "none"


def _costs(own: Counters, base: Counters) -> dict[Cause, float]:
    """The usual cost of what one arm does more of than another, in ns, counter by counter."""
    costs = {name: (_more(_value(own, name), _value(base, name)) or 0.0) * each for name, each in USUAL_NS.items()}
    return {**costs, "calls": sum(_call_costs(own, base).values())}


def _cpu_clock(own: Counters, base: Counters) -> Cause:
    """The clock of a difference that is CPU time: the program's or the kernel's if one is shown to have most of it."""
    parts: dict[Cause, DifferenceShare | None] = {
        "user_ns": user_part(own, base),
        "system_ns": system_part(own, base),
    }
    return next((name for name, part in parts.items() if part is not None and part.is_most()), "cpu_ns")


def _kernel_share(own: Counters, base: Counters, errors: float) -> float:
    """The most that the kernel may have of a difference: what the clocks say, and a number of standard errors more."""
    part = system_part(own, base)
    return math.inf if part is None else part.share + errors * part.error


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
    return f"{counted(own.call_count, 'system call', 'system calls')} instead of {_count(base)}"


def _because_calls(own: Counters, base: Counters, *, doubted: bool) -> str:
    calls = counted(own.call_count, "system call", "system calls")
    text = f"{calls} instead of {_count(base)} {_explain(own.call_count, doubted=doubted)} it"
    costs = _call_costs(own, base)
    if "" in costs:
        return text
    total = sum(costs.values())
    name = max(sorted(costs), key=lambda name: total * costs[name])  # the largest with the sign of all together
    count, kind = _kind_compared(name, own, base)
    more = _more(own.call_count, base.call_count)
    if more is None or total * more > 0:
        return f"{text}, above all {kind}"
    # It makes fewer calls and takes longer, or the other way round: those of one kind explain it, not their number.
    return f"{kind} {_explain(count, doubted=doubted)} it ({calls} in all instead of {_count(base)})"


def _kind_compared(name: str, own: Counters, base: Counters) -> tuple[float, str]:
    """Count one kind of call of an arm, and say it beside another's.

    They are counted as they are described, without those that move nothing, unless these are what differs.
    """
    every, others = _calls(own, name), _calls(base, name)
    count, other = (moving(found.calls[name]) if name in found.calls else 0.0 for found in (own, base))
    if (count - other) * (every - others) <= 0:
        return every, f"{number(every)} {call_words(name)} instead of {number(others)}, with those that move nothing"
    sizes = [counters.calls[name].usual_bytes for counters in (own, base) if name in counters.calls]
    of = ""
    if len(sizes) == 2 and sizes[0] is not None and sizes[1] is not None and sizes[0] != sizes[1]:
        of = f", of {byte_words(sizes[0])} instead of {number(sizes[1])}"
    return count, f"{number(count)} {call_words(name)} instead of {number(other)}{of}"


def _because_clock(
    cause: Cause,
    own: Counters,
    base: Counters,
    share: float | None,
    functions: Sequence[tuple[str, DifferenceShare]],
    spender: str,
) -> str:
    """`no call differs; 86 % of the difference is user time of the program (0.77 of 0.9 ms), above all in …`."""
    against = _against(cause, own, base)
    difference_ns = abs(difference_of(own, base) or 0.0)
    what = _CLOCKED[cause]
    in_call = max(call_parts(own, base).items(), key=lambda one: one[1].share, default=None)
    if cause == "system_ns" and in_call is not None and in_call[1].is_most():
        what += f" in {in_call[0]}"
    if against:
        text = f"{what} explains it, {_clock_times(cause, own, base)}"
    elif share is None:
        text = f"most of the difference is {what}"
    elif share >= ALL:
        text = f"all of the difference is {what} ({time_words(difference_ns)})"
    else:
        times = f"{time_words(share * difference_ns)} of {time_words(difference_ns)}"
        text = f"{share * 100:.0f} % of the difference is {what} ({times})"
    if functions:
        # Shares of a difference of two parts, of which one goes the other way, come to more than all of it.
        named = listed([name if against else f"{name} ({part.share * 100:.0f} %)" for name, part in functions])
        text += f", above all in {named}" if len(functions) > 1 else f", in {named}"
        text += f" of {spender}"
    calls = _calls_compared(own, base)
    if calls == "the same calls":
        return f"no call differs; {text}{against}"
    return f"{text}, with {calls}{against}" if calls else f"{text}{against}"


def _against(cause: Cause, own: Counters, base: Counters) -> str:
    """Say that the other part of the CPU time goes the other way, and with which counter; empty if it is not shown."""
    if cause not in _OTHER:
        return ""
    other = _OTHER[cause]
    part = (user_part if other == "user_ns" else system_part)(own, base)
    if part is None or part.share + SURE * part.error >= 0:
        return ""
    text = f"; {_CLOCKED[other]} goes the other way, {_clock_times(other, own, base)}"
    part_ns = part.share * (difference_of(own, base) or 0.0)
    costs = {name: cost / part_ns for name, cost in _costs(own, base).items() if name in _COUNTED}
    most = max(costs, key=lambda name: costs[name])
    if other != "system_ns" or costs[most] < EXPLAINING_SHARE:
        return text
    return f"{text}, with {_counts(most, own, base)}"


def _clock_times(clock: Cause, own: Counters, base: Counters) -> str:
    return f"{time_words(_value(own, clock))} instead of {time_words(_value(base, clock))}"


def _because_waits(own: Counters, base: Counters) -> str:
    if _both_read(own, base):
        return (
            f"waiting for the device explains it: {time_words(own.waiting_ns)} instead of {time_words(base.waiting_ns)}"
        )
    times = counted(own.voluntary_switches, "time", "times")
    return (
        f"waiting explains it: {times} instead of {number(base.voluntary_switches)}, "
        f"{time_words(own.waiting_ns)} in all instead of {time_words(base.waiting_ns)}"
    )


def _because_off_cpu(own: Counters, base: Counters) -> str:
    each = ", for each worker" if own.workers > 1 else ""
    return (
        f"time without a CPU explains it: {time_words(own.waiting_ns)} instead of {time_words(base.waiting_ns)}{each}"
    )


def _because_nothing(own: Counters, base: Counters) -> str:
    return (
        f"neither a counter nor a clock explains it (user time {_clock_times('user_ns', own, base)}, "
        f"system time {_clock_times('system_ns', own, base)})"
    )


#: The causes that have a sentence of their own, and are no counters.
_BECAUSE: Mapping[Cause, Callable[[Counters, Counters], str]] = {
    "voluntary_switches": _because_waits,
    "waiting_ns": _because_off_cpu,
    "none": _because_nothing,
}


def _because(cause: Cause, own: Counters, base: Counters, *, doubted: bool) -> str:
    if cause in _BECAUSE:
        return _BECAUSE[cause](own, base)
    if cause == "calls":
        return _because_calls(own, base, doubted=doubted)
    return f"{_counts(cause, own, base)} {_explain(_value(own, cause), doubted=doubted)} it"


def _counts(cause: Cause, own: Counters, base: Counters) -> str:
    return f"{counted(_value(own, cause), *_COUNTED[cause])} instead of {number(_value(base, cause))}"


def _explain(count: float | None, *, doubted: bool) -> str:
    return "may explain" if doubted else "explains" if count == 1 else "explain"


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
    return number(counters.call_count)
