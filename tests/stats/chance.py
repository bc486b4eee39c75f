"""Simulations of two sizes: all trials under the marker `long`, else an eighth of them, with bounds that fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from scipy.stats import binom

#: In an eighth of the trials a promise that is just kept looks broken with this probability at the most.
FALSE_ALARM = 0.004


@dataclass(frozen=True)
class Trials:
    """A number of trials, which are all of a simulation, or few."""

    count: int
    are_all: bool = False

    def most(self, share: float) -> float:
        """The most of the trials that may go wrong, where at most this share of all may."""
        return share * self.count if self.are_all else float(binom.isf(FALSE_ALARM, self.count, share))

    def too_many(self, wrong: float, share: float) -> bool:
        """True if more trials went wrong than may, given the share of them that did."""
        return wrong * self.count > self.most(share) + 1e-6

    def power(self, share: float, planted: float) -> float:
        """The probability to see a fault by which this share of trials goes wrong."""
        return float(binom.sf(self.most(share), self.count, planted))

    def leeway(self, share: float) -> float:
        """How far off a share may be that was found by all trials; another NumPy may draw other numbers."""
        chance = 0.0 if self.are_all else 3.0 * (share * (1 - share) / self.count) ** 0.5
        return 0.02 + chance


def few_or_all(count: int) -> list[Any]:
    """The two sizes of a simulation that has so many trials, as parameters of a test or a fixture."""
    return [
        pytest.param(Trials(count // 8), id="few"),
        pytest.param(Trials(count, are_all=True), id="all", marks=pytest.mark.long),
    ]
