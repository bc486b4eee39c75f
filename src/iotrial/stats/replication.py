"""The rounds of a run as replications: looked at once or after each of them, and more or less like each other."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.stats.dependence import dependent_rank, design_effect
from iotrial.stats.interval import order_rank
from iotrial.stats.sequence import sequence_rank


@dataclass(frozen=True)
class Replication:
    """The allowance that the intervals of a run must make.

    sequence: rule 10's intervals, for a run that stops when it has seen enough. correlation: that of neighbouring
    rounds (rule 22); None if it is not known, and then there is no interval. stretch: bounds lie this many times as far
    from the middle, since what was measured wanders (stats/wander.py).
    """

    sequence: bool = False
    correlation: float | None = 0.0
    stretch: float = 1.0

    def rank(self, n: int, alpha: float) -> int:
        """The rank of the interval [x(k), x(n + 1 - k)] over n rounds; 0 for none. Source: rules 7, 10 and 22."""
        if self.correlation is None:
            return 0
        if self.sequence:
            return sequence_rank(n, alpha, design_effect(n, self.correlation) if n else 1.0)
        return dependent_rank(n, alpha, self.correlation) if self.correlation else order_rank(n, alpha)

    def least_rounds(self, alpha: float) -> int:
        """The fewest rounds with an interval of coverage 1 - alpha; a correlation that is not known counts as 0."""
        known = self if self.correlation is not None else Replication(self.sequence)
        rounds = 1
        while known.rank(rounds, alpha) == 0:
            rounds += 1
        return rounds


#: Rounds that say nothing of each other, and are looked at once.
INDEPENDENT = Replication()
