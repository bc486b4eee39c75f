"""What a run says of the claims of its study: each from stored samples and counts, none from the claim's own words."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from iotrial.results import finding
from iotrial.results.across import varying
from iotrial.results.direct import across_levels, direct
from iotrial.results.finding import Finding, Verdict
from iotrial.results.judge import judge_run
from iotrial.results.read import StoredRun
from iotrial.study.claims import Claim
from iotrial.study.model import level_name

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval

Document = dict[str, Any]


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
        from iotrial.stats.interval import ALPHA

        self._stored = stored
        self._document = judge_run(stored)
        self._margin = stored.run.margin
        self._names = varying([level["level"] for level in self._document["levels"]])
        self._alpha = ALPHA / max(1, sum(self._pairs(claim) for claim in claims))

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
            return finding.survives(arms, level, fails=claim.kind == "fails")
        if claim.kind == "none":
            return finding.harmless(claim, arms, level)
        if claim.kind in ("keeps_up", "falls_behind"):
            return finding.served(arms, level, behind=claim.kind == "falls_behind")
        if level["invalid"]:
            return Finding("undecided", reason=f"the level is invalid: {level['invalid']}")
        missing = finding.missing(arms, level)
        if missing:
            return Finding("not run", reason=missing)
        if claim.kind == "calls":
            return self._calls(claim, arms, number)
        if claim.kind == "equal" and claim.of != "time":
            return finding.equal(claim, arms, level)
        return self._times(claim, arms, number)

    def _times(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """Ratios of time: order, first, last, ratio and equal."""
        level = self._document["levels"][number]
        if claim.kind == "ratio":
            return self._ratio(claim, arms, number)
        if (unfit := finding.untimed(arms, level)) is not None:
            return unfit
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

    def _ratio(self, claim: Claim, arms: Sequence[str], number: int) -> Finding:
        """A ratio in its band; the second arm may be at a level of its own."""
        levels, alpha = self._document["levels"], self._alpha
        level, (arm, over) = levels[number], arms
        if not claim.over_at:
            unfit = finding.untimed(arms, level)
            ratio = direct(self._stored, number, arm, over, alpha=alpha)
            return unfit or _banded(claim, ratio, self._margin, finding.never_equal(arms, level))
        wanted = claim.over(level["level"])
        other = next((place for place, one in enumerate(levels) if one["level"] == wanted), None)
        if other is None:
            return Finding("not run", reason=f"no level is {level_name(wanted)}")
        if levels[other]["invalid"]:
            return Finding("undecided", reason=f"the level {level_name(wanted)} is invalid: {levels[other]['invalid']}")
        if (missing := finding.missing([over], levels[other])) is not None:
            return Finding("not run", reason=f"{missing}, at {level_name(wanted)}")
        unfit = finding.untimed([arm], level) or finding.untimed([over], levels[other])
        ratio = across_levels(self._stored, number, arm, other, over, alpha=alpha)
        return unfit or _banded(claim, ratio, self._margin, None)

    def _pair(self, claim: Claim, first: str, second: str, number: int) -> Finding:
        """Whether the second takes longer than the first (order), or as long (equal)."""
        from iotrial.stats.verdict import judge

        ratio = direct(self._stored, number, second, first, alpha=self._alpha)
        if ratio is None:
            return Finding("undecided", reason="too few rounds for an interval")
        told = _EQUAL if claim.kind == "equal" else _LONGER
        verdict = judge(ratio.low, ratio.high, claim.within if claim.kind == "equal" else self._margin)
        reason: str | None = f"{second} over {first}"
        if verdict == "equivalent":
            unlike = finding.never_equal((first, second), self._document["levels"][number])
            verdict, reason = ("undecided", unlike) if unlike else (verdict, reason)
        return _decided(told[verdict], ratio, reason)

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
        decide: Callable[[Claim, Document], Finding] = finding.time_growth
        entries = self._document["costs"]
        if claim.of != "time":
            of = "held" if claim.of == "held memory" else "peak"
            decide, entries = finding.memory_growth, [one for one in self._document["growth"] if one["of"] == of]
        found = [decide(claim, one) for arm in arms for one in entries if self._fits(claim, arm, one)]
        return found or [Finding("not run", reason="it takes several sizes, and for memory a run that takes it apart")]

    def _fits(self, claim: Claim, arm: str, one: Document) -> bool:
        return bool(one["arm"] == arm and all(one["at"].get(name) == value for name, value in claim.at.items()))


def _banded(claim: Claim, ratio: Interval | None, margin: float, unlike: str | None) -> Finding:
    """Whether a ratio lies in the band that was published; `unlike` is why the two may not be called equal."""
    from iotrial.stats.verdict import judge

    assert claim.band is not None
    if ratio is None:
        return Finding("undecided", reason="too few rounds for an interval")
    low, high = claim.band
    if low <= ratio.low and ratio.high <= high:
        says_equal = unlike is not None and low < 1 < high
        return _decided("undecided" if says_equal else "holds", ratio, unlike if says_equal else None)
    if low < ratio.high and ratio.low < high:
        return _decided("undecided", ratio, f"the interval reaches over the bounds of {low:g} to {high:g}")
    if judge(ratio.low, ratio.high, margin) == "equivalent":
        return _decided("undecided" if unlike else "no difference", ratio, unlike)
    return _decided("reversed", ratio, f"not {low:g} to {high:g} times")


def _decided(verdict: Verdict, ratio: Interval, reason: str | None = None) -> Finding:
    """A verdict by a ratio."""
    return Finding(verdict, ratio.center, ratio.low, ratio.high, reason)
