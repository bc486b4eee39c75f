"""`--precision`: whether a level has its answer, by a sequence that stays valid however often it is looked at."""

from __future__ import annotations

from iotrial.run.round import Row
from iotrial.run.samples import samples_of
from iotrial.run.state import LevelState
from iotrial.stats.level import judge_level
from iotrial.study.model import Study


class Precision:
    """Keeps the rows of a run, and judges levels by rule 10 of METHOD.md."""

    def __init__(self, study: Study) -> None:
        assert study.precision is not None
        self._margin = study.margin
        self._width = study.precision
        self._rows: list[Row] = []

    def add(self, rows: list[Row]) -> None:
        """Take over the rows of a sweep."""
        self._rows += rows

    def is_decided(self, level: LevelState) -> bool:
        """Whether all arms of a level are decided, or no wider than asked, in this look."""
        limits = {limit.index for limit in level.limits}
        own = [row for row in self._rows if row["level"] == level.index and row["arm"] not in limits]
        judgement = judge_level(
            samples_of(own, len(level.arms), level.blocks),
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
