"""The samples of a level as arrays, and what else is known of each arm."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from iotrial.stats.judged_clock import Clock
    from iotrial.stats.level_samples import LevelSamples
    from iotrial.stats.noise_explained import BlockNoise


@dataclass(frozen=True)
class ArmFigures:
    """The figures of an arm's samples besides its time; None if no sample has the figure."""

    cpu_ns: float | None = None  # user and system, one iteration: median over rounds of the round's median
    wall_ns: float | None = None  # by the wall clock, even if the level is judged by another: as cpu_ns
    reader_ns: float | None = None  # CPU time of the sink's reader: as cpu_ns
    user_share: float | None = None  # of the CPU time of all samples, since the system counts it in ticks
    cpu_total_ns: int | None = None  # of all samples
    runtime_peak_bytes: int | None = None
    runtime_peak_real_bytes: int | None = None
    minor_faults: float | None = None  # these five as cpu_ns
    major_faults: float | None = None
    voluntary_switches: float | None = None
    involuntary_switches: float | None = None
    device_read_bytes: float | None = None


@dataclass
class LevelFigures:
    """All samples of a level. Rounds are the sweeps that have rows of it; `arms` are those of its arms that have rows.

    Floors are kept apart from the arms, since no statement about arms counts them.
    """

    sweeps: list[int]
    arms: list[int]
    time_ns: NDArray[Any]  # (rounds, blocks, arms), one iteration; NaN if there is no valid sample
    slot: NDArray[Any]  # the same shape; -1 if there is no sample
    floors: list[int]  # its floors that have rows; their numbers continue those of its arms
    floor_ns: NDArray[Any]  # (rounds, blocks, floors), as time_ns
    clock: Clock = "wall"  # that `time_ns` and `floor_ns` are by
    wall_sum_ns: float = 0.0  # of all valid samples, floors left out
    left_out_ns: float = 0.0  # of that, what the clock leaves out
    beyond: int = 0  # samples whose worker is said to have waited longer than they took
    void_blocks: int = 0
    all_blocks: int = 0
    void_reason: str | None = None  # the most frequent one
    beside: dict[int, ArmFigures] = field(default_factory=dict)
    noise: BlockNoise | None = None  # of each block; None if there is none

    @cached_property
    def samples(self) -> LevelSamples:
        """The arrays that the level is judged by, checked once."""
        from iotrial.stats.level_samples import LevelSamples

        return LevelSamples(time_ns=self.time_ns, slot=self.slot)

    @property
    def left_out_share(self) -> float | None:
        """Share of the wall time that the level's clock leaves out; None if it is judged by wall time."""
        return self.left_out_ns / self.wall_sum_ns if self.clock != "wall" and self.wall_sum_ns else None

    @property
    def void_share(self) -> float:
        """Share of the blocks in which no arm has a value, through a failure or a wrong state."""
        return self.void_blocks / self.all_blocks if self.all_blocks else 0.0
