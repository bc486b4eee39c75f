"""An order that is not the same everywhere."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims.claim import Claim, Pair
from iotrial.claims.outcome import Outcome
from iotrial.claims.pair_at_level import PairAtLevel, pair_at

if TYPE_CHECKING:
    from iotrial.claims.evaluator import ClaimEvaluator


@dataclass(frozen=True, kw_only=True)
class Varies(Claim):
    """Two of the arms compare differently at one level than at another."""

    fewest_arms: ClassVar[int] = 2
    looks_for_some_level: ClassVar[bool] = True

    example = """\
says = "Which one is fastest depends on what is written."
kind = "varies"
arms = ["php/keep_open", "php/reopen", "php/flock_each"]
"""

    def pairs(self, arms: Sequence[str]) -> Sequence[Pair]:
        """Return every two of the arms."""
        return list(itertools.combinations(arms, 2))

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return one outcome for all levels."""
        met: dict[Pair, list[PairAtLevel]] = {}
        levels = list(run.levels(self, as_published=as_published))
        for first, second in self.pairs(arms):
            met[first, second] = [one for level in levels if (one := pair_at(level, first, second)) is not None]
        planned = {pair: sum(None not in map(level.arm, pair) for level in levels) for pair in met}
        return [order_varies(met, planned)]


def order_varies(met: Mapping[Pair, Sequence[PairAtLevel]], planned: Mapping[Pair, int]) -> Outcome:
    """Judge that two of the arms compare differently at one level than at another.

    That they never do takes a decision at every level that was to have both (`planned`), for every two of them.
    """
    if all(len(levels) < 2 for levels in met.values()):
        return Outcome("not run", reason="it takes several levels")
    for verdicts in (("slower", "faster"), ("slower", "equivalent"), ("faster", "equivalent")):
        for (first, second), levels in met.items():
            places = [next((one.level for one in levels if one.verdict == verdict), None) for verdict in verdicts]
            if None not in places:
                why = ", ".join(f"{verdict} at {place}" for verdict, place in zip(verdicts, places, strict=True))
                return Outcome("confirmed", said="the order changes", reason=f"{second} beside {first}: {why}")
    still_open = next((one for levels in met.values() for one in levels if one.verdict == "undecided"), None)
    if still_open is not None:
        return Outcome("open", reason=still_open.reason)
    lost = next((pair for pair, levels in met.items() if len(levels) < planned[pair]), None)
    if lost is not None:
        reason = f"{lost[0]} and {lost[1]} can be compared at {len(met[lost])} of {planned[lost]} levels"
        return Outcome("open", reason=reason)
    return Outcome("holds nowhere tested", said="the same order at every level")
