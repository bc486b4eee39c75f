"""The claims of a study judged by a run: from stored samples and counts, never from the claim's own words."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.analysis.judge import judge_run
from iotrial.analysis.judged_run import JudgedRun
from iotrial.analysis.promise import risk_of
from iotrial.claims.claim import Claim
from iotrial.claims.evaluator import ClaimEvaluator
from iotrial.claims.flips import flips
from iotrial.claims.judged_claim import ClaimInRun, ClaimLevel, FairFigures
from iotrial.claims.levels_together import LevelsTogether, decided_levels, together
from iotrial.claims.outcome import SAME_WAY, in_a_list
from iotrial.store.read import StoredRun


def judge_claims(stored: StoredRun, claims: Sequence[Claim]) -> list[ClaimInRun]:
    """Return the run's verdict on each claim, in their order.

    Each claim that intervals decide has an equal share of the risk of being wrong that claims have (stats/risk.py).
    """
    rows = judge_run(stored)
    statements = sum(bool(claim.pairs(claim.arms)) for claim in claims)
    return [_judged(claim, _evaluators(stored, rows, claim, statements)) for claim in claims]


def _evaluators(stored: StoredRun, rows: JudgedRun, claim: Claim, statements: int) -> list[ClaimEvaluator]:
    """The evaluators of a claim: first that for all levels, last that for some level. statements: how many claims."""
    from iotrial.stats.interval import ALPHA  # numpy takes a while to start, and a study is read without it
    from iotrial.stats.statement import everywhere, somewhere

    pairs = {pair for arms in (claim.arms, claim.fair) for pair in claim.pairs(arms)}
    if not pairs:
        return [ClaimEvaluator(stored, rows, ALPHA)]  # takes counts and rows, and no interval of its own
    risk = risk_of(stored).share("claims")
    intervals = len(pairs) * sum(claim.is_at(row.level) for row in rows.levels)
    of_some = ClaimEvaluator(stored, rows, somewhere(statements, max(1, intervals), risk))
    if claim.looks_for_some_level:
        return [of_some]
    return [ClaimEvaluator(stored, rows, everywhere(statements, risk)), of_some]


def _evaluate(
    claim: Claim, evaluators: Sequence[ClaimEvaluator], arms: Sequence[str], *, as_published: bool = False
) -> LevelsTogether:
    """Evaluate a claim: it holds if the first evaluator says so; any other verdict is the last one's.

    If neither decides, and the first found nothing to the contrary, the outcomes of the first are returned: they say
    what keeps it from holding.
    """
    found = []
    for evaluator in evaluators:
        found.append(together(claim.outcomes(evaluator, arms, as_published=as_published)))
        if found[-1].verdict == "holds":
            break
    first, last = found[0], found[-1]
    is_short_of_holding = all(one.verdict in ("holds", "undecided", "not run") for one in first.outcomes)
    return first if last.verdict == "undecided" and is_short_of_holding else last


def _judged(claim: Claim, evaluators: Sequence[ClaimEvaluator]) -> ClaimInRun:
    found = _evaluate(claim, evaluators, claim.arms, as_published=claim.is_as_published)
    verdict, decisive, reason = found.verdict, found.decisive, found.reason
    fair = None
    if claim.fair and verdict in (*SAME_WAY, "depends"):
        beside = _evaluate(claim, evaluators, claim.fair)
        fair = beside.decisive
        if beside.verdict in ("opposite here", "equal here", "not so here"):
            verdict = "artefact"
            reason = f"as it should be ({', '.join(claim.fair)}) it comes out otherwise: {in_a_list(beside.verdict)}"
        elif beside.verdict == "depends":
            reason = "; ".join(filter(None, (reason, f"as it should be it depends: {beside.reason}")))
        elif beside.verdict in ("undecided", "not run"):
            reason = f"the benchmark as it should be is {beside.verdict}" + (
                f": {beside.reason}" if beside.reason else ""
            )
            if evaluators[-1].is_wrong(claim):  # its time alone bears nothing out
                verdict = beside.verdict
    return ClaimInRun(
        claim=claim.key,
        says=claim.says,
        kind=claim.kind,
        fault=claim.fault,
        answers=claim.answers,
        published=claim.published,
        quote=claim.quote,
        measured=decisive.measured,
        low=decisive.low,
        high=decisive.high,
        said=decisive.said,
        fair=None
        if fair is None
        else FairFigures(measured=fair.measured, low=fair.low, high=fair.high, said=fair.said, level=fair.level),
        level=decisive.level,
        verdict=verdict,
        reason=reason,
        flips=tuple(flips(decided_levels(found.outcomes))) if verdict == "depends" else (),
        levels=tuple(
            ClaimLevel(level=one.level, verdict=one.verdict, measured=one.measured)
            for one in found.outcomes
            if claim.is_told_by_runs
        ),
    )
