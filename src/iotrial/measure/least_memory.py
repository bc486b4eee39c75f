"""The least memory that runtimes need to start: a lower memory limit of a level is refused before the run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from iotrial.ask.factors import MEMORY_LIMIT
from iotrial.ask.level_factors import named_as
from iotrial.errors import Problem, UsageError
from iotrial.units import LARGEST, format_bytes
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState

#: A limit that nothing reaches, to measure how much a runtime is charged with.
FREE_BYTES = LARGEST >> 13 << 12


def require_start(levels: Sequence[LevelState], logs: Path) -> None:
    """Raise UsageError, with every limit and runtime, if a worker cannot start within its level's memory limit."""
    problems: dict[Problem, None] = {}
    tried: set[tuple[int, tuple[str, str | None]]] = set()
    for level in levels:
        if level.plan.memory_limit_bytes is None or level.progress.skipped:
            continue
        for arm in level.arms:
            key = (level.plan.memory_limit_bytes, arm.kit.key)
            if arm.program is None or key in tried:
                continue
            tried.add(key)
            failure, _ = _start(level, arm, logs)
            if failure is None:
                continue
            factors = named_as(level.plan.factors, {**level.plan.factors, MEMORY_LIMIT: FREE_BYTES})
            free = replace(level, plan=replace(level.plan, factors=factors))
            other, charged_bytes = _start(free, arm, logs)
            if other is None:  # if it fails without a limit too, the arm itself is broken
                problems[_problem(level.plan.memory_limit_bytes, arm.method.language, failure, charged_bytes)] = None
    if problems:
        raise UsageError(problems)


def _start(level: LevelState, arm: ArmState, logs: Path) -> tuple[str | None, int | None]:
    """Start a worker; return why it did not start (None: it did), and the most memory that it was charged with."""
    with LocalRoundWorkers(level, None, logs) as workers:
        arm_worker = workers.start([(arm, Start())])[arm.index]
        failure = str(arm_worker) if isinstance(arm_worker, SampleFailed) else None
        return failure, workers.charged_bytes


def _problem(limit_bytes: int, language: str, failure: str, charged_bytes: int | None) -> Problem:
    takes = f"; it takes {format_bytes(charged_bytes)}" if charged_bytes else ""
    return Problem(
        f"{MEMORY_LIMIT}={limit_bytes} is less than the {language} kit needs to start{takes} ({failure})",
        hint="raise the limit, or leave the language out",
    )
