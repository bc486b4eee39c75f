"""The claims of a study judged by its sessions: from stored samples and counts, never from the claim's own words."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from iotrial.ask.level_factors import listed
from iotrial.ask.sink_readers import READERS, WITH_READER
from iotrial.claims.claim import Article, Claim
from iotrial.claims.evaluator import ClaimEvaluator
from iotrial.claims.five_answers import design_of, direction_of, size_of, where_of
from iotrial.claims.flips import flips
from iotrial.claims.judged_claim import ClaimLevel, FairFigures, JudgedClaim, PublishedFigures
from iotrial.claims.levels_together import LevelsTogether, decided_levels, missing_levels, together
from iotrial.claims.outcome import AGAINST, OPEN, SAME_WAY, Outcome, Verdict, in_a_list, reasons
from iotrial.claims.two_arms import TwoArmClaim
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging

#: The evaluators of a claim: first that for all levels, last that for some level.
Evaluators = Sequence[ClaimEvaluator]


def judge_claims(
    sessions: Sequence[Judging],
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


def _evaluators(sessions: Sequence[Judging], claim: Claim, statements: int) -> list[ClaimEvaluator]:
    """The evaluators of a claim by the last session, each with the earlier ones. statements: how many claims."""
    from iotrial.stats.interval import ALPHA  # numpy takes a while to start, and a study is read without it
    from iotrial.stats.statement import everywhere, somewhere

    pairs = {pair for arms in (claim.arms, claim.fair) for pair in claim.pairs(arms)}
    if not pairs:
        return [_evaluator(sessions, ALPHA)]  # takes counts and rows, and no interval of its own
    risk = sessions[-1].risk.share("claims")
    intervals = len(pairs) * sum(claim.is_at(row.level) for row in judge_run(sessions[-1]).levels)
    of_some = _evaluator(sessions, somewhere(statements, max(1, intervals), risk))
    if claim.looks_for_some_level:
        return [of_some]
    chances = len(pairs) if claim.looks_for_some_pair else 1
    return [_evaluator(sessions, everywhere(statements, risk) / chances), of_some]


def _evaluator(sessions: Sequence[Judging], alpha: float) -> ClaimEvaluator:
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
    return [_agreed([one for session in told for one in session], outcome) for outcome in last]


def _agreed(earlier: Sequence[Outcome], last: Outcome) -> Outcome:
    """The last session's outcome, open if an earlier one decided something else of the same."""
    if last.verdict in OPEN:
        return last
    same = [one for one in earlier if (one.level, one.series) == (last.level, last.series)]
    decided = [one for one in same if one.verdict not in OPEN]
    other = next((one for one in decided if one.verdict != last.verdict), None)
    if other is None:
        return dataclasses.replace(last, sessions=1 + len(decided))
    told = [f"{in_a_list(one.verdict)}{f' ({one.said})' if one.said else ''}" for one in (other, last)]
    return dataclasses.replace(last, verdict="open", reason=f"sessions differ: {told[0]}, then {told[1]}")


@dataclass(frozen=True)
class _DecidedClaim:
    """A claim's verdict, its figure and its outcomes, and what its fair form says beside it."""

    verdict: Verdict
    decisive: Outcome
    outcomes: Sequence[Outcome]
    reason: str | None
    beside: LevelsTogether | None = None
    is_artefact: bool = False
    is_replaced: bool = False  # by its fair form, since what was published does not do its job


def _decide(claim: Claim, evaluators: Evaluators, found: LevelsTogether) -> _DecidedClaim:
    """Set a claim's own outcomes beside those of its fair form, if it has one and that may change anything."""
    own = _DecidedClaim(found.verdict, found.decisive, found.outcomes, found.reason)
    is_wrong = bool(claim.fair) and evaluators[-1].is_wrong(claim)  # its time alone says nothing
    if not claim.fair or not (found.verdict in (*SAME_WAY, "only at") or (is_wrong and found.verdict in AGAINST)):
        return own
    beside = _evaluate(claim, evaluators, claim.fair)
    if found.verdict not in AGAINST and _come_apart(claim, found, beside):
        holds = _where_it_holds(found, beside)
        there = [one.verdict for _, one in holds] if holds else [beside.verdict]
        otherwise = " or ".join(map(in_a_list, dict.fromkeys(there)))
        reason = f"with the fault mended ({', '.join(claim.fair)}) it comes out otherwise: {otherwise}"
        return dataclasses.replace(own, verdict="artefact", reason=reason, beside=beside, is_artefact=True)
    if is_wrong and (beside.verdict in OPEN or (found.verdict in AGAINST and beside.verdict not in AGAINST)):
        reason = _said(found, beside) or f"with the fault mended it is {in_a_list(beside.verdict)}"
        verdict: Verdict = "not run" if beside.verdict == "not run" else "open"
        return _DecidedClaim(verdict, beside.decisive, beside.outcomes, reason, beside, is_replaced=True)
    return dataclasses.replace(own, reason=reasons(found.reason, _said(found, beside)), beside=beside)


def _judged(claim: Claim, evaluators: Evaluators, study: str | None, article: Article | None) -> JudgedClaim:
    found = _evaluate(claim, evaluators, claim.arms, as_published=claim.is_as_published)
    decision = _decide(claim, evaluators, found)
    verdict, decisive, beside = decision.verdict, decision.decisive, decision.beside
    outcomes, is_replaced, is_artefact = decision.outcomes, decision.is_replaced, decision.is_artefact
    run, article = evaluators[-1].judging.run, claim.article or article
    told = [one for one in outcomes if claim.is_told_by_runs]
    where, where_levels = where_of(told)
    rests_on = min((one.sessions for one in told if one.verdict != "not run"), default=1)
    apart = next((one.apart for one in told if one.apart), None)
    return JudgedClaim(
        article=article.title if article else study or run.study,
        author=article.author if article else None,
        date=article.date if article else None,
        address=article.address if article else None,
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
        part=claim.part,
        means=None if is_artefact or is_replaced else _meaning(claim, told),
        asks=bool(claim.means),
        published=claim.published or (None if claim.ours or claim.fault else claim.printed),  # else the bound is ours
        tolerance=claim.tolerated(),
        despite=claim.despite,
        verdict=verdict,
        direction=direction_of(told),
        size=size_of(told) if claim.has_size else None,
        where=where,
        where_levels=where_levels,
        missing_levels=tuple(missing_levels(told)),
        design="open" if is_replaced else design_of(beside.verdict if beside else None, is_artefact=is_artefact),
        settled=rests_on > 1 and verdict not in OPEN,
        sessions=rests_on,
        sessions_apart=apart,
        measured=decisive.measured,
        low=decisive.low,
        high=decisive.high,
        arm=decisive.arm,
        over=decisive.over,
        over_at=dict(claim.over_at) if isinstance(claim, TwoArmClaim) else {},
        said=decisive.said,
        fair=None if beside is None else FairFigures(**_figures(beside.decisive)),
        as_published=PublishedFigures(verdict=found.verdict, **_figures(found.decisive)) if is_replaced else None,
        level=decisive.level,
        readers=_readers(claim, told),
        reason=decision.reason,
        flips=tuple(flips(decided_levels(outcomes))) if outcomes is found.outcomes and _differs(found) else (),
        levels=tuple(ClaimLevel(level=one.level, verdict=one.verdict, measured=one.measured) for one in told),
    )


def _meaning(claim: Claim, outcomes: Sequence[Outcome]) -> Literal["yes", "no"] | None:
    """Yes or no to the question by the direction of a claim, as the study declares it; None if it is neither."""
    word = claim.means.get(direction_of(outcomes) or "")
    return "yes" if word == "yes" else "no" if word == "no" else None


def _readers(claim: Claim, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """Return who reads the sinks that times are of: another reader may change them (rule 25)."""
    factors = [one.factors for one in outcomes if one.factors is not None and one.verdict != "not run"]
    read = [str(of.get("reader", READERS[0])) for of in factors if of.get("sink") in WITH_READER]
    return tuple(dict.fromkeys(read)) if claim.pairs(claim.arms) else ()


def _come_apart(claim: Claim, published: LevelsTogether, fair: LevelsTogether) -> bool:
    """True if the fair form comes out otherwise wherever the published one holds, and beyond its interval somewhere.

    If nothing is known of the fair form at one of these levels, it may hold there as well; and it is no artefact if it
    holds at another.
    """
    holds = _where_it_holds(published, fair)
    if holds is None:
        return claim.is_artefact(published.decisive, dataclasses.replace(fair.decisive, verdict=fair.verdict))
    if any(one.verdict in SAME_WAY and all(one is not beside for _, beside in holds) for one in fair.outcomes):
        return False
    apart = [claim.is_artefact(one, beside) for one, beside in holds]
    return any(apart) and all(
        is_apart or beside.verdict in AGAINST for is_apart, (_, beside) in zip(apart, holds, strict=True)
    )


def _where_it_holds(published: LevelsTogether, fair: LevelsTogether) -> list[tuple[Outcome, Outcome]] | None:
    """The outcomes of both forms at the levels at which the published one holds; None if they are not of levels."""
    levels = {one.level: one for one in fair.outcomes}
    if len(levels) < len(fair.outcomes) or [one.level for one in published.outcomes] != list(levels):
        return None
    return [(one, levels[one.level]) for one in published.outcomes if one.verdict in SAME_WAY]


def _said(published: LevelsTogether, fair: LevelsTogether) -> str | None:
    """Tell of the benchmark with its fault mended, unless it says all that was published; None if it does."""
    why = f": {fair.reason}" if fair.reason else ""
    if fair.verdict in AGAINST:
        told = f"with the fault mended it is {in_a_list(fair.verdict)}"
        if published.verdict in AGAINST:
            return f"{told}, too"
        if unknown := [one.level for one, beside in _where_it_holds(published, fair) or () if beside.verdict in OPEN]:
            return f"{told} elsewhere, and not known at {listed(unknown)}, where it holds"
        return f"{told}, and the two overlap"
    if fair.verdict == "only at":
        return f"with the fault mended it holds only in part{why}"
    if fair.verdict in ("open", "not run"):
        return f"the benchmark with the fault mended is {fair.verdict}{why}"
    missing = missing_levels(fair.outcomes)
    return f"with the fault mended it is not known at {listed(missing)}" if missing else None


def _differs(found: LevelsTogether) -> bool:
    """True if the verdict depends on the level."""
    decided = {one.verdict for one in found.outcomes if one.verdict not in OPEN}
    return len(decided) > 1 and found.verdict in (*SAME_WAY, "only at")


def _figures(outcome: Outcome) -> dict[str, Any]:
    """The figures of other code than the one that decides."""
    return {field: getattr(outcome, field) for field in FairFigures.model_fields}
