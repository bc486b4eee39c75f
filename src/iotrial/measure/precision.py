"""The decision of `--precision` that a level has its answer, by a sequence that stays valid after every look."""

from __future__ import annotations

from typing import Protocol

from iotrial.ask.study import Study
from iotrial.measure.running_standings import Standings
from iotrial.stats.judge_level import judge_level
from iotrial.workers.state import LevelState


class Decider(Protocol):
    """A decision for each level: does it have its answer?"""

    def is_decided(self, level: LevelState) -> bool:
        """True if the level need not be measured any more, by a sequence that stays valid (rule 10)."""
        ...


class Precision:
    """A decision by rule 8's verdicts, or by the width that was asked for, from the rounds of a run."""

    def __init__(self, study: Study, standings: Standings) -> None:
        assert study.precision is not None
        self._margin = study.margin
        self._width = study.precision
        self._standings = standings

    def is_decided(self, level: LevelState) -> bool:
        """True if all arms of a level are decided, or their intervals no wider than asked, in this look."""
        samples = self._standings.samples(level)
        if samples is None:
            return False
        judgement = judge_level(
            samples,
            margin=self._margin,
            judged=[arm.status == "measured" for arm in level.arms],
            may_be_equivalent=[not arm.shift for arm in level.arms],
            block_voids=0.0,
            alpha=self._standings.alpha(level),
            replication=self._standings.replication,
        )
        return all(
            arm.verdict not in ("undecided", "invalid")
            or (arm.low is not None and arm.high is not None and arm.high / arm.low - 1 <= self._width)
            for arm, state in zip(judgement.arms[1:], level.arms[1:], strict=True)
            if state.status == "measured"
        )
