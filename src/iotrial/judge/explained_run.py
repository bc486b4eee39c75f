"""A run explained: what `explain --json` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.bounds import Factors
from iotrial.judge.explain_arm import Cause
from iotrial.judge.explained_profile import ExplainedProfile
from iotrial.stats.verdict import Verdict
from iotrial.store.record import Status
from iotrial.store.strict import Strict


class ExplainedArm(Strict):
    """An arm at a level: its counters, and a sentence. A figure is null if it was not measured."""

    arm: str = Field(description="LANGUAGE/METHOD")
    level: Factors = Field(description="factor -> value")
    status: Status = Field(description="measured, skipped, disqualified or failed")
    baseline: str | None = Field(description="the arm that it is compared with")
    verdict: Verdict | None = Field(description="as `show` has it")
    ratio: float | None = Field(description="as `show` has it")
    work: int | None = Field(description="work of one iteration, in the job's unit")
    counters: dict[str, float] = Field(
        description="counter -> how much for one unit of work; system calls by their names; empty if nothing is known"
    )
    iteration: dict[str, float] = Field(description="the same for one iteration")
    usual_bytes: dict[str, int] = Field(description="system call -> the most frequent size of one")
    source: Literal["strace", "perf", "proc"] | None = Field(
        description="strace, perf: every system call; proc: only how many reads and writes; null: nothing was gathered"
    )
    reason: str | None = Field(description="why system calls were not traced; null if they were")
    varies: bool = Field(description="if iterations made unlike calls")
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


class ExplainedRun(Strict):
    """A run: every arm's counters at every level."""

    format: int = Field(description="version of this document")
    run: str = Field(description="the run's id")
    study: str = Field(description="the study's name")
    question: str = Field(description="the study's question")
    job: str = Field(description="the job")
    work_unit: str = Field(description="the unit that the job's work is counted in")
    arms: list[ExplainedArm] = Field(description="every arm but the placebo, level by level")
