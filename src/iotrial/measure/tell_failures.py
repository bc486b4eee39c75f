"""Arms that cannot take part, reported as soon as that is known and before anything is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from iotrial.workers.state import LevelState


class FailureNotices:
    """Report each arm that failed at every level, once, with its first reason."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Keep `tell`, which gets a sentence for each arm."""
        self._tell = tell
        self._told: set[str] = set()

    def look(self, levels: Sequence[LevelState]) -> None:
        """Report the arms that have failed by now; none if no arm is left, since the run then ends with the reasons."""
        here = [level for level in levels if not level.progress.skipped]
        if not any(arm.status == "measured" for level in here for arm in level.arms):
            return
        for arm in (arm for level in here for arm in level.arms):
            same = [one for level in here for one in level.every if one.arm == arm.arm]
            if arm.arm not in self._told and all(one.status == "failed" for one in same):
                self._told.add(arm.arm)
                self._tell(f"{arm.arm} is left out: {arm.reason}")
