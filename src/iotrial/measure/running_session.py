"""A run that is being carried out, as its stages share it, and the wall time that each of them took."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from iotrial.ask.study import Study
from iotrial.measure.budget_priority import BudgetPriority
from iotrial.measure.measured_files import SameRuntimes, Texts
from iotrial.measure.run_setting import RunSetting, Watcher
from iotrial.measure.this_host import LocalHost
from iotrial.store.record import Spent
from iotrial.workers.state import LevelState

Stage = Literal["building", "verifying", "pilot", "rounds", "evidence"]


class Spending:
    """The wall time that each stage of a run took so far."""

    def __init__(self) -> None:
        self._ns: Counter[Stage] = Counter()

    @contextlib.contextmanager
    def on(self, stage: Stage) -> Iterator[None]:
        """Count the time of a block of work, even if it fails."""
        begun_ns = time.monotonic_ns()
        try:
            yield
        finally:
            self._ns[stage] += time.monotonic_ns() - begun_ns

    @property
    def building_ns(self) -> int:
        """The time for building programs."""
        return self._ns["building"]

    def record(self, before: Spent | None = None) -> Spent:
        """Return the times as a run keeps them, with those of the sessions before that it goes on from."""
        old = before or Spent()
        return Spent(
            building_ns=old.building_ns + self._ns["building"],
            verifying_ns=old.verifying_ns + self._ns["verifying"],
            pilot_ns=old.pilot_ns + self._ns["pilot"],
            rounds_ns=old.rounds_ns + self._ns["rounds"],
            evidence_ns=old.evidence_ns + self._ns["evidence"],
        )


#: No arm is looked into for evidence after this share of a budget. A tenth is promised (rule 26), and the arm that is
#: looked into then takes a while.
EVIDENCE_SHARE = 0.09

#: It may take this long in a budget of a few seconds, in which such a share would be nothing.
LEAST_EVIDENCE_NS = 2e9


#: Whoever asked a question waits for building, too. It takes no more of the time for an answer than this.
MOST_BUILDING_SHARE = 0.5


@dataclass(frozen=True)
class Session:
    """A study on its way to a stored run.

    folder: for the workers' logs. begun_ns: on the monotonic clock. priority: None if no level gives way to another.
    """

    study: Study
    setting: RunSetting
    levels: list[LevelState]
    folder: Path
    host: LocalHost
    begun_ns: int
    priority: BudgetPriority | None = None
    spent: Spending = field(default_factory=Spending)
    texts: Texts = field(default_factory=Texts)
    runtimes: SameRuntimes = field(default_factory=SameRuntimes)

    @property
    def watcher(self) -> Watcher:
        """The one who is told how the run comes along."""
        return self.setting.watcher

    @property
    def cpu(self) -> int | None:
        """The CPU for work before any round; None if nothing can be bound."""
        return self.host.cpus[-1] if self.host.cpus else None

    @property
    def measurable(self) -> list[LevelState]:
        """The levels that still have something to compare."""
        return [level for level in self.levels if level.is_measurable]

    @property
    def first_levels(self) -> list[LevelState]:
        """The levels that are made ready at once: the one that was asked for, if others give way to it, else all."""
        waits = self.priority is not None and self.levels[0].plan.task.observed is None
        return self.levels[:1] if waits else self.levels

    @property
    def unpaid_building_ns(self) -> int:
        """The time for building that does not count against the budget: all, but of a question what exceeds half."""
        if self.priority is None:
            return self.spent.building_ns
        return max(0, self.spent.building_ns - int(MOST_BUILDING_SHARE * self.study.budget_seconds * 1e9))

    @property
    def deadline_ns(self) -> int:
        """The end of the rounds' part of the budget, on the monotonic clock."""
        budget_ns = int(self.study.budget_seconds * 1e9)
        tidying_ns = self.priority.tidying_ns if self.priority is not None else 0
        return self.begun_ns + self.unpaid_building_ns + budget_ns - self.evidence_ns - tidying_ns

    @property
    def evidence_ns(self) -> int:
        """The most that evidence may take, after the rounds; 0 if none is to be gathered."""
        share_ns = EVIDENCE_SHARE * self.study.budget_seconds * 1e9
        return int(max(LEAST_EVIDENCE_NS, share_ns)) if self.setting.evidence else 0

    @property
    def paid_seconds(self) -> float:
        """The time so far that counts against the budget."""
        return self.seconds - self.unpaid_building_ns / 1e9

    @property
    def seconds(self) -> float:
        """The time that the run has taken so far."""
        return (time.monotonic_ns() - self.begun_ns) / 1e9
