"""`--precision`: whether a level has its answer, by a sequence that stays valid however often it is looked at."""

from __future__ import annotations

from iotrial.run.round import Row
from iotrial.run.samples import samples_of
from iotrial.run.state import LevelState
from iotrial.stats.level import judge_level
from iotrial.stats.samples import LevelSamples
from iotrial.study.model import Study


class Decider:
    """Keeps the rows of a run, and says of each level whether it has its answer."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        """Take over the rows of a sweep."""
        self._rows += rows

    def samples(self, level: LevelState) -> LevelSamples:
        """All samples of a level so far, limits left out."""
        limits = {limit.index for limit in level.limits}
        own = [row for row in self._rows if row["level"] == level.index and row["arm"] not in limits]
        return samples_of(own, len(level.arms), level.blocks)

    def is_decided(self, level: LevelState) -> bool:
        """Whether the level need not be measured any more, by a sequence that stays valid (rule 10 of METHOD.md)."""
        raise NotImplementedError


class Precision(Decider):
    """Decides by rule 8's verdicts, or by the width that was asked for."""

    def __init__(self, study: Study) -> None:
        super().__init__()
        assert study.precision is not None
        self._margin = study.margin
        self._width = study.precision

    def is_decided(self, level: LevelState) -> bool:
        """Whether all arms of a level are decided, or no wider than asked, in this look."""
        judgement = judge_level(
            self.samples(level),
            margin=self._margin,
            judged=[arm.status == "measured" for arm in level.arms],
            may_be_equivalent=[not arm.shift for arm in level.arms],
            block_voids=0.0,
            sequence=True,
        )
        return all(
            arm.verdict not in ("undecided", "invalid")
            or (arm.low is not None and arm.high is not None and arm.high / arm.low - 1 <= self._width)
            for arm, state in zip(judgement.arms[1:], level.arms[1:], strict=True)
            if state.status == "measured"
        )
