"""The watcher of a run's progress."""

from __future__ import annotations

from typing import Protocol

from iotrial.measure.running_standings import Standings
from iotrial.workers.state import LevelState


class Watcher(Protocol):
    """A receiver of the progress of a run."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Note that a stage begins, with the number of its steps if that is known."""

    def step(self) -> None:
        """Note that one step of the stage is done."""

    def note(self, text: str) -> None:
        """Tell a person something that they should know now."""

    def pause(self, level: LevelState, standings: Standings) -> None:
        """Show standings now: a round of a level is over, and nothing is being measured."""
