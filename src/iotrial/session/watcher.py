"""Who is told how a run comes along."""

from __future__ import annotations

from typing import Protocol

from iotrial.session.standings import Standings
from iotrial.workers.state import LevelState


class Watcher(Protocol):
    """Something that is told about the progress of a run."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Note that a stage begins, with so many steps if that is known."""

    def step(self) -> None:
        """Note that one step of the stage is done."""

    def note(self, text: str) -> None:
        """Tell a person something that they should know now."""

    def pause(self, level: LevelState, standings: Standings) -> None:
        """Look, and draw: a round of a level is over, and nothing is being measured."""
