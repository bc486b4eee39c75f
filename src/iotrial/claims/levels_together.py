"""One verdict on a claim, from the outcomes of all levels. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.ask.level_factors import listed
from iotrial.claims.flips import Factors, flips, sentence
from iotrial.claims.outcome import SAME_WAY, Outcome, Verdict, in_a_list, reasons


@dataclass(frozen=True)
class LevelsTogether:
    """The verdict of all levels, the outcome that stands for it, and the outcome of each."""

    verdict: Verdict
    decisive: Outcome
    reason: str | None
    outcomes: Sequence[Outcome]


def together(outcomes: Sequence[Outcome]) -> LevelsTogether:
    """Return one verdict for all levels.

    If all point the way that was said, their sizes may still differ. If some do and others do not, it holds only at
    some; if none does, it holds nowhere tested. Otherwise an open level leaves the whole open. Levels that were not run
    count only if no other was; a level at which an arm failed is named.
    """
    run = [one for one in outcomes if one.verdict != "not run"]
    if not run:
        reason = (
            reasons(*dict.fromkeys(one.reason for one in outcomes)) or "no level of the run is one that it speaks of"
        )
        return LevelsTogether("not run", Outcome("not run"), reason, outcomes)
    decided = list(dict.fromkeys(one.verdict for one in run if one.verdict not in ("open", "not seen here")))
    open_ones = [one for one in run if one.verdict == "open"]
    if len(decided) > 1:
        verdict, why = _of_several(run, decided, open_ones)
        if verdict is not None:
            first = next(one for one in run if one.verdict == decided[0])
            return LevelsTogether(verdict, first, _with_missing(why, outcomes), outcomes)
    if open_ones:
        return LevelsTogether("open", open_ones[0], _still_open(run, open_ones), outcomes)
    if not decided:
        least, why = _least_seen(run)
        return LevelsTogether(least.verdict, least, _with_missing(why, outcomes), outcomes)
    first = next(one for one in run if one.verdict in decided)
    told = reasons(first.reason, _unseen(run))
    return LevelsTogether(first.verdict, first, _with_missing(told, outcomes), outcomes)


def _least_seen(run: Sequence[Outcome]) -> tuple[Outcome, str | None]:
    """Of levels at which no event was seen, the one that leaves it most likely, and its reason."""
    least = max(run, key=lambda one: one.high or 0.0)
    if len(run) == 1 or not least.reason:
        return least, least.reason
    return least, f"{least.reason} at {least.level}, the level that tells the least"


def _unseen(run: Sequence[Outcome]) -> str | None:
    """The levels at which an event was not seen that was seen at others; None if there are none."""
    unseen = [one.level for one in run if one.verdict == "not seen here"]
    return f"not seen at {listed(unseen)}" if unseen else None


def _of_several(
    run: Sequence[Outcome], decided: Sequence[Verdict], open_ones: Sequence[Outcome]
) -> tuple[Verdict | None, str | None]:
    """The verdict of levels that say different things, with its reason; None if the open ones leave it open."""
    same = [verdict for verdict in decided if verdict in SAME_WAY]
    if len(same) == len(decided):
        if open_ones:
            return None, None
        sizes = [verdict for verdict in same if verdict != "confirmed"]
        return (sizes[0] if len(sizes) == 1 else "same direction"), _on_what(run)
    if same:
        return "only at", _on_what(run, open_ones)
    return (None, None) if open_ones else ("holds nowhere tested", f"at no level: {_on_what(run)}")


def missing_levels(outcomes: Sequence[Outcome]) -> list[str]:
    """The levels that say nothing since an arm failed, was skipped or did not do the job."""
    return [one.level for one in outcomes if one.is_missing]


def _with_missing(reason: str | None, outcomes: Sequence[Outcome]) -> str | None:
    """A reason, and the levels that say nothing since an arm failed, was skipped or did not do the job."""
    missing = [one for one in outcomes if one.is_missing]
    if not missing:
        return reason
    why = "; ".join(dict.fromkeys(one.reason for one in missing if one.reason))
    return reasons(reason, f"not known at {listed([one.level for one in missing])}: {why}")


def decided_levels(outcomes: Sequence[Outcome]) -> list[tuple[Factors, Verdict]]:
    """Factors and verdict of each level that is decided and is one level."""
    return [
        (one.factors, one.verdict)
        for one in outcomes
        if one.factors is not None and one.verdict not in ("open", "not run")
    ]


def _still_open(run: Sequence[Outcome], open_ones: Sequence[Outcome]) -> str | None:
    """The reason of the first open level; of several levels, also which are open, and the others' verdicts."""
    reason = open_ones[0].reason
    if len(run) == 1 or open_ones[0].factors is None:  # a claim about growth has an outcome for each arm
        return reason
    if len(open_ones) == len(run):
        return reasons(reason, f"open at {'both' if len(run) == 2 else f'all {len(run)}'} levels")
    told = f"open at {listed([one.level for one in open_ones])} ({len(open_ones)} of {len(run)} levels)"
    others = [one for one in run if one.verdict != "open"]
    if len({one.verdict for one in others}) > 1:
        told += f"; {_on_what(others)}"
    elif others:
        told += f"; at the others: {in_a_list(others[0].verdict)}"
    return reasons(reason, told)


def _on_what(run: Sequence[Outcome], open_ones: Sequence[Outcome] = ()) -> str:
    """The factor that turns the verdict, with the level at which it flips; the levels, if no factor alone does."""
    told = "; or ".join(map(sentence, flips(decided_levels(run))))
    if not told:
        decided = list(dict.fromkeys(one.verdict for one in run if one.verdict != "open"))
        told = "; ".join(
            f"{in_a_list(verdict)} at {', '.join(one.level for one in run if one.verdict == verdict)}"
            for verdict in decided
        )
    if open_ones:
        told += f"; open at {', '.join(one.level for one in open_ones)}"
    return told
