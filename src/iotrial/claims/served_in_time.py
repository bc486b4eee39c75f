"""Work that arrives at a rate of its own: the share done in time, and if that is to keep up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel
    from iotrial.judge.judged_group import ServedInTime


def all_serve(level: EvaluatedLevel, arms: Sequence[str], *, keep_up: bool) -> Outcome:
    """Judge that all of the arms keep up with what arrives, or that none of them does."""
    unfit = level.unfit(arms)
    if unfit is not None:
        return unfit
    found: list[ServedInTime] = []
    for name in arms:
        row = level.arm(name)
        served = row.several.served if row is not None and row.several is not None else None
        if served is None:
            return Outcome("not run", reason=f"{name} has no figure of what arrives at a rate")
        found.append(served)
    least, most = (f"{pick(one.share for one in found):.1%}" for pick in (min, max))
    said = f"{least}{f' to {most}' if least != most else ''} done in time"
    wanted = [None if one.keeps_up is None else one.keeps_up is keep_up for one in found]
    if False in wanted:
        return Outcome("holds nowhere tested", said=said)
    if None in wanted:
        place = wanted.index(None)
        if found[place].low is None:
            return Outcome("open", said=said, reason=f"too few rounds of {arms[place]} for an interval")
        return Outcome("open", said=said, reason=f"rounds of {arms[place]} differ in whether it keeps up")
    return Outcome("confirmed", said=said)
