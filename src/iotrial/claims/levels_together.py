"""One verdict on a claim, from the outcomes of all levels. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.claims.flips import Factors, flips, sentence
from iotrial.claims.outcome import SAME_WAY, Outcome, Verdict, in_a_list
from iotrial.study.level_factors import listed


@dataclass(frozen=True)
class LevelsTogether:
    """The verdict of all levels, the outcome that stands for it, and the outcome of each."""

    verdict: Verdict
    decisive: Outcome
    reason: str | None
    outcomes: Sequence[Outcome]


def together(outcomes: Sequence[Outcome]) -> LevelsTogether:
    """Return one verdict for all levels.

    If decided levels differ, the verdict is that it depends, or that it is not so if it holds at none of them.
    Otherwise an open level leaves the whole open. Levels that were not run count only if no other was; a level at which
    an arm failed is named.
    """
    run = [one for one in outcomes if one.verdict != "not run"]
    if not run:
        reasons = "; ".join(dict.fromkeys(one.reason for one in outcomes if one.reason))
        reason = reasons or "no level of the run is one that it speaks of"
        return LevelsTogether("not run", Outcome("not run"), reason, outcomes)
    decided = list(dict.fromkeys(one.verdict for one in run if one.verdict != "undecided"))
    open_ones = [one for one in run if one.verdict == "undecided"]
    if len(decided) > 1:
        first = next(one for one in run if one.verdict == decided[0])
        if any(verdict in SAME_WAY for verdict in decided):
            return LevelsTogether("depends", first, _with_missing(_on_what(run, open_ones), outcomes), outcomes)
        if not open_ones:
            reason = f"at no level: {_on_what(run)}"
            return LevelsTogether("not so here", first, _with_missing(reason, outcomes), outcomes)
    if open_ones:
        return LevelsTogether("undecided", open_ones[0], _still_open(run, open_ones), outcomes)
    return LevelsTogether(decided[0], run[0], _with_missing(run[0].reason, outcomes), outcomes)


def _with_missing(reason: str | None, outcomes: Sequence[Outcome]) -> str | None:
    """A reason, and the levels that say nothing since an arm failed, was skipped or did not do the job."""
    missing = [one for one in outcomes if one.is_missing]
    if not missing:
        return reason
    why = "; ".join(dict.fromkeys(one.reason for one in missing if one.reason))
    told = f"not known at {listed([one.level for one in missing])}: {why}"
    return f"{reason}; {told}" if reason else told


def decided_levels(outcomes: Sequence[Outcome]) -> list[tuple[Factors, Verdict]]:
    """Factors and verdict of each level that is decided and is one level."""
    return [
        (one.factors, one.verdict)
        for one in outcomes
        if one.factors is not None and one.verdict not in ("undecided", "not run")
    ]


def _still_open(run: Sequence[Outcome], open_ones: Sequence[Outcome]) -> str | None:
    """The reason of the first open level; of several levels, also which are open, and the others' verdict."""
    reason = open_ones[0].reason
    if len(run) == 1 or open_ones[0].factors is None:  # a claim about growth has an outcome for each arm
        return reason
    told = f"undecided at {listed([one.level for one in open_ones])} ({len(open_ones)} of {len(run)} levels)"
    decided = next((one.verdict for one in run if one.verdict != "undecided"), None)
    told += f"; at the others: {in_a_list(decided)}" if decided else ""
    return f"{reason}; {told}" if reason else told


def _on_what(run: Sequence[Outcome], open_ones: Sequence[Outcome] = ()) -> str:
    """The factor that turns the verdict, with the level at which it flips; the levels, if no factor alone does."""
    told = "; or ".join(map(sentence, flips(decided_levels(run))))
    if not told:
        decided = list(dict.fromkeys(one.verdict for one in run if one.verdict != "undecided"))
        told = "; ".join(
            f"{in_a_list(verdict)} at {', '.join(one.level for one in run if one.verdict == verdict)}"
            for verdict in decided
        )
    if open_ones:
        told += f"; undecided at {', '.join(one.level for one in open_ones)}"
    return told
