"""Room on the targets of a run: for one iteration before anything is made, and for the largest sample later."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.errors import Problem, UsageError
from iotrial.places.target import require_room
from iotrial.workers.state import LevelState


def require_room_for_one(levels: Sequence[LevelState]) -> None:
    """Refuse targets that are too small for one iteration of their levels; UsageError with all of them."""
    problems: list[Problem] = []
    for target in dict.fromkeys(level.resources.target for level in levels):
        here = [level for level in levels if level.resources.target == target and not level.progress.skipped]
        try:
            require_room(
                target,
                sum(level.plan.task.space_bytes(1) for level in here),
                sum(level.plan.task.file_count(1) for level in here),
            )
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)


def require_room_for_samples(levels: Sequence[LevelState]) -> None:
    """Refuse targets on which the outputs of the largest sample would not fit; only one arm has outputs at a time."""
    problems: list[Problem] = []
    for level in levels:
        if level.progress.skipped or not level.active_arms:
            continue
        iterations = max(arm.iterations for arm in level.active_arms)
        try:
            require_room(
                level.resources.target, level.plan.task.space_bytes(iterations), level.plan.task.file_count(iterations)
            )
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
