"""A run explained: what `explain --json` prints."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.explain_arm import Cause
from iotrial.judge.explained_profile import ExplainedProfile
from iotrial.stats.verdict import Verdict
from iotrial.store.described import FullName, Work
from iotrial.store.record import AskedRun, CallsSource, CallsVary, OfLevel, StatusOfArm
from iotrial.store.strict import Strict, Versioned


class ExplainedArm(Strict):
    """An arm at a level: its counters, and a sentence. A figure is null if it was not measured."""

    arm: FullName
    level: OfLevel
    status: StatusOfArm
    baseline: str | None = Field(description="the baseline of its level")
    verdict: Verdict | None = Field(description="the arm's verdict, as `show` has it")
    ratio: float | None = Field(description="as `show` has it")
    work: Work
    counters: dict[str, float] = Field(
        description="counter -> how much for one unit of work; system calls by their names; empty if nothing is known"
    )
    iteration: dict[str, float] = Field(description="the same for one iteration")
    usual_bytes: dict[str, int] = Field(description="system call -> the most frequent size of one")
    source: CallsSource
    reason: str | None = Field(description="why system calls were not traced; null if they were")
    varies: CallsVary
    cause: Cause | None = Field(
        description="the counter or clock that explains the difference; none: nothing does; null: there is nothing to "
        "explain"
    )
    share: float | None = Field(
        description="share of the difference that the clock shows; null if it is no clock that explains it"
    )
    functions: list[str] = Field(
        description="functions that make a sure part of the difference, the largest first; empty without profiles"
    )
    sentence: str = Field(description="the arm's calls, and why it compares as it does")
    profile: ExplainedProfile | None = Field(
        description="where it spends its CPU time; null if nobody asked with `iotrial explain --profile`"
    )


class ExplainedRun(AskedRun, Versioned):
    """A run: every arm's counters at every level."""

    arms: list[ExplainedArm] = Field(description="every arm but the placebo, level by level")
