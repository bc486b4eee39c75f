"""An arm of a level as it was judged."""

from __future__ import annotations

from typing import Any

from pydantic import Field, computed_field, model_validator

from iotrial.ask.catalog import named_parts
from iotrial.judge.bounds import HighOfFew
from iotrial.judge.judged_group import JudgedGroup
from iotrial.stats.verdict import Verdict
from iotrial.store.described import Rounds
from iotrial.store.record import Arm, Caution, FloorKind, Status
from iotrial.store.strict import Strict


class FloorShare(Strict):
    """The share that an arm reaches of its floor, the least time that was seen for its work."""

    floor: str = Field(
        description="the floor: a reference, LANGUAGE/NAME, or the arm that is the fastest; its own name if it is"
    )
    is_arm: bool = Field(description="if the floor is an arm, since no reference was faster")
    kind: FloorKind = Field(description="copying (bytes come into the program's own memory) or not copying")
    share: float = Field(description="the floor's time over the arm's, never above 1: 1 for the floor itself")
    low: float | None = Field(
        description="lower bound, corrected for all arms and floors of the level; null with too few rounds"
    )
    high: HighOfFew


class MeasuredArm(Strict):
    """An arm or a floor at a level: its record, and its time. A figure is null if it was not measured."""

    record: Arm = Field(description="all that was stored of it but its samples")
    status: Status = Field(description="the record's, but skipped if its level was")
    reason: str | None = Field(description="why it is not measured, as its record or its level has it; null if it is")
    median_ns: float | None = Field(
        description="time of one iteration: median over rounds of the rounds' medians; null if it has no sample"
    )
    throughput_per_second: float | None = Field(
        description="work over median time; null if either is not known, or if work arrives at a rate of its own"
    )

    @computed_field  # type: ignore[prop-decorator]
    @property
    def arm(self) -> str:
        """LANGUAGE/METHOD, and @VARIANT if a run has several of a method."""
        return self.record.arm

    @computed_field  # type: ignore[prop-decorator]
    @property
    def language(self) -> str:
        """The first part of its name."""
        return named_parts(self.arm)[0]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def method(self) -> str:
        """The second part of its name."""
        return named_parts(self.arm)[1]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def variant(self) -> str | None:
        """A runtime's version, or old and new, if that tells it from other arms of its method; null: nothing does."""
        return named_parts(self.arm)[2]

    @model_validator(mode="before")
    @classmethod
    def _by_its_record(cls, given: Any) -> Any:
        """Leave out the parts of a name as they were printed: the record has it."""
        is_table = isinstance(given, dict)
        return {name: given[name] for name in given if name not in cls.model_computed_fields} if is_table else given

    @property
    def held_bytes(self) -> int | None:
        """The memory at its peak that the system cannot take back; None if its kinds are not known."""
        kinds = self.record.memory.kinds
        return None if kinds is None else kinds.held_bytes


class JudgedArm(MeasuredArm):
    """An arm at a level: its figures, and its verdict against the baseline. A figure is null if it was not measured."""

    called: str = Field(description="how a sentence names its method; its second part if nobody says more")
    rounds: Rounds
    wall_ns: float | None = Field(
        description="wall time of one iteration, as median_ns: the same if the level is judged by wall time, else with "
        "what its clock leaves out"
    )
    mean_ns: float | None = Field(description="mean of all samples, since articles quote it; nothing is judged by it")
    spread_low_ns: float | None = Field(
        description="10th percentile of the rounds' medians; not a bound of an interval"
    )
    spread_high_ns: float | None = Field(description="90th percentile of the rounds' medians")
    cpu_ns: float | None = Field(description="CPU time of one iteration, user and system")
    user_ns: float | None = Field(description="its share in user mode")
    system_ns: float | None = Field(description="its share in the kernel")
    reader_ns: float | None = Field(
        description="CPU time of the process that reads the sink, for one iteration; null if nobody does, or if it is "
        "not known"
    )
    runtime_peak_bytes: int | None = Field(
        description="the most that its runtime handed out: by its record, or else by its samples"
    )
    runtime_peak_real_bytes: int | None = Field(
        description="the most that its runtime took from the system: by its record, or else by its samples"
    )
    several: JudgedGroup | None = Field(description="figures of several workers at once; null if one works alone")
    ratio: float | None = Field(description="time over the baseline's time; null if it has no round with a value")
    low: float | None = Field(
        description="lower bound of the ratio, corrected for all that the run says; null with too few rounds"
    )
    high: float | None = Field(description="upper bound of the ratio, corrected as `low`; null with too few rounds")
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
    def is_comparable(self) -> bool:
        """True if it may be ranked and compared: it has a verdict that holds, or is the baseline and has a time."""
        is_timed_baseline = self.record.role == "baseline" and bool(self.median_ns)
        return self.ratio is not None and (is_timed_baseline or self.verdict not in (None, "invalid"))

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
        return self.status == "disqualified" and "as-published" in self.record.tags
