"""A run that claims are judged by: its levels, and its statements over sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from iotrial.ask.level_factors import LevelFactors, level_name
from iotrial.claims.claim import Claim
from iotrial.claims.evaluated_level import EvaluatedLevel
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.memory_growth import MemoryGrowth
from iotrial.judge.size_cost import SizeCost
from iotrial.store.read import StoredRun


@dataclass(frozen=True)
class ClaimEvaluator:
    """A run, its judgement, `alpha` (one minus the coverage of each interval), and earlier sessions, oldest first."""

    stored: StoredRun
    rows: JudgedRun
    alpha: float
    earlier: tuple[ClaimEvaluator, ...] = ()

    @property
    def margin(self) -> float:
        """Differences below this share do not matter."""
        return self.stored.run.margin

    @property
    def work_unit(self) -> str:
        """The unit that the job's work is counted in."""
        return self.rows.work_unit

    def levels(self, claim: Claim, *, as_published: bool = False) -> Iterator[EvaluatedLevel]:
        """The levels that a claim speaks of."""
        for number, row in enumerate(self.rows.levels):
            if claim.is_at(row.level):
                yield EvaluatedLevel(self, number, as_published)

    def level_at(self, factors: Mapping[str, int | str], *, as_published: bool) -> EvaluatedLevel | None:
        """The level of these factors; None if the run has none."""
        for number, row in enumerate(self.rows.levels):
            if row.level == factors:
                return EvaluatedLevel(self, number, as_published)
        return None

    def costs(self, claim: Claim, arms: Sequence[str]) -> list[SizeCost]:
        """The costs of arms over sizes, as far as the claim speaks of them, arm by arm."""
        return [one for arm in arms for one in self.rows.costs if one.arm == arm and claim.is_at(one.at)]

    def growth(self, claim: Claim, arms: Sequence[str], of: str) -> list[MemoryGrowth]:
        """The growth of memory (`peak` or `held`) over sizes, as far as the claim speaks of it, arm by arm."""
        found = [one for one in self.rows.growth if one.of == of]
        return [one for arm in arms for one in found if one.arm == arm and claim.is_at(one.at)]

    def is_wrong(self, claim: Claim) -> bool:
        """True if the claim rests on the time of an arm that does not do the job."""
        rows = (row for level in self.levels(claim) for row in level.row.arms if row.arm in claim.arms)
        return any(row.is_wrong_as_published for row in rows)

    def name(self, factors: Mapping[str, int | str]) -> str:
        """A level by the factors that tell it from the others."""
        told = [f"{name}={factors[name]}" for name in varying_factors(self.rows) if name in factors]
        return " ".join(told) or level_name(LevelFactors(factors, self.stored.run.unsaid))
