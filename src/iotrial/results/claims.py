"""What a run says of the claims of its study: each from stored samples and counts, none from the claim's own words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from iotrial.results.across import varying
from iotrial.results.judge import judge_run
from iotrial.results.read import StoredRun
from iotrial.results.several import KEEPS_UP
from iotrial.study.claims import Claim
from iotrial.study.model import level_name

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

Document = dict[str, Any]

#: What a run may say of a claim. `quoted` is of a fault that the article's own words show.
Verdict = Literal["holds", "reversed", "no difference", "depends", "artefact", "undecided", "not run", "quoted"]


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


def judge_claims(stored: StoredRun, claims: Sequence[Claim]) -> list[Document]:
    """A document for each claim, in their order."""
    court = _Court(stored, claims)
    return [_row(claim, court) for claim in claims]


def _row(claim: Claim, court: _Court) -> Document:
    found = court.findings(claim, claim.arms)
    verdict, decisive, reason = _together(claim, found)
    fair = None
    if claim.fair and verdict in ("holds", "depends"):
        fair_verdict, fair, _ = _together(claim, court.findings(claim, claim.fair))
        if fair_verdict in ("reversed", "no difference"):
            verdict = "artefact"
            reason = f"as it should be ({', '.join(claim.fair)}) it comes out otherwise: {fair_verdict}"
        elif fair_verdict in ("undecided", "not run"):
            reason = f"the benchmark as it should be is {fair_verdict}" + (f": {fair.reason}" if fair.reason else "")
    return {
        "claim": claim.key,
        "says": claim.says,
        "kind": claim.kind,
        "fault": claim.fault,
        "published": claim.published,
        "quote": claim.quote,
        "measured": decisive.measured,
        "low": decisive.low,
        "high": decisive.high,
        "said": decisive.said,
        "fair": None
        if fair is None
        else {"measured": fair.measured, "low": fair.low, "high": fair.high, "said": fair.said, "level": fair.level},
        "level": decisive.level,
        "verdict": verdict,
        "reason": reason,
        "levels": [{"level": one.level, "verdict": one.verdict, "measured": one.measured} for one in found],
    }


def _together(claim: Claim, found: Sequence[Finding]) -> tuple[Verdict, Finding, str | None]:
    """One verdict from those of the levels, the finding that stands for it, and the reason.

    Where levels that are decided differ, it depends; a level that is open leaves the whole open, unless it depends
    already; levels that were not run count only where no other was.
    """
    if claim.kind == "quote":
        return "quoted", Finding("quoted"), None
    if claim.kind == "elsewhere":
        return "not run", Finding("not run"), f"it takes {claim.needs}"
    run = [one for one in found if one.verdict != "not run"]
    if not run:
        reasons = list(dict.fromkeys(one.reason for one in found if one.reason))
        return "not run", Finding("not run"), "; ".join(reasons) or "no level of the run is one that it speaks of"
    decided = list(dict.fromkeys(one.verdict for one in run if one.verdict != "undecided"))
    if len(decided) > 1:
        told = "; ".join(
            f"{verdict} at {', '.join(one.level for one in run if one.verdict == verdict)}" for verdict in decided
        )
        return "depends", next(one for one in run if one.verdict == decided[0]), told
    open_ones = [one for one in run if one.verdict == "undecided"]
    if open_ones:
        return "undecided", open_ones[0], open_ones[0].reason
    return decided[0], run[0], run[0].reason


#: Kinds that are decided by ratios of time.
RATIOS = ("order", "first", "last", "ratio", "equal")


#: What a second arm's time over the first's says of "the second takes longer", and of "both take as long".
_LONGER: Mapping[str, Verdict] = {
    "slower": "holds",
    "faster": "reversed",
    "equivalent": "no difference",
    "undecided": "undecided",
}
_EQUAL: Mapping[str, Verdict] = {
    "equivalent": "holds",
    "undecided": "undecided",
    "slower": "reversed",
    "faster": "reversed",
}


class _Court:
    """A run, opened and judged once, and how each kind of claim is decided in it."""

    def __init__(self, stored: StoredRun, claims: Sequence[Claim]) -> None:
        self._stored = stored
        self._document = judge_run(stored)
        self._margin = stored.run.margin
        self._names = varying([level["level"] for level in self._document["levels"]])
        self._comparisons = max(1, sum(self._pairs(claim) for claim in claims))

    def findings(self, claim: Claim, arms: Sequence[str]) -> list[Finding]:
        """What each level says that the claim speaks of."""
        if claim.kind in ("elsewhere", "quote"):
            return []
        if claim.kind == "growth":
            return self._growth(claim, arms)
        found = []
        for number, level in self._levels(claim):
            one = self._at(claim, arms, number, level)
            found.append(dataclasses.replace(one, level=self._name(level["level"])))
        return found

    def _name(self, factors: Mapping[str, Any]) -> str:
        """A level by the factors that tell it from the others."""
        told = [f"{name}={factors[name]}" for name in self._names if name in factors]
        return " ".join(told) or level_name(factors)

    def _levels(self, claim: Claim) -> Iterator[tuple[int, Document]]:
        for number, level in enumerate(self._document["levels"]):
            if claim.is_at(level["level"]):
                yield number, level

    def _pairs(self, claim: Claim) -> int:
        """Ratios that the claim is decided by, which are corrected for all together."""
        if claim.kind not in RATIOS or (claim.kind == "equal" and claim.of != "time"):
            return 0
        times = 2 if claim.fair else 1
        return times * (len(claim.arms) - 1) * sum(1 for _ in self._levels(claim))

    def _at(self, claim: Claim, arms: Sequence[str], number: int, level: Document) -> Finding:
        if claim.kind in ("survives", "fails"):
            return _survives(arms, level, fails=claim.kind == "fails")
        if claim.kind == "none":
            return _harmless(claim, arms, level)
        if claim.kind in ("keeps_up", "falls_behind"):
            return _served(arms, level, behind=claim.kind == "falls_behind")
        if level["invalid"]:
            return Finding("undecided", reason=f"the level is invalid: {level['invalid']}")
        missing = _missing(arms, level)
        if missing:
            return Finding("not run", reason=missing)
        if claim.kind == "calls":
            return self._calls(claim, arms, number)
        if claim.kind == "equal" and claim.of != "time":
            return _equal(claim, arms, level)
        return self._times(claim, arms, number)

    def _times(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """Ratios of time: order, ratio and equal."""
        if claim.kind == "ratio":
            if claim.over_at:
                return _banded(claim, self._across(claim, arms[0], arms[1], number), self._margin)
            return _banded(claim, self._direct(arms[0], arms[1], number), self._margin)
        found = []
        for place in range(1, len(arms)):
            pair = (arms[place - 1 if claim.kind == "order" else 0], arms[place])
            if claim.kind == "last":
                pair = (arms[place], arms[0])
            found.append(self._pair(claim, *pair, number))
        for verdict in ("reversed", "undecided", "no difference"):
            worst = next((one for one in found if one.verdict == verdict), None)
            if worst is not None:
                return worst
        return max(found, key=lambda one: abs((one.measured or 1.0) - 1.0)) if claim.kind == "equal" else found[0]

    def _pair(self, claim: Claim, first: str, second: str, number: int) -> Finding:
        """Whether the second takes longer than the first (order), or as long (equal)."""
        from iotrial.stats.verdict import judge

        ratio = self._direct(second, first, number)
        if ratio is None:
            return Finding("undecided", reason="too few rounds for an interval")
        told = _EQUAL if claim.kind == "equal" else _LONGER
        margin = claim.within if claim.kind == "equal" else self._margin
        return _decided(told[judge(ratio.low, ratio.high, margin)], ratio, f"{second} over {first}")

    def _direct(self, arm: str, over: str, number: int) -> Interval | None:
        """The time of an arm over another's at a level: METHOD.md's rule 7, corrected for all claims of the run."""
        from iotrial.stats.interval import ALPHA
        from iotrial.stats.samples import round_values
        from iotrial.stats.sequence import interval_of

        figures = self._stored.levels[number]
        places = {
            self._stored.run.levels[number].arms[index].arm: place
            for place, index in reversed(list(enumerate(figures.arms)))
        }
        if arm not in places or over not in places:
            return None
        values = round_values(figures.samples, reference=places[over])[:, places[arm]]
        logs = interval_of(values, ALPHA / self._comparisons, self._stored.run.precision is not None)
        return logs.as_ratio() if logs is not None else None

    def _across(self, claim: Claim, arm: str, over: str, number: int) -> Interval | None:
        """The time of an arm over another's at another level, sweep by sweep (METHOD.md's rule 4)."""
        import numpy as np

        from iotrial.stats.interval import ALPHA
        from iotrial.stats.sequence import interval_of

        levels = self._document["levels"]
        wanted = {**levels[number]["level"], **claim.over_at}
        other = next((place for place, level in enumerate(levels) if level["level"] == wanted), None)
        if other is None or levels[other]["invalid"]:
            return None
        first, second = self._round_logs(arm, number), self._round_logs(over, other)
        both = [first[sweep] - second[sweep] for sweep in first if sweep in second]
        logs = interval_of(np.array(both), ALPHA / self._comparisons, self._stored.run.precision is not None)
        return logs.as_ratio() if logs is not None else None

    def _round_logs(self, arm: str, number: int) -> dict[int, float]:
        """Sweep -> the log of the arm's usual time in that round; rounds without a value are left out."""
        import numpy as np

        from iotrial.stats.samples import median_over_blocks

        figures = self._stored.levels[number]
        level = self._stored.run.levels[number]
        place = next((at for at, index in enumerate(figures.arms) if level.arms[index].arm == arm), None)
        if place is None:
            return {}
        values = median_over_blocks(np.log(figures.time_ns))[:, place]
        return {sweep: float(value) for sweep, value in zip(figures.sweeps, values, strict=True) if np.isfinite(value)}

    def _calls(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """Whether each arm makes these system calls, so often in one iteration."""
        records = {arm.arm: arm for arm in reversed(self._stored.run.levels[number].arms)}
        told, wrong = [], False
        for arm in arms:
            evidence = records[arm].evidence
            if not evidence.is_traced:
                return Finding(
                    "not run", reason=f"system calls of {arm} were not traced: {evidence.reason or 'unknown'}"
                )
            # The read that finds the end moves no byte, and no article counts it.
            counted = {
                name: made.count - made.empty_count if (made := evidence.calls.get(name)) else 0 for name in claim.calls
            }
            wrong = wrong or counted != dict(claim.calls)
            told.append(", ".join(f"{count:,.0f} {name}" for name, count in counted.items()))
        return Finding("reversed" if wrong else "holds", said="; ".join(dict.fromkeys(told)))

    def _growth(self, claim: Claim, arms: Sequence[str]) -> list[Finding]:
        """How time or memory grows over the sizes of a factor."""
        found: list[Finding] = []
        for arm in arms:
            if claim.of == "time":
                found += [_time_growth(claim, one) for one in self._document["costs"] if self._fits(claim, arm, one)]
            else:
                of = "held" if claim.of == "held memory" else "peak"
                found += [
                    _memory_growth(claim, one)
                    for one in self._document["growth"]
                    if one["of"] == of and self._fits(claim, arm, one)
                ]
        return found or [Finding("not run", reason="it takes several sizes, and for memory a run that takes it apart")]

    def _fits(self, claim: Claim, arm: str, one: Document) -> bool:
        return bool(one["arm"] == arm and all(one["at"].get(name) == value for name, value in claim.at.items()))


def _banded(claim: Claim, ratio: Interval | None, margin: float) -> Finding:
    """Whether a ratio lies in the band that was published."""
    from iotrial.stats.verdict import judge

    assert claim.band is not None
    if ratio is None:
        return Finding("undecided", reason="too few rounds for an interval")
    low, high = claim.band
    if low <= ratio.low and ratio.high <= high:
        return _decided("holds", ratio)
    if low < ratio.high and ratio.low < high:
        return _decided("undecided", ratio, f"the interval reaches over the bounds of {low:g} to {high:g}")
    if judge(ratio.low, ratio.high, margin) == "equivalent":
        return _decided("no difference", ratio)
    return _decided("reversed", ratio, f"not {low:g} to {high:g} times")


def _decided(verdict: Verdict, ratio: Interval, reason: str | None = None) -> Finding:
    """A verdict by a ratio."""
    return Finding(verdict, ratio.center, ratio.low, ratio.high, reason)


def _missing(arms: Sequence[str], level: Document) -> str | None:
    """Which arm has no figure at the level, and why; None where all have one."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    for name in arms:
        row = rows.get(name)
        if row is None:
            return f"{name} is not in the run"
        if row["status"] != "measured" or row["median_ns"] is None:
            return f"{name} is {row['status']}" + (f": {row['reason']}" if row["reason"] else "")
    return None


def _survives(arms: Sequence[str], level: Document, *, fails: bool) -> Finding:
    """Whether all of the arms do the work, or none of them."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    absent = [name for name in arms if name not in rows or rows[name]["status"] == "skipped"]
    if absent:
        return Finding("not run", reason=f"{', '.join(absent)} not in the run")
    died = [
        name
        for name in arms
        if rows[name]["status"] in ("failed", "disqualified") or (rows[name]["outcome"] or {}).get("code") == "died"
    ]
    holds = len(died) == len(arms) if fails else not died
    why = {name: (rows[name]["outcome"] or {}).get("text") or rows[name]["reason"] for name in died}
    return Finding(
        "holds" if holds else "reversed",
        said=f"{len(died)} of {len(arms)} fail",
        reason="; ".join(f"{name}: {reason}" for name, reason in why.items()) or None,
    )


def _harmless(claim: Claim, arms: Sequence[str], level: Document) -> Finding:
    """Whether no record came to harm, of how many."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    handed = harmed = 0
    for name in arms:
        records = (rows.get(name, {}).get("several") or {}).get("records")
        if records is None or claim.of is None:
            return Finding("not run", reason=f"no records of {name} were counted; that takes several writers")
        handed, harmed = handed + records["handed"], harmed + (records[claim.of] or 0)
    return Finding("reversed" if harmed else "holds", said=f"{harmed:,} of {handed:,}")


def _served(arms: Sequence[str], level: Document, *, behind: bool) -> Finding:
    """Whether all of the arms keep up with what arrives, or none of them."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    shares: list[float] = []
    for name in arms:
        share = (rows.get(name, {}).get("several") or {}).get("served_share")
        if share is None:
            return Finding("not run", reason=f"{name} has no figure of what arrives at a rate")
        shares.append(share)
    late = [share < KEEPS_UP for share in shares]
    holds = all(late) if behind else not any(late)
    least, most = f"{min(shares):.1%}", f"{max(shares):.1%}"
    said = f"{least}{f' to {most}' if least != most else ''} done in time"
    return Finding("holds" if holds else "reversed", said=said)


_MEMORY = {
    "memory": "peak_bytes",
    "runtime memory": "runtime_peak_bytes",
    "runtime memory taken": "runtime_peak_real_bytes",
    "calls": "call_count",
}


def _equal(claim: Claim, arms: Sequence[str], level: Document) -> Finding:
    """Whether counted figures are the same, within the share that the claim allows."""
    rows = {arm["arm"]: arm for arm in level["arms"]}
    values = [rows[name][_MEMORY[claim.of or "memory"]] for name in arms]
    if any(value is None for value in values):
        return Finding("not run", reason=f"the {claim.of} of {arms[values.index(None)]} is not known")
    least, most = min(values), max(values)
    ratio = most / least if least else float("inf") if most else 1.0
    said = f"{least:,.0f}" + (f" to {most:,.0f}" if least != most else "")
    return Finding("holds" if ratio <= 1 + claim.within else "reversed", measured=ratio, said=said)


def _time_growth(claim: Claim, cost: Mapping[str, Any]) -> Finding:
    """Whether a line through the sizes describes the cost, no farther off than the claim allows."""
    misfit, unit = cost["misfit_share"], cost["unit_ns"]
    if misfit is None or unit["low"] is None:
        return Finding("undecided", reason="too few rounds for a line", level=cost["factor"])
    said = f"{misfit:.0%} off a line at most"
    is_linear = misfit <= claim.within and unit["low"] > 0
    return Finding(
        "holds" if is_linear == claim.linear else "reversed", measured=misfit, said=said, level=cost["factor"]
    )


def _memory_growth(claim: Claim, growth: Mapping[str, Any]) -> Finding:
    """Whether memory is flat over the sizes, or grows."""
    figures, factor = growth["bytes_per_unit"], growth["factor"]
    reason = f"{growth['arm']}, bytes of memory for each of {factor}"
    verdict: Verdict = "holds" if growth["verdict"] == ("grows" if claim.linear else "flat") else "reversed"
    if growth["verdict"] == "undecided":
        verdict = "undecided"
    return Finding(verdict, figures["median"], figures["low"], figures["high"], reason, level=factor)
