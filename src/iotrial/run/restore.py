"""A run that was cut short, made ready to go on: the study as it was, and what its pilot had found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.catalog.model import Catalog
from iotrial.errors import Problem, UsageError
from iotrial.results.record import Run
from iotrial.run.state import LevelState
from iotrial.study.model import Level, Study

#: Facts of the machine that all sweeps of a run share.
SAME_FACTS = ("system", "architecture", "processor", "cpus")


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


def require_same_machine(run: Run, facts: Mapping[str, object]) -> None:
    """UsageError where the run began on another machine, or under another kernel: its sweeps would not go together."""
    changed = [
        f"{name} {run.machine[name]} instead of {facts[name]}"
        for name in SAME_FACTS
        if name in run.machine and run.machine[name] != facts.get(name)
    ]
    if changed:
        raise UsageError(
            f"the run {run.run} began on another machine: {', '.join(changed)}",
            hint="continue it there, or begin a new run",
        )


def target_of(run: Run, chosen: Path | None) -> Path | None:
    """The folder that the run began in; None where it used none of its own. UsageError where another is chosen now."""
    targets = run.machine.get("targets")
    stored = [one for one in targets if isinstance(one, dict)] if isinstance(targets, list) else []
    folder = next((Path(str(one["folder"])) for one in stored if one.get("target") == "disk"), None)
    if folder is not None and chosen is not None and chosen.expanduser().resolve() != folder:
        raise UsageError(
            f"the run {run.run} began in {str(folder)!r}, not in {str(chosen)!r}",
            hint=f"leave --target out: iotrial run --resume {run.run}",
        )
    return folder or chosen


def restore(levels: Sequence[LevelState], run: Run) -> None:
    """Give levels and arms what the run had found out about them; an arm's index is its name in the samples.

    UsageError where a program is not the one that was measured so far.
    """
    problems: dict[Problem, None] = {}
    for level, stored in zip(levels, run.levels, strict=True):
        level.blocks, level.warmup_blocks = stored.blocks, stored.warmup_blocks
        level.skipped = level.skipped or (stored.reason if stored.status == "skipped" else None)
        level.arrange([(kept.arm, kept.role) for kept in stored.arms])
        for arm, kept in zip(level.arms, stored.arms, strict=True):
            if kept.program_sha256 and arm.program and kept.program_sha256 != arm.program.sha256:
                what = f"{arm.arm}: its kit, its runtime or its compiler has changed since the run began"
                problems[Problem(what, hint="begin a new run")] = None
            if kept.status != "measured" and arm.status == "measured":
                arm.status, arm.reason = kept.status, kept.reason
            arm.iterations, arm.shift = kept.iterations or 1, kept.shift
            arm.work, arm.memory, arm.evidence, arm.kit_ns = kept.work, kept.memory, kept.evidence, kept.kit_ns
            arm.outcome = kept.outcome
            arm.runtime, arm.clock_step_ns = kept.runtime, kept.clock_step_ns
    if problems:
        raise UsageError(problems)
