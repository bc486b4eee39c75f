"""Two runs of one study side by side: what `compare --json` prints."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import HighOfRatio, LowOfRatio
from iotrial.stats.verdict import Verdict
from iotrial.store.described import ArmName, IsComplete, RunId, StartedAt, StudyName, WhyNotMeasured
from iotrial.store.record import OfLevel, StatusOfArm
from iotrial.store.strict import Strict


class ComparedSide(Strict):
    """One of the two runs."""

    run: RunId
    study: StudyName
    started_at: StartedAt
    complete: IsComplete
    invalid: str | None = Field(description="why none of its verdicts holds; null if they do")


class UnlikeFact(Strict):
    """A fact that is not the same in both: of the machine, or the runtime of a language."""

    what: str = Field(description="a fact of the machine, or a language")
    before: object = Field(description="its value in the first run")
    after: object = Field(description="its value in the second run")


class ArmThen(Strict):
    """An arm in one of the two runs, over that run's own baseline. A figure is null if it was not measured."""

    ratio: float | None = Field(description="time over the baseline's time")
    low: LowOfRatio
    high: HighOfRatio
    verdict: Verdict | None = Field(description="null if nothing may be judged")
    status: StatusOfArm
    reason: WhyNotMeasured
    median_ns: float | None = Field(description="time of one iteration")
    runtime: str | None = Field(description="name and exact version of the runtime")


class ComparedArm(Strict):
    """An arm at a level that both runs have."""

    level: OfLevel
    baseline: str | None = Field(description="the baseline of the level, the same in both runs; null if it has none")
    arm: ArmName
    before: ArmThen = Field(description="the arm in the first run")
    after: ArmThen = Field(description="the arm in the second run")
    changed: bool = Field(description="if two decided verdicts differ, or its status does")
    apart: bool = Field(description="if the intervals have nothing in common")

    @property
    def is_decided(self) -> bool:
        """True if both runs came to a verdict on it."""
        return {self.before.verdict, self.after.verdict} <= {"faster", "slower", "equivalent"}


class ComparedRuns(Strict):
    """Two runs of one study. Times of two sessions are never divided by each other."""

    before: ComparedSide = Field(description="the first run")
    after: ComparedSide = Field(description="the second run")
    differs: list[UnlikeFact] = Field(description="facts of machine and runtimes that are not the same")
    arms: list[ComparedArm] = Field(description="every arm but the baseline, at each level that both runs have")
    changed: int = Field(description="how many arms changed")
    only_before: list[str] = Field(description="levels and arms that the second run does not have")
    only_after: list[str] = Field(description="levels and arms that the first run does not have")
