"""This machine as the scheduler sees it: its clock, counters, CPUs, and the workers of a round."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.host.cpus import available_cpus, bind, why_unbound
from iotrial.host.noise import Noise
from iotrial.host.page_cache import keep_warm
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import LevelState
from iotrial.workers.worker_group import round_workers_of


class LocalHost:
    """The machine on which iotrial runs."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._noise = Noise()
        #: The reason why workers cannot be bound to a CPU; None if they can.
        self.unbound = why_unbound()
        self.cpus: Sequence[int] = [] if self.unbound else sorted(available_cpus())

    def now_ns(self) -> int:
        """Return the time of the monotonic clock."""
        return time.monotonic_ns()

    def counters(self) -> Mapping[str, int]:
        """Return the counters before a block."""
        return self._noise.counters()

    def over(self, before: Mapping[str, int], cpu: int | None) -> Mapping[str, int]:
        """Return what a block added to the counters."""
        return self._noise.over(before, cpu)

    def round_workers(self, level: LevelState, cpu: int | None) -> LocalRoundWorkers:
        """Bring the inputs of a round into memory and return its workers."""
        return round_workers_of(level, cpu, self._logs, is_warm=keep_warm(level.resident))

    def close(self) -> None:
        """Let this process use every CPU again, and close the counters."""
        bind(0, available_cpus())
        self._noise.close()
