"""What a run says of the claims of its study: each from stored samples and counts, none from the claim's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from iotrial.analysis.judge import judge_run
from iotrial.claims.claim import Claim
from iotrial.claims.evaluator import Court, intervals_of, is_by_intervals
from iotrial.claims.flips import flips, sentence
from iotrial.claims.outcome import Finding, Verdict
from iotrial.store.read import StoredRun

Document = dict[str, Any]

#: Kinds that look for some level, and never say that something is so at all of them.
SOMEWHERE = ("crossover", "varies")


@dataclass(frozen=True)
class _Heard:
    """What the levels say together of a claim, the finding that stands for it, and each of the findings."""

    verdict: Verdict
    decisive: Finding
    reason: str | None
    found: Sequence[Finding]


def judge_claims(stored: StoredRun, claims: Sequence[Claim]) -> list[Document]:
    """A document for each claim, in their order.

    Each claim that intervals decide has an equal share of what may be wrong (stats/statement.py).
    """
    statements = sum(map(is_by_intervals, claims))
    return [_row(claim, _courts(stored, claim, statements)) for claim in claims]


def _courts(stored: StoredRun, claim: Claim, statements: int) -> list[Court]:
    """Who may say that one of so many claims holds at all of its levels, and last who says what it is at some."""
    from iotrial.stats.interval import ALPHA
    from iotrial.stats.statement import everywhere, somewhere

    if not is_by_intervals(claim):
        return [Court(stored, ALPHA)]  # takes counts and rows of the document, and no interval of its own
    levels = [level.level for level in judge_run(stored).levels]
    of_some = Court(stored, somewhere(statements, max(1, intervals_of(claim, levels))))
    return [of_some] if claim.kind in SOMEWHERE else [Court(stored, everywhere(statements)), of_some]


def _hear(claim: Claim, courts: Sequence[Court], arms: Sequence[str], *, as_published: bool = False) -> _Heard:
    """It holds if the first court says so; whatever else it is, the last one says.

    Where neither decides, and the first found nothing to the contrary, its findings are what keeps it from holding.
    """
    heard = []
    for court in courts:
        found = court.findings(claim, arms, as_published=as_published)
        heard.append(_Heard(*_together(claim, found), found))
        if heard[-1].verdict == "holds":
            break
    first, last = heard[0], heard[-1]
    is_short_of_holding = all(one.verdict in ("holds", "undecided", "not run") for one in first.found)
    return first if last.verdict == "undecided" and is_short_of_holding else last


def _row(claim: Claim, courts: Sequence[Court]) -> Document:
    heard = _hear(claim, courts, claim.arms, as_published=claim.is_as_published)
    verdict, decisive, reason = heard.verdict, heard.decisive, heard.reason
    fair = None
    if claim.fair and verdict in ("holds", "depends"):
        beside = _hear(claim, courts, claim.fair)
        fair = beside.decisive
        if beside.verdict in ("reversed", "no difference"):
            verdict = "artefact"
            reason = f"as it should be ({', '.join(claim.fair)}) it comes out otherwise: {beside.verdict}"
        elif beside.verdict in ("undecided", "not run"):
            reason = f"the benchmark as it should be is {beside.verdict}" + (
                f": {beside.reason}" if beside.reason else ""
            )
            if courts[-1].is_wrong(claim):  # its time alone bears nothing out
                verdict = beside.verdict
    return {
        "claim": claim.key,
        "says": claim.says,
        "kind": claim.kind,
        "fault": claim.fault,
        "answers": claim.answers,
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
        "flips": flips(_decided(heard.found)) if verdict == "depends" else [],
        "levels": [{"level": one.level, "verdict": one.verdict, "measured": one.measured} for one in heard.found],
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
    open_ones = [one for one in run if one.verdict == "undecided"]
    if len(decided) > 1:
        return "depends", next(one for one in run if one.verdict == decided[0]), _on_what(run, open_ones)
    if open_ones:
        return "undecided", open_ones[0], _still_open(run, open_ones)
    return decided[0], run[0], run[0].reason


def _still_open(run: Sequence[Finding], open_ones: Sequence[Finding]) -> str | None:
    """Why it is undecided: by the first level that is open, and of several how many are, and what the others say."""
    reason = open_ones[0].reason
    if len(run) == 1 or open_ones[0].factors is None:  # of growth there is a finding for each arm
        return reason
    told = f"undecided at {len(open_ones)} of {len(run)} levels, first at {open_ones[0].level}"
    decided = next((one.verdict for one in run if one.verdict != "undecided"), None)
    told += f"; at the others: {decided}" if decided else ""
    return f"{reason}; {told}" if reason else told


def _decided(found: Sequence[Finding]) -> list[tuple[Any, str]]:
    """Factors and verdict of each level that is decided and is one level."""
    return [
        (one.factors, one.verdict)
        for one in found
        if one.factors is not None and one.verdict not in ("undecided", "not run")
    ]


def _on_what(run: Sequence[Finding], open_ones: Sequence[Finding]) -> str:
    """The factor that turns the verdict, with the level where it flips; where no factor alone does, the levels."""
    told = "; or ".join(map(sentence, flips(_decided(run))))
    if not told:
        decided = list(dict.fromkeys(one.verdict for one in run if one.verdict != "undecided"))
        told = "; ".join(
            f"{verdict} at {', '.join(one.level for one in run if one.verdict == verdict)}" for verdict in decided
        )
    if open_ones:
        told += f"; undecided at {', '.join(one.level for one in open_ones)}"
    return told
