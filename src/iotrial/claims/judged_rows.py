"""The judged run as claims read it: the one place that knows how `analysis/` names its figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pydantic import BaseModel, ConfigDict

from iotrial.analysis.across import varying
from iotrial.analysis.judge import judge_run
from iotrial.store.read import StoredRun

Factors = Mapping[str, int | str]


class Row(BaseModel):
    """A part of the judged run: those of its keys that a claim asks for, under the same names."""

    model_config = ConfigDict(frozen=True, extra="ignore", from_attributes=True)


class CodedText(Row):
    """A caution, or what came of an arm that was looked at once."""

    code: str
    text: str


class RecordCounts(Row):
    """Records of several writers that were handed over, and those that came to harm."""

    handed: int
    lost: int | None
    torn: int | None
    interleaved: int | None
    doubled: int | None
    astray: int | None


class Served(Row):
    """The share that was done in time, of the work that arrived at a rate of its own."""

    share: float
    keeps_up: bool | None


class LockWait(Row):
    """The calls for a lock."""

    p99_ns: float | None


class SeveralWorkers(Row):
    """Figures of several workers at once."""

    records: RecordCounts | None
    served: Served | None
    lock_wait: LockWait | None


class ArmRow(Row):
    """An arm at a level."""

    arm: str
    role: str
    status: str
    reason: str | None
    tags: tuple[str, ...]
    guarantees: Mapping[str, str]
    verdict: str | None
    cautions: tuple[CodedText, ...]
    outcome: CodedText | None
    shift: int
    rounds: int
    median_ns: float | None
    spread_low_ns: float | None
    spread_high_ns: float | None
    work: int | None
    peak_bytes: float | None
    runtime_peak_bytes: float | None
    runtime_peak_real_bytes: float | None
    call_count: float | None
    several: SeveralWorkers | None

    @property
    def is_wrong_as_published(self) -> bool:
        """It does not do the job, and was timed all the same, since somebody published it."""
        return self.status == "disqualified" and "as-published" in self.tags


class LevelRow(Row):
    """A level."""

    level: Factors
    invalid: str | None
    arms: tuple[ArmRow, ...]

    @cached_property
    def by_name(self) -> Mapping[str, ArmRow]:
        """Name -> arm."""
        return {arm.arm: arm for arm in self.arms}


class Spread(Row):
    """A figure with its bounds; None if it is not known."""

    median: float | None
    low: float | None
    high: float | None


class CostRow(Row):
    """The cost of an arm over the sizes of a factor."""

    factor: str
    at: Factors
    arm: str
    misfit_share: Spread
    growth_share: Spread


class GrowthRow(Row):
    """The memory of an arm over the sizes of a factor."""

    factor: str
    at: Factors
    arm: str
    of: str
    bytes_per_unit: Spread
    verdict: str


class RunRows(Row):
    """A run."""

    work_unit: str
    levels: tuple[LevelRow, ...]
    costs: tuple[CostRow, ...]
    growth: tuple[GrowthRow, ...]

    @cached_property
    def varying_factors(self) -> list[str]:
        """The factors that tell its levels apart."""
        return varying([one.level for one in self.levels])


def judged_rows(stored: StoredRun) -> RunRows:
    """Judge a run and return what claims read of it."""
    return RunRows.model_validate(judge_run(stored))
