"""The risk that a run says something false, shared out among all that it says.

A run promises that at most one of twenty such runs has a wrong verdict anywhere. Bonferroni's inequality holds that
promise however the statements depend on each other: each family of statements that a run has gets a share of the 5 %,
by weight, and each statement of a family an equal part of its share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.stats.interval import ALPHA

#: The statements of a run. levels: verdicts of arms at all its levels, with what follows from comparing them directly:
#: winners, answers, changes from level to level. claims: those of the study. variants: pairs of variants of a method.
#: across: effects of factors and costs over size. memory: its growth. workers: figures of several workers at once.
Family = Literal["levels", "claims", "variants", "across", "memory", "workers"]

#: The weight of each family. The verdicts are what a run is for, so they lose little to the others: intervals widen
#: with the logarithm of a share. Variants and memory are there only on request.
WEIGHTS: dict[Family, int] = {"levels": 6, "claims": 2, "variants": 6, "across": 2, "memory": 6, "workers": 2}


@dataclass(frozen=True)
class Risk:
    """The families that a run has beside its levels, and the arms that it compares with baselines, over all levels."""

    comparisons: int
    others: frozenset[Family] = frozenset()

    @classmethod
    def of(cls, arms: Sequence[int], has: Mapping[Family, bool]) -> Risk:
        """The risk of a run by the arms of each level, baseline and placebo included, and the families that it has."""
        return cls(sum(count - 1 for count in arms), frozenset(family for family, there in has.items() if there))

    def share(self, family: Family) -> float:
        """The share of a family; one that the run does not have gets what it would have if it had."""
        families = self.others | {"levels", family}
        return ALPHA * (WEIGHTS[family] / sum(WEIGHTS[one] for one in families))

    def level(self, arms: int) -> float:
        """The share of a level with that many arms, baseline and placebo included, for all its verdicts together."""
        return self.share("levels") * max(1, arms - 1) / max(1, self.comparisons, arms - 1)

    def pair(self, arms: int) -> float:
        """The share of any two of a level's arms, given their number."""
        return pair_alpha(self.level(arms), arms)


def pair_alpha(level_alpha: float, arms: int) -> float:
    """One minus the coverage of the interval of any two arms of a level, from the share of that level (rule 8)."""
    return level_alpha / max(1.0, arms * (arms - 1) / 2)
