"""Levels that are observed and not timed: the outcome of each method when something happens to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from iotrial.probes.cut import NotCut
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import LevelState


def observe_level(level: LevelState, logs: Path, on_arm: Callable[[], None] = lambda: None) -> None:
    """Set the outcome of every arm that does its job, each in a fresh process; an arm that dies of it has failed.

    An arm is skipped, with the reason, if the event cannot be made to happen to it here; the level is skipped if all
    of its arms are.
    """
    for arm in level.timed:
        try:
            with LocalRoundWorkers(level, None, logs) as workers:
                arm.outcome = workers.start_one(arm).observe()
            if arm.outcome is not None and arm.outcome.code == "died":
                arm.leave("failed", arm.outcome.text)
        except SampleFailed as failure:
            arm.leave("failed", str(failure))
        except NotCut as reason:
            arm.leave("skipped", str(reason))
        on_arm()
    if not level.is_observed:
        reasons = [arm.reason for arm in level.arms if arm.status == "skipped"]
        level.progress.skipped = reasons[0] if len(reasons) == len(level.arms) else None
