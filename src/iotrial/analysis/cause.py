"""One sentence for each arm: what it does, and which counter explains its ratio to the baseline. Pure.

The rule. A difference in a counter has a usual cost (an order of magnitude, which ranks the counters and is never
shown). The counter with the largest cost in the direction of the difference explains it if that cost is at least
EXPLAINING_SHARE of it. Otherwise the clocks decide: if most of the difference is CPU time in the process itself, or
time in which it waited and gave up the CPU more often, that explains it. Otherwise no counter does. A difference that
no verdict shows is not explained.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from iotrial.analysis.counters import Counters
from iotrial.probes.trace import MOVERS, READING, WRITING
from iotrial.store.record import Calls
from iotrial.units import format_ns

Cause = Literal["calls", "copied_bytes", "minor_faults", "device_read_bytes", "voluntary_switches", "user_ns", "none"]

#: The usual cost of one more of a counter, in ns: a byte copied within the memory, a page given or mapped, and a byte
#: from a device.
USUAL_NS: dict[Cause, float] = {
    "copied_bytes": 0.1,
    "minor_faults": 1_000.0,
    "device_read_bytes": 1.0,
}

#: The same of system calls: the way in and out of the kernel, more if it moves bytes, walks a path or maps memory, and
#: much more if it waits for a device.
BARE_CALL_NS = 200.0
CALL_NS: Mapping[str, float] = {
    **dict.fromkeys(READING | WRITING, 500.0),
    **dict.fromkeys(("open", "openat", "openat2", "creat", "mmap", "mmap_anonymous", "munmap", "mremap"), 1_000.0),
    **dict.fromkeys(("unlink", "unlinkat", "rename", "renameat", "renameat2"), 2_000.0),
    **dict.fromkeys(("fsync", "fdatasync", "sync_file_range", "msync"), 1_000_000.0),
}

#: A counter explains a difference if its usual cost is at least this share of it.
EXPLAINING_SHARE = 0.2

#: Most of a difference: more than this share of it.
MOST = 0.5

#: The most kinds of call that a sentence names, and the share of all calls below which a kind is not named.
NAMED_CALLS = 4
NAMED_SHARE = 0.02

_NOUNS = {"read": ("read", "reads"), "write": ("write", "writes")}

#: The words for a counter, for those causes that are said with their two counts alone.
_COUNTED: Mapping[Cause, str] = {
    "copied_bytes": "bytes copied between process and kernel",
    "minor_faults": "page faults",
    "device_read_bytes": "bytes read from the device",
}


@dataclass(frozen=True)
class Explanation:
    """The counter that explains an arm's ratio (None if there is nothing to explain), and a sentence."""

    cause: Cause | None
    sentence: str


def describe(arm: str, own: Counters) -> str:
    """Describe one iteration of an arm: `LANGUAGE/METHOD makes 2,560 reads and 2,560 writes of 8,192 bytes and …`."""
    if not own.calls:
        if own.call_count is None:
            return f"what {arm} asks of the system is not known"
        return f"{arm} makes {_number(own.call_count)} reads and writes"
    listed = _listed(_phrases(own))
    mapped = own.calls.get("mmap")
    if mapped is not None and mapped.bytes:
        return f"{arm} makes {listed}, and maps {_bytes(mapped.bytes)}"
    reads = any(name in READING and (found.bytes or 0) > 0 for name, found in own.calls.items())
    return f"{arm} makes {listed}, and maps nothing" if reads else f"{arm} makes {listed}"


def explain(
    arm: str, own: Counters, baseline: str, base: Counters, verdict: str | None, ratio: float | None
) -> Explanation:
    """Explain an arm: what it does, and the counter behind its verdict against the baseline."""
    does = describe(arm, own)
    if verdict not in ("faster", "slower") or own.wall_ns is None or base.wall_ns is None or ratio is None:
        return Explanation(None, f"{does}; {_nothing_to_explain(baseline, own, base, verdict)}")
    cause = cause_of(own, base)
    times = f"it takes {ratio:.3g} times as long as {baseline}"
    return Explanation(cause, f"{does}; {times}: {_because(cause, own, base)}")


def cause_of(own: Counters, base: Counters) -> Cause:
    """The counter that explains the difference in wall time between two arms."""
    assert own.wall_ns is not None and base.wall_ns is not None
    difference_ns = own.wall_ns - base.wall_ns
    costs = {name: (_more(_value(own, name), _value(base, name)) or 0.0) * each for name, each in USUAL_NS.items()}
    costs["calls"] = sum(_call_costs(own, base).values())
    direction = 1 if difference_ns > 0 else -1
    best = max(costs, key=lambda name: direction * costs[name])
    if direction * costs[best] >= EXPLAINING_SHARE * abs(difference_ns):
        return best
    if direction * (_more(own.user_ns, base.user_ns) or 0.0) > MOST * abs(difference_ns):
        return "user_ns"
    waits = direction * (_more(own.voluntary_switches, base.voluntary_switches) or 0.0)
    waited_ns = direction * (_more(own.waiting_ns, base.waiting_ns) or 0.0)
    # Two arms that both read from a device may wait equally often, but one of them longer.
    if (waits >= 1 or _both_read(own, base)) and waited_ns > MOST * abs(difference_ns):
        return "voluntary_switches"
    return "none"


def _both_read(own: Counters, base: Counters) -> bool:
    """Return if both arms read from a device, as at a cold level."""
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
    return "the same calls" if one == other else f"{_count(own)} system calls instead of {_count(base)}"


def _because_calls(own: Counters, base: Counters) -> str:
    text = f"{_count(own)} system calls instead of {_count(base)} explain it"
    costs = _call_costs(own, base)
    if "" in costs:
        return text
    total = sum(costs.values())
    name = max(sorted(costs), key=lambda name: total * costs[name])  # the largest with the sign of all together
    sizes = [counters.calls[name].usual_bytes for counters in (own, base) if name in counters.calls]
    of = ""
    if len(sizes) == 2 and sizes[0] is not None and sizes[1] is not None and sizes[0] != sizes[1]:
        of = f", of {_bytes(sizes[0])} instead of {_number(sizes[1])}"
    return f"{text}, above all {_number(_calls(own, name))} {name} instead of {_number(_calls(base, name))}{of}"


def _because_user(own: Counters, base: Counters) -> str:
    calls = _calls_compared(own, base)
    times = f"{_time(own.user_ns)} instead of {_time(base.user_ns)}" + (f", with {calls}" if calls else "")
    return f"user time explains it, work in the process itself ({times})"


def _because_waits(own: Counters, base: Counters) -> str:
    if _both_read(own, base):
        return f"waiting for the device explains it: {_time(own.waiting_ns)} instead of {_time(base.waiting_ns)}"
    return (
        f"waiting explains it: {_number(own.voluntary_switches)} times instead of {_number(base.voluntary_switches)}, "
        f"{_time(own.waiting_ns)} in all instead of {_time(base.waiting_ns)}"
    )


def _because_nothing(own: Counters, base: Counters) -> str:
    return (
        f"no counter explains it (user time {_time(own.user_ns)} instead of {_time(base.user_ns)}, system time "
        f"{_time(own.system_ns)} instead of {_time(base.system_ns)})"
    )


#: The causes that have a sentence of their own.
_BECAUSE: Mapping[Cause, Callable[[Counters, Counters], str]] = {
    "calls": _because_calls,
    "voluntary_switches": _because_waits,
    "user_ns": _because_user,
    "none": _because_nothing,
}


def _because(cause: Cause, own: Counters, base: Counters) -> str:
    if cause in _BECAUSE:
        return _BECAUSE[cause](own, base)
    counted = f"{_number(_value(own, cause))} {_COUNTED[cause]} instead of {_number(_value(base, cause))}"
    return f"{counted} explain it"


def _call_costs(own: Counters, base: Counters) -> dict[str, float]:
    """The usual cost of the calls that one arm makes more than another, in ns; by name if the calls were traced."""
    if own.calls and base.calls:
        names = own.calls.keys() | base.calls.keys()
        return {name: (_calls(own, name) - _calls(base, name)) * CALL_NS.get(name, BARE_CALL_NS) for name in names}
    if own.calls or base.calls:
        return {"": 0.0}  # one counts all its calls, the other only reads and writes: that cannot be compared
    return {"": (_more(own.call_count, base.call_count) or 0.0) * BARE_CALL_NS}


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
    """The calls that matter: those that move bytes, then the most frequent; neighbours share one size."""
    total = sum(found.count for found in own.calls.values())
    moved = {name: found.bytes or 0.0 for name, found in own.calls.items() if name in MOVERS}
    kinds = sorted(
        (name for name, found in own.calls.items() if moved.get(name) or found.count > max(1, NAMED_SHARE * total)),
        key=lambda name: (-bool(moved.get(name)), -_moving(own.calls[name]), name),
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


def _counted(count: float, one: str, several: str) -> str:
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
