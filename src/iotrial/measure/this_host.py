"""This machine as the scheduler sees it: its clock, counters, CPUs, and the workers of a round."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.ask.drawn_surroundings import PAGES
from iotrial.machine.cpus import available_cpus, bind, why_unbound
from iotrial.machine.noise_counters import Noise
from iotrial.machine.page_cache import are_there, held, keep_warm, read_again
from iotrial.workers.arm_worker import restored
from iotrial.workers.group_round import round_workers_of
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import LevelState

#: Reading the inputs of a level again takes no larger share of its time; on a slow disk not every round has it.
MOST_READING_SHARE = 0.2


class LocalHost:
    """The machine on which iotrial runs."""

    def __init__(self, logs: Path) -> None:
        self._logs = logs
        self._noise = Noise()
        self._kept_until_ns: dict[int, int] = {}  # level -> the time before which its inputs are not read again
        self._held: dict[int, contextlib.ExitStack] = {}  # level -> what holds its inputs in memory
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
        """Bring the inputs of a round into memory, as they were made, and return its workers."""
        if restored(level) is not None and level.plan.index in self._held:
            self._held.pop(level.plan.index).close()  # the file is another one
        begun_ns = time.monotonic_ns()
        if PAGES in level.plan.surroundings and begun_ns >= self._kept_until_ns.get(level.plan.index, 0):
            read_again(level.plan.resident)
            ended_ns = time.monotonic_ns()
            kept_ns = (ended_ns - begun_ns) * (1 / MOST_READING_SHARE - 1)
            self._kept_until_ns[level.plan.index] = ended_ns + round(kept_ns)
        return round_workers_of(level, cpu, self._logs, is_warm=self._is_warm(level))

    def _is_warm(self, level: LevelState) -> bool:
        """Have the inputs of a level in memory; what may not be read again is held there until the run ends.

        A system that gives back what was not used for seconds would take it between two rounds, and with it the level.
        """
        if level.plan.task.warm is None or level.plan.task.warm.may_be_read_again:
            return keep_warm(level.plan.resident)
        if level.plan.index not in self._held:
            self._held[level.plan.index] = holding = contextlib.ExitStack()
            holding.enter_context(held(level.plan.resident))
        return are_there(level.plan.resident)

    def close(self) -> None:
        """Let this process use every CPU again, and close the counters."""
        bind(0, available_cpus())
        for holding in self._held.values():
            holding.close()
        self._noise.close()
