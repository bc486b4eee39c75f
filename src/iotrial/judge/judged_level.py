"""A level of a run as it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from pydantic import Field

from iotrial.judge.judged_arm import JudgedArm, MeasuredArm
from iotrial.judge.judged_variant import JudgedVariant
from iotrial.store.record import Caution, LevelFacts
from iotrial.store.strict import Strict

LevelStatus = Literal["measured", "planned", "observed", "skipped"]


class Lead(Strict):
    """The winner's lead."""

    over: str = Field(description="the next arm")
    ratio: float = Field(description="that arm's time over the winner's")
    low: float = Field(description="lower bound of the ratio, corrected for all pairs of the level")
    high: float = Field(description="upper bound of that ratio")


class TopGroup(Strict):
    """The fastest of some arms."""

    top_group: list[str] = Field(description="arms not shown to be slower than the fastest, best first")
    winner: str | None = Field(description="the only arm of the top group; null if there are several")
    lead: Lead | None = Field(description="the winner's lead; null if there is no winner")


class JudgedLevel(TopGroup, LevelFacts):
    """A level: its arms against the baseline, and the fastest of them."""

    status: LevelStatus = Field(
        description="measured, planned (no sweep is stored yet), observed (each arm was looked at once, never timed) "
        "or skipped"
    )
    baseline: str | None = Field(description="the arm that the others are compared with; null if the level has no arm")
    rounds: int = Field(description="rounds that are stored")
    planned_rounds: int | None = Field(description="rounds of the plan; null if it names none")
    needed_rounds: int | None = Field(
        description="rounds from which every two of its arms have an interval; null if nothing is compared"
    )
    blocks: int | None = Field(description="blocks in a round; null if no round is stored")
    left_out_share: float | None = Field(
        description="share of the wall time of all samples that the clock leaves out; null if it leaves out nothing"
    )
    placebo: JudgedArm | None = Field(
        description="the second copy of the baseline, the noise floor; null if the level has none"
    )
    invalid: str | None = Field(description="why no verdict of the level holds; null if they do")
    alike: TopGroup | None = Field(
        description="the fastest among the arms with the baseline's guarantees; null if all have them"
    )
    cautions: list[Caution] = Field(description="caveats of the whole level")
    arms: list[JudgedArm] = Field(description="every arm but the placebo, the baseline first")
    floors: list[MeasuredArm] = Field(description="every floor, the least that the machine must do")
    variants: list[JudgedVariant] = Field(
        description="arms of one method, each directly over the first of them; empty if each method has one"
    )

    @property
    def is_judged(self) -> bool:
        """True if it was measured, and verdicts hold there."""
        return self.status == "measured" and not self.invalid

    @property
    def baseline_gives(self) -> Mapping[str, str]:
        """The guarantees of the baseline; none if the level has no arm."""
        own = self.by_name.get(self.baseline or "")
        return own.record.guarantees if own is not None else {}

    @property
    def not_measured(self) -> list[JudgedArm]:
        """The arms that were not measured, without those that were looked at instead."""
        return [arm for arm in self.arms if arm.status != "measured" and not arm.record.outcome]

    @cached_property
    def by_name(self) -> Mapping[str, JudgedArm]:
        """Name -> arm."""
        return {arm.arm: arm for arm in self.arms}
