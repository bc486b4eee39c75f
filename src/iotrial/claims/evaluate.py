"""The claims of a study judged by its sessions: from stored samples and counts, never from the claim's own words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from iotrial.analysis.judge import judge_run
from iotrial.analysis.promise import risk_of
from iotrial.claims.answers import design_of, direction_of, size_of, where_of
from iotrial.claims.claim import Article, Claim
from iotrial.claims.evaluator import ClaimEvaluator
from iotrial.claims.flips import flips
from iotrial.claims.judged_claim import ClaimLevel, FairFigures, JudgedClaim
from iotrial.claims.levels_together import LevelsTogether, decided_levels, missing_levels, together
from iotrial.claims.outcome import AGAINST, OPEN, SAME_WAY, Outcome, in_a_list
from iotrial.store.read import StoredRun

#: The evaluators of a claim: first that for all levels, last that for some level.
Evaluators = Sequence[ClaimEvaluator]


def judge_claims(
    sessions: Sequence[StoredRun],
    claims: Sequence[Claim],
    study: str | None = None,
    article: Article | None = None,
) -> list[JudgedClaim]:
    """Return the verdict of one session or more, oldest first, on each claim, in their order.

    Each claim that intervals decide has an equal share of the risk of being wrong that claims have (stats/risk.py), and
    is judged by the hull of the sessions' intervals (rule 21). Others are judged in each session, and open if these
    differ.
    """
    statements = sum(bool(claim.pairs(claim.arms)) for claim in claims)
    return [_judged(claim, _evaluators(sessions, claim, statements), study, article) for claim in claims]


def _evaluators(sessions: Sequence[StoredRun], claim: Claim, statements: int) -> list[ClaimEvaluator]:
    """The evaluators of a claim by the last session, each with the earlier ones. statements: how many claims."""
    from iotrial.stats.interval import ALPHA  # numpy takes a while to start, and a study is read without it
    from iotrial.stats.statement import everywhere, somewhere

    pairs = {pair for arms in (claim.arms, claim.fair) for pair in claim.pairs(arms)}
    if not pairs:
        return [_evaluator(sessions, ALPHA)]  # takes counts and rows, and no interval of its own
    risk = risk_of(sessions[-1]).share("claims")
    intervals = len(pairs) * sum(claim.is_at(row.level) for row in judge_run(sessions[-1]).levels)
    of_some = _evaluator(sessions, somewhere(statements, max(1, intervals), risk))
    if claim.looks_for_some_level:
        return [of_some]
    chances = len(pairs) if claim.looks_for_some_pair else 1
    return [_evaluator(sessions, everywhere(statements, risk) / chances), of_some]


def _evaluator(sessions: Sequence[StoredRun], alpha: float) -> ClaimEvaluator:
    earlier = tuple(ClaimEvaluator(one, judge_run(one), alpha) for one in sessions[:-1])
    return ClaimEvaluator(sessions[-1], judge_run(sessions[-1]), alpha, earlier)


def _evaluate(
    claim: Claim, evaluators: Evaluators, arms: Sequence[str], *, as_published: bool = False
) -> LevelsTogether:
    """Evaluate a claim: it is confirmed if the first evaluator says so; any other verdict is the last one's.

    If neither decides, and the first found nothing to the contrary, the outcomes of the first are returned: they say
    what keeps it from holding.
    """
    found = []
    for evaluator in evaluators:
        found.append(together(_outcomes(claim, evaluator, arms, as_published=as_published)))
        if found[-1].verdict == "confirmed":
            break
    first, last = found[0], found[-1]
    is_short_of_holding = all(one.verdict in ("confirmed", "open", "not run") for one in first.outcomes)
    return first if last.verdict == "open" and is_short_of_holding else last


def _outcomes(claim: Claim, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
    """The outcomes of all sessions: by the hull of their intervals, else only what every session says."""
    last = claim.outcomes(run, arms, as_published=as_published)
    if claim.pairs(arms):
        return last
    told = [claim.outcomes(one, arms, as_published=as_published) for one in run.earlier]
    return [
        _agreed([one[place] for one in told if len(one) == len(last)], outcome) for place, outcome in enumerate(last)
    ]


def _agreed(earlier: Sequence[Outcome], last: Outcome) -> Outcome:
    """The last session's outcome, open if an earlier one decided something else."""
    if last.verdict in OPEN:
        return last
    decided = [one for one in earlier if one.level == last.level and one.verdict not in OPEN]
    other = next((one for one in decided if one.verdict != last.verdict), None)
    if other is None:
        return dataclasses.replace(last, sessions=1 + len(decided))
    told = [f"{in_a_list(one.verdict)}{f' ({one.said})' if one.said else ''}" for one in (other, last)]
    return dataclasses.replace(last, verdict="open", reason=f"sessions differ: {told[0]}, then {told[1]}")


def _judged(claim: Claim, evaluators: Evaluators, study: str | None, article: Article | None) -> JudgedClaim:
    found = _evaluate(claim, evaluators, claim.arms, as_published=claim.is_as_published)
    verdict, decisive, reason = found.verdict, found.decisive, found.reason
    beside, is_artefact = None, False
    if claim.fair and verdict in (*SAME_WAY, "only at"):
        beside = _evaluate(claim, evaluators, claim.fair)
        is_artefact = claim.is_artefact(decisive, dataclasses.replace(beside.decisive, verdict=beside.verdict))
        if is_artefact:
            verdict = "artefact"
            reason = f"as it should be ({', '.join(claim.fair)}) it comes out otherwise: {in_a_list(beside.verdict)}"
        elif beside.verdict in AGAINST:
            overlapping = f"as it should be it is {in_a_list(beside.verdict)}, and the two overlap"
            reason = "; ".join(filter(None, (reason, overlapping)))
        elif beside.verdict == "only at":
            reason = "; ".join(filter(None, (reason, f"as it should be it holds only in part: {beside.reason}")))
        elif beside.verdict in ("open", "not run"):
            reason = f"the benchmark as it should be is {beside.verdict}" + (
                f": {beside.reason}" if beside.reason else ""
            )
            if evaluators[-1].is_wrong(claim):  # its time alone bears nothing out
                verdict = beside.verdict
    run = evaluators[-1].stored.run
    told = [one for one in found.outcomes if claim.is_told_by_runs]
    where, where_levels = where_of(told)
    rests_on = min((one.sessions for one in told if one.verdict != "not run"), default=1)
    apart = next((one.apart for one in told if one.apart), None)
    return JudgedClaim(
        article=article.title if article else study or run.study,
        author=article.author if article else None,
        date=article.date if article else None,
        study=study or run.study,
        run=run.run,
        seconds=run.seconds,
        claim=claim.key,
        says=claim.says,
        kind=claim.kind,
        place=claim.place,
        by=claim.by,
        ours=claim.ours,
        fault=claim.fault,
        answers=claim.answers,
        published=claim.published or claim.printed,
        tolerance=claim.tolerated(),
        despite=claim.despite,
        verdict=verdict,
        direction=direction_of(told),
        size=size_of(told) if claim.has_size else None,
        where=where,
        where_levels=where_levels,
        missing_levels=tuple(missing_levels(told)),
        design=design_of(beside.verdict if beside else None, is_artefact=is_artefact),
        settled=rests_on > 1 and verdict not in OPEN,
        sessions=rests_on,
        sessions_apart=apart,
        measured=decisive.measured,
        low=decisive.low,
        high=decisive.high,
        arm=decisive.arm,
        over=decisive.over,
        said=decisive.said,
        fair=None if beside is None else _fair(beside.decisive),
        level=decisive.level,
        reason=reason,
        flips=tuple(flips(decided_levels(found.outcomes))) if _differs(found) else (),
        levels=tuple(ClaimLevel(level=one.level, verdict=one.verdict, measured=one.measured) for one in told),
    )


def _differs(found: LevelsTogether) -> bool:
    """Return if the verdict depends on the level."""
    decided = {one.verdict for one in found.outcomes if one.verdict not in OPEN}
    return len(decided) > 1 and found.verdict in (*SAME_WAY, "only at")


def _fair(outcome: Outcome) -> FairFigures:
    return FairFigures(
        measured=outcome.measured,
        low=outcome.low,
        high=outcome.high,
        said=outcome.said,
        level=outcome.level,
        arm=outcome.arm,
        over=outcome.over,
    )
