"""A run that was cut short, made ready to go on: the study as it was, and what its pilot had found."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.catalog.model import Catalog
from iotrial.errors import Problem, UsageError
from iotrial.results.record import Run
from iotrial.run.state import LevelState
from iotrial.study.model import Level, Study


def study_of(run: Run, catalog: Catalog) -> Study:
    """The study that a run carries out; UsageError where its methods are gone or have changed since."""
    problems: list[Problem] = []
    if run.job not in catalog.jobs:
        raise UsageError(f"the job {run.job!r} of the run is not there", hint="join its tree again: --with DIR")
    for name in sorted({arm.arm for level in run.levels for arm in level.arms}):
        method = catalog.methods.get((run.job, name))
        texts = {
            run.texts.get(arm.method_sha256 or "") for level in run.levels for arm in level.arms if arm.arm == name
        }
        if method is None:
            problems.append(Problem(f"{name} is not there any more", hint="join its tree again: --with DIR"))
        elif texts != {method.path.read_text(encoding="utf-8", errors="replace")}:
            problems.append(Problem(f"{name} has changed since the run began", hint="begin a new run"))
    if problems:
        raise UsageError(problems)
    return Study(
        name=run.study,
        question=run.question,
        job=run.job,
        baseline=next(arm.arm for level in run.levels for arm in level.arms if arm.role == "baseline"),
        levels=tuple(Level(level.level, tuple(dict.fromkeys(arm.arm for arm in level.arms))) for level in run.levels),
        text=run.study_text,
        source=run.run,
        quick=run.quick,
        margin=run.margin,
        budget_seconds=run.budget_seconds,
        precision=run.precision,
        seed=run.seed,
    )


def restore(levels: Sequence[LevelState], run: Run) -> None:
    """Give levels and arms what the run had found out about them; an arm's index is its name in the samples."""
    for level, stored in zip(levels, run.levels, strict=True):
        level.blocks, level.warmup_blocks = stored.blocks, stored.warmup_blocks
        level.arrange([(kept.arm, kept.role) for kept in stored.arms])
        for arm, kept in zip(level.arms, stored.arms, strict=True):
            if kept.status != "measured" and arm.status == "measured":
                arm.status, arm.reason = kept.status, kept.reason
            arm.iterations, arm.shift = kept.iterations or 1, kept.shift
            arm.work, arm.memory, arm.kit_ns = kept.work, kept.memory, kept.kit_ns
            arm.runtime, arm.clock_step_ns = kept.runtime, kept.clock_step_ns
