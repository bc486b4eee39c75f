"""A watcher that looks away."""

from __future__ import annotations

from iotrial.measure.running_standings import Standings
from iotrial.workers.state import LevelState


class Silent:
    """Nobody looks on."""

    def stage(self, name: str, total: int | None = None) -> None:
        pass

    def step(self) -> None:
        pass

    def note(self, text: str) -> None:
        pass

    def pause(self, level: LevelState, standings: Standings) -> None:
        pass
