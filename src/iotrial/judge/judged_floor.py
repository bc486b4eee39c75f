"""A floor as a run measured it."""

from __future__ import annotations

from pydantic import Field

from iotrial.store.record import FloorKind, Status
from iotrial.store.strict import Strict


class JudgedFloor(Strict):
    """A floor of a level: the least that the machine must do. A figure is null if it was not measured."""

    arm: str = Field(description="LANGUAGE/NAME")
    language: str = Field(description="its first part")
    method: str = Field(description="its second part")
    kind: FloorKind | None = Field(description="copying or not copying")
    guarantees: dict[str, str] = Field(
        description="what an arm must guarantee to be held against it, guarantee -> value"
    )
    status: Status = Field(description="measured, skipped, disqualified or failed")
    reason: str | None = Field(description="why it is not measured; null if it is")
    iterations: int | None = Field(description="iterations in a sample")
    median_ns: float | None = Field(description="time of one iteration, as for an arm; null if it has no sample")
    work: int | None = Field(description="work of one iteration, in the job's unit")
    throughput_per_second: float | None = Field(description="work over median time; null if either is not known")
