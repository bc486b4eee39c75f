"""What one level says of a claim: a verdict and its figure, and the kinds of claim that rows of the document decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_group import Served
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.analysis.memory_growth import MemoryGrowth
from iotrial.analysis.size_cost import SizeCost
from iotrial.catalog.model import method_of
from iotrial.claims.claim import Claim
from iotrial.units import format_ns

#: What a run may say of a claim. `quoted` is of a fault that the article's own words show.
Verdict = Literal["holds", "reversed", "no difference", "depends", "artefact", "undecided", "not run", "quoted"]

#: Those that no session settles.
OPEN: tuple[Verdict, ...] = ("undecided", "not run", "quoted")


@dataclass(frozen=True)
class Finding:
    """What one level says: the verdict, the figure that decides it, and why where that needs saying."""

    verdict: Verdict
    measured: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None
    said: str | None = None  # the figure in words, where it is no ratio
    level: str = ""
    factors: Mapping[str, int | str] | None = None  # of the level; None where it is of several


def missing(arms: Sequence[str], level: JudgedLevel, *, as_published: bool = False) -> str | None:
    """Which arm has no figure at the level, and why; None where all have one.

    With `as_published` the time of an arm counts that is wrong as it was published.
    """
    rows = {arm.arm: arm for arm in level.arms}
    for name in arms:
        row = rows.get(name)
        if row is None:
            variants = [other for other in rows if method_of(other) == name]
            return f"{name} is in the run only as {', '.join(variants)}" if variants else f"{name} is not in the run"
        is_timed = row.status == "measured" or (as_published and is_wrong_as_published(row))
        if not is_timed or row.median_ns is None:
            return f"{name} is {row.status}" + (f": {row.reason}" if row.reason else "")
    return None


def is_wrong_as_published(row: JudgedArm) -> bool:
    """Whether an arm does not do the job, and was timed all the same, since somebody published it."""
    return row.status == "disqualified" and "as-published" in row.tags


def untimed(arms: Sequence[str], level: JudgedLevel) -> Finding | None:
    """What there is to say where an arm's time may not be compared with another's; None where all may."""
    for row in rows_of(arms, level):
        if row.verdict == "invalid":
            return Finding("undecided", reason=f"the time of {row.arm} is invalid: {_caution(row, 'below_floor')}")
        if row.verdict is None and row.role != "baseline" and not is_wrong_as_published(row):
            return Finding("not run", reason=f"the time of {row.arm} is not ranked: {_caution(row)}")
    return None


#: Cautions of an arm that may differ from another, but is never said to take as long (METHOD.md, rules 1 and 3).
NEVER_EQUAL = ("kit_cost", "drift")


def never_equal(arms: Sequence[str], level: JudgedLevel) -> str | None:
    """Why the times of two arms may not be called equal, however near they are; None where they may."""
    first, second = rows_of(arms, level)
    if first.shift != second.shift:
        return f"{first.arm} and {second.arm} were measured with unlike numbers of iterations"
    for row in (first, second):
        for caution in row.cautions:
            if caution.code in NEVER_EQUAL:
                return f"{row.arm}: {caution.text}"
    return None


def rows_of(arms: Sequence[str], level: JudgedLevel) -> list[JudgedArm]:
    """The rows of arms, in their order."""
    rows = {arm.arm: arm for arm in level.arms}
    return [rows[name] for name in arms]


def _caution(row: JudgedArm, code: str | None = None) -> str:
    """What a caution of the row says: that one, or all where none is named."""
    texts = [one.text for one in row.cautions if code in (None, one.code)]
    return "; ".join(texts) or "it has no verdict"


def survives(claim: Claim, arms: Sequence[str], level: JudgedLevel) -> Finding:
    """Whether all of the arms do the work, or none of them, and that for the reason that the claim gives."""
    rows = {arm.arm: arm for arm in level.arms}
    absent = [name for name in arms if name not in rows or rows[name].status == "skipped"]
    if absent:
        return Finding("not run", reason=f"{', '.join(absent)} not in the run")
    died = [
        name
        for name in arms
        if rows[name].status in ("failed", "disqualified") or getattr(rows[name].outcome, "code", None) == "died"
    ]
    why = {name: getattr(rows[name].outcome, "text", None) or rows[name].reason or "" for name in died}
    said = f"{len(died)} of {len(arms)} fail"
    reason = "; ".join(f"{name}: {why[name] or 'no reason is stored'}" for name in died) or None
    otherwise = [name for name in died if claim.because and claim.because.lower() not in why[name].lower()]
    if otherwise:
        return Finding("undecided", said=said, reason=f"not because of {claim.because!r}: {reason}")
    holds = len(died) == len(arms) if claim.kind == "fails" else not died
    return Finding("holds" if holds else "reversed", said=said, reason=reason)


def harmed(claim: Claim, arms: Sequence[str], level: JudgedLevel) -> Finding:
    """Whether records came to harm, of how many: none at all, or some."""
    rows = {arm.arm: arm for arm in level.arms}
    handed = harmed = 0
    for name in arms:
        group = rows[name].several if name in rows else None
        records = group.records if group else None
        counts = records.model_dump() if records else {}
        if records is None or claim.of is None or counts[claim.of] is None:
            takes = "a log that is cut" if claim.of == "astray" else "several writers"
            return Finding("not run", reason=f"no records of {name} were counted; that takes {takes}")
        handed, harmed = handed + records.handed, harmed + counts[claim.of]
    said = f"{harmed:,} of {handed:,}"
    if claim.kind == "some" and not harmed:  # that none came to harm here does not say that none can
        return Finding("undecided", said=said, reason=f"none of {handed:,} was {claim.of} this time")
    return Finding("reversed" if claim.kind == "none" and harmed else "holds", said=said)


def gives(claim: Claim, arms: Sequence[str], level: JudgedLevel) -> Finding:
    """Whether all of the arms give what they are said to: what each declares, and what was put to the test."""
    told, wrong = [], []
    for row in rows_of(arms, level):
        own = {name: row.guarantees.get(name) for name in claim.gives}
        if None in own.values():
            return Finding("not run", reason=f"{row.arm} does not declare {' and '.join(claim.gives)}")
        told.append(", ".join(f"{name} {value}" for name, value in own.items()))
        if own != dict(claim.gives):
            wrong.append(f"{row.arm}: {told[-1]}")
    return Finding(
        "reversed" if wrong else "holds", said="; ".join(dict.fromkeys(told)), reason="; ".join(wrong) or None
    )


def served(claim: Claim, arms: Sequence[str], level: JudgedLevel) -> Finding:
    """Whether all of the arms keep up with what arrives, or none of them."""
    rows = {arm.arm: arm for arm in level.arms}
    found: list[Served] = []
    for name in arms:
        group = rows[name].several if name in rows else None
        served = group.served if group else None
        if served is None:
            return Finding("not run", reason=f"{name} has no figure of what arrives at a rate")
        found.append(served)
    least, most = (f"{pick(one.share for one in found):.1%}" for pick in (min, max))
    said = f"{least}{f' to {most}' if least != most else ''} done in time"
    wanted = [None if one.keeps_up is None else one.keeps_up is not (claim.kind == "falls_behind") for one in found]
    if False in wanted:
        return Finding("reversed", said=said)
    if None in wanted:
        name = arms[wanted.index(None)]
        return Finding("undecided", said=said, reason=f"rounds of {name} differ in whether it keeps up")
    return Finding("holds", said=said)


_FIGURES = {
    "memory": "peak_bytes",
    "runtime memory": "runtime_peak_bytes",
    "runtime memory taken": "runtime_peak_real_bytes",
    "calls": "call_count",
}


def counted(claim: Claim, arms: Sequence[str], level: JudgedLevel) -> Finding:
    """Whether counted figures are the same, or differ, by the share that the claim names."""
    values = [_figure(row, claim.of) for row in rows_of(arms, level)]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return Finding("not run", reason=f"the {claim.of} of {arms[values.index(None)]} is not known")
    ratio = _over(max(known), min(known))
    said = _told([min(known)] if ratio == 1 else [min(known), max(known)], " to ", claim.of)
    is_same = ratio <= 1 + claim.within
    return Finding("holds" if is_same is (claim.kind == "equal") else "reversed", measured=ratio, said=said)


def counted_ratio(claim: Claim, rows: Sequence[JudgedArm]) -> Finding:
    """Whether a counted figure over another lies in the band; each is of a row of its own level."""
    assert claim.band is not None
    values = [_figure(row, claim.of) for row in rows]
    value, other = values
    if value is None or other is None:
        return Finding("not run", reason=f"the {claim.of} of {rows[values.index(None)].arm} is not known")
    low, high = claim.band
    ratio = _over(value, other)
    said = _told([value, other], " over ", claim.of)
    if low <= ratio <= high:
        return Finding("holds", measured=ratio, said=said)
    return Finding("reversed", measured=ratio, said=said, reason=f"not {low:g} to {high:g} times")


def _figure(row: JudgedArm, of: str | None) -> float | None:
    """A counted figure of an arm; None where it is not known."""
    if of == "lock wait":
        return row.several.lock_wait.p99_ns if row.several else None
    found: float | None = getattr(row, _FIGURES[of or "memory"])
    return found


def _told(values: Sequence[float], between: str, of: str | None) -> str:
    """Counted figures in words, with their unit."""
    if of == "lock wait":
        return between.join(map(format_ns, values))
    return f"{between.join(f'{value:,.0f}' for value in values)} {'calls' if of == 'calls' else 'bytes'}"


def _over(value: float, other: float) -> float:
    return value / other if other else float("inf") if value else 1.0


#: A spread of fewer rounds than an interval takes says nothing.
FEWEST_ROUNDS = 6


def rate(claim: Claim, row: JudgedArm, level: JudgedLevel) -> Finding:
    """Whether an arm moves so many 10^6 bytes a second, in all but the fastest and the slowest tenth of the rounds.

    Times of a session have a spread and no interval (METHOD.md, rule 7): only where all of it lies within the band, or
    outside of it, does it say anything.
    """
    assert claim.band is not None
    byte_count = _bytes_of(row, level)
    spread = (row.spread_high_ns, row.spread_low_ns)
    if byte_count is None:
        return Finding("not run", reason=f"nobody counts the bytes of {row.arm}")
    if spread[0] is None or spread[1] is None or row.median_ns is None or row.rounds < FEWEST_ROUNDS:
        return Finding("undecided", reason="too few rounds for a spread")
    slow, usual, fast = (byte_count / ns * 1e3 for ns in (spread[0], row.median_ns, spread[1]))
    said = f"{usual:,.0f} MB/s, spread {slow:,.0f} to {fast:,.0f}"
    low, high = claim.band
    verdict: Verdict = "undecided"
    if low <= slow and fast <= high:
        verdict = "holds"
    elif fast < low or high < slow:
        verdict = "reversed"
    reason = None if verdict == "holds" else f"the spread reaches over {low:g} to {high:g} MB/s"
    if verdict == "reversed":
        reason = f"not {low:g} to {high:g} MB/s"
    return Finding(verdict, usual, slow, fast, reason, said)


def _bytes_of(row: JudgedArm, level: JudgedLevel) -> int | None:
    """The bytes that one iteration moves: records of so many bytes, or what the job itself counts in bytes."""
    size, work = level.level.get("record_bytes"), row.work
    if work is None:
        return None
    if isinstance(size, int):
        return int(work * size)
    return int(work) if "file_bytes" in level.level and "files" not in level.level else None


def time_growth(claim: Claim, cost: SizeCost) -> Finding:
    """Whether a line through the sizes describes the cost, or it is flat, no farther off than the claim allows."""
    misfit, growth, factor = cost.misfit_share, cost.growth_share, cost.factor
    if misfit.low is None or misfit.high is None or growth.low is None or growth.high is None:
        return Finding("undecided", reason=f"too few rounds for a line of {cost.arm}", level=factor)
    figure = misfit if claim.linear else growth
    told = f"{figure.median:.0%} [{figure.low:.0%}, {figure.high:.0%}]"
    said = f"{cost.arm} {told} off a line" if claim.linear else f"{cost.arm} {told} more at the largest size"
    fits, bends = misfit.high <= claim.within, misfit.low > claim.within
    grows, flat = growth.low > (0 if claim.linear else claim.within), growth.high <= claim.within
    verdict: Verdict = "undecided"
    if fits and (grows if claim.linear else flat):
        verdict = "holds"
    elif (bends or (fits and flat)) if claim.linear else grows:
        verdict = "reversed"
    reason = f"the interval reaches over {claim.within:.0%}" if verdict == "undecided" else None
    return Finding(verdict, figure.median, figure.low, figure.high, reason, said, factor)


def memory_growth(claim: Claim, growth: MemoryGrowth) -> Finding:
    """Whether memory is flat over the sizes, or grows."""
    figures, factor = growth.bytes_per_unit, growth.factor
    bounds = f" [{_rounded(figures.low)}, {_rounded(figures.high)}]" if figures.low is not None else ""
    said, reason = f"{_rounded(figures.median)}{bounds} bytes", f"{growth.arm}, memory for each of {factor}"
    verdict: Verdict = "holds" if growth.verdict == ("grows" if claim.linear else "flat") else "reversed"
    if growth.verdict == "undecided":
        verdict = "undecided"
    return Finding(verdict, figures.median, figures.low, figures.high, reason, said, factor)


def _rounded(value: float | None) -> str:
    """Two digits, and no zero with a sign."""
    return "" if value is None else f"{round(value, 2) + 0.0:,.2f}"
