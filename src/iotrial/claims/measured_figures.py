"""Figures that a claim may be about: those that samples have, and those of passes that are not timed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.claims.outcome import Outcome, Verdict
from iotrial.units import format_ns

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures
    from iotrial.judge.judged_arm import JudgedArm

#: Figures compared by ratios, sample by sample. The last two are of several workers at once: the time of all but a
#: hundredth of the pieces of work, and the longest that any worker went without one.
TIMED = ("time", "cpu time", "p99", "longest wait")

#: Figures taken once, in passes that are not timed, and compared without an interval. The last one is of several
#: workers: the time within which all but a hundredth of the calls for a lock on the file return.
COUNTED = ("memory", "runtime memory", "runtime memory taken", "calls", "lock wait")

#: Memory of a process comes in steps: the kernel maps 64 KiB around a page that is touched first (fault_around_bytes),
#: and where the steps fall differs between two runs of one program. Two such figures differ if they are more than one
#: step of each apart.
MEMORY_STEP_BYTES = 65_536

#: Counted figures of a single window, whose next one may be another: without an interval they decide nothing (rule 26).
OF_ONE_WINDOW = ("lock wait",)


def counted_figure(row: JudgedArm, of: str) -> float | None:
    """A counted figure of an arm; None if it is not known."""
    if of == "lock wait":
        return row.record.lock_wait.p99_ns
    return {
        "memory": _added_bytes(row),
        "runtime memory": row.runtime_peak_bytes,
        "runtime memory taken": row.runtime_peak_real_bytes,
        "calls": row.record.evidence.call_count,
    }[of]


def _added_bytes(row: JudgedArm) -> int | None:
    """The memory that the work added to that of the process; None if either is not known."""
    memory = row.record.memory
    if memory.peak_bytes is None or memory.before_bytes is None:
        return None
    return max(0, memory.peak_bytes - memory.before_bytes)


def counted_figures(rows: Sequence[JudgedArm], of: str) -> list[float] | Outcome:
    """A counted figure of each arm; an outcome if one is not known."""
    values = [counted_figure(row, of) for row in rows]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return Outcome("not run", reason=f"the {of} of {rows[values.index(None)].arm} is not known")
    return known


def same_within(
    level: ClaimFigures, arms: Sequence[str], of: str, within: float, if_same: Verdict, otherwise: Verdict
) -> Outcome:
    """Judge if a counted figure of arms is the same within a share, by the largest over the smallest.

    A figure of one window decides nothing (rule 26).
    """
    unfit = level.unfit(arms)
    if unfit is not None:
        return unfit
    figures = level.counted(arms, of)
    if isinstance(figures, Outcome):
        return figures
    ratio = range_of(figures)
    if of in OF_ONE_WINDOW:
        return of_one_window(ratio, said_range(figures, of), of)
    verdict = if_same if are_same(figures, of, within) else otherwise
    return Outcome(verdict, measured=ratio, said=said_range(figures, of))


def are_same(figures: Sequence[float], of: str, within: float) -> bool:
    """True if counted figures are the same within a share; of memory, also if no more than its steps lie between."""
    steps = of == "memory" and max(figures) - min(figures) <= 2 * MEMORY_STEP_BYTES
    return steps or range_of(figures) <= 1 + within


def of_one_window(ratio: float, said: str, of: str) -> Outcome:
    """Return the outcome of a figure that a single window gave: it is told, and decides nothing (rule 26)."""
    reason = f"the {of} is a figure of one window, without an interval: another window may show another"
    return Outcome("open", measured=ratio, said=said, reason=reason)


def range_of(values: Sequence[float]) -> float:
    """The largest of counted figures over the smallest."""
    return over(max(values), min(values))


def said_range(values: Sequence[float], of: str) -> str:
    """`18,874,368 to 39,845,888 bytes`; one figure if they are all the same."""
    if range_of(values) == 1:
        return said_figures(values[:1], "", of) + (" each" if len(values) > 1 else "")
    return said_figures([min(values), max(values)], " to ", of)


def said_figures(values: Sequence[float], between: str, of: str) -> str:
    """Counted figures in words, with their unit."""
    if of == "lock wait":
        return between.join(map(format_ns, values))
    unit = {"calls": "calls", "memory": "bytes added"}.get(of, "bytes")
    return f"{between.join(f'{value:,.0f}' for value in values)} {unit}"


def over(value: float, other: float) -> float:
    """A counted figure over another, which may be 0."""
    return value / other if other else float("inf") if value else 1.0
