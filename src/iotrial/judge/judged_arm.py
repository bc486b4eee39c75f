"""An arm of a level as it was judged."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.floor_share import FloorShare
from iotrial.judge.judged_group import JudgedGroup
from iotrial.stats.verdict import Verdict
from iotrial.store.record import Caution, Observation, Role, Status
from iotrial.store.strict import Strict


class JudgedArm(Strict):
    """An arm at a level: its figures, and its verdict against the baseline. A figure is null if it was not measured."""

    arm: str = Field(description="LANGUAGE/METHOD, and @VARIANT if a run has several of a method")
    language: str = Field(description="its first part")
    method: str = Field(description="its second part")
    variant: str | None = Field(
        description="what tells it from other arms of its method: a runtime's version, or old and new; null: nothing"
    )
    called: str = Field(description="how a sentence names its method; its second part if nobody says more")
    role: Role = Field(description="baseline or arm")
    status: Status = Field(description="measured, skipped, disqualified or failed")
    reason: str | None = Field(description="why it is not measured; null if it is")
    runtime: str | None = Field(description="name and exact version of the runtime; null if it never started")
    start_cpu_ns: int | None = Field(
        description="CPU time of a process from its start to its first answer: runtime and kit, the least seen"
    )
    guarantees: dict[str, str] = Field(description="what the method declares, guarantee -> value")
    tags: list[str] = Field(description="tags of the method")
    iterations: int | None = Field(description="iterations in a sample")
    shift: int = Field(description="power of two between its iterations and the level's; not 0: never equivalent")
    rounds: int = Field(description="rounds with a value")
    median_ns: float | None = Field(
        description="time of one iteration: median over rounds of the rounds' medians; null if it has no sample"
    )
    wall_ns: float | None = Field(
        description="wall time of one iteration, as median_ns: the same if the level is judged by wall time, else with "
        "what its clock leaves out"
    )
    mean_ns: float | None = Field(description="mean of all samples, since articles quote it; nothing is judged by it")
    spread_low_ns: float | None = Field(
        description="10th percentile of the rounds' medians; not a bound of an interval"
    )
    spread_high_ns: float | None = Field(description="90th percentile of the rounds' medians")
    work: int | None = Field(description="work of one iteration, in the job's unit")
    throughput_per_second: float | None = Field(
        description="work over median time; null if work arrives at a rate of its own"
    )
    cpu_ns: float | None = Field(description="CPU time of one iteration, user and system")
    user_ns: float | None = Field(description="its share in user mode")
    system_ns: float | None = Field(description="its share in the kernel")
    reader_ns: float | None = Field(
        description="CPU time of the process that reads the sink, for one iteration; null if nobody does, or if it is "
        "not known"
    )
    call_count: float | None = Field(description="system calls of one iteration; null if they were not traced")
    outcome: Observation | None = Field(
        description="its result at a level that is looked at and not timed; null at all others"
    )
    peak_bytes: int | None = Field(description="highest resident memory of the process, reset before the work")
    before_bytes: int | None = Field(description="resident memory just before the work")
    runtime_peak_bytes: int | None = Field(description="the runtime's own peak: what it handed out")
    runtime_peak_real_bytes: int | None = Field(description="the runtime's own peak: what it took from the system")
    peak_anonymous_bytes: int | None = Field(
        description="of peak_bytes, the process's own: heap, stack, what it changed of files; null, as the next "
        "five, if memory was not broken down by kind"
    )
    peak_file_bytes: int | None = Field(
        description="of peak_bytes, pages of files that it mapped, its program and libraries among them"
    )
    peak_shared_bytes: int | None = Field(description="of peak_bytes, shared memory and files that live in memory")
    peak_reclaimable_bytes: int | None = Field(
        description="of peak_file_bytes, clean pages: the system may take them back and write nothing"
    )
    held_bytes: int | None = Field(description="the three kinds less what is reclaimable")
    cached_bytes: int | None = Field(
        description="bytes of the input in the page cache, which no process's figure has unless it maps them"
    )
    memory_processes: int = Field(
        description="fresh processes whose memory was broken down; the figures are those of the median peak"
    )
    memory_how: Literal["stops", "samples"] | None = Field(
        description="stops: read wherever memory could begin to shrink, so that no peak is missed; samples: every "
        "millisecond"
    )
    memory_reason: str | None = Field(
        description="why memory could not be broken down by kind, or not in every process"
    )
    several: JudgedGroup | None = Field(description="figures of several workers at once; null if one works alone")
    ratio: float | None = Field(description="time over the baseline's time; null if it has no round with a value")
    low: float | None = Field(
        description="lower bound of the ratio, corrected for all that the run says; null with too few rounds"
    )
    high: float | None = Field(description="upper bound of the ratio; null with too few rounds")
    verdict: Verdict | None = Field(
        description="faster, slower, equivalent, undecided or invalid; null if nothing may be judged; the cautions "
        "drift and trend make it undecided"
    )
    needed_rounds: int | None = Field(
        description="rounds in all that would decide an undecided arm; null if it is decided, or if no number would"
    )
    p90: float | None = Field(description="90th percentile of the samples' ratios")
    p99: float | None = Field(description="99th percentile of the samples' ratios")
    differs_within_margin: bool = Field(description="undecided, but 1 is excluded")
    moved: float | None = Field(
        default=None,
        description="share by which it still moves, within its rounds or from the first of them to the last; null if "
        "by no more than the margin",
    )
    cautions: list[Caution] = Field(description="caveats of the arm")
    floor_share: FloorShare | None = Field(
        description="how near it comes to the fastest floor of its kind; null if none was measured"
    )

    @property
    def is_moving(self) -> bool:
        """True if it drifts by more than the margin or was still warming up after the pilot: its verdict is open."""
        return self.moved is not None or self.has_no_plateau

    @property
    def movement(self) -> float:
        """The factor by which it still moves, either way; 1 if by no more than the margin."""
        return 1 + (self.moved or 0.0)

    @property
    def has_no_plateau(self) -> bool:
        """True if it was still warming up at the end of the pilot, so that its final speed is unknown."""
        return any(caution.code == "no_plateau" for caution in self.cautions)

    @property
    def is_wrong_as_published(self) -> bool:
        """True if it does not do the job, and was timed all the same, since it was published."""
        return self.status == "disqualified" and "as-published" in self.tags
