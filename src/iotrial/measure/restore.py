"""A run that was cut short, restored so that it can go on: its study, and the results of its pilot."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.ask.catalog import Catalog, MethodVariant, method_of
from iotrial.ask.drawn_surroundings import ENVIRONMENT, SURROUNDINGS
from iotrial.ask.method_text import text_of
from iotrial.ask.named_targets import DEFAULT_TARGET, NAMED
from iotrial.ask.parameters import split
from iotrial.ask.study import Level, Study
from iotrial.ask.variant_arms import variant_with
from iotrial.errors import Problem, UsageError
from iotrial.measure.ready import make_ready
from iotrial.measure.running_session import Session
from iotrial.measure.seal import require_seal
from iotrial.places.target_facts_of import facts_with
from iotrial.places.temporary import FOR_THE_RUN
from iotrial.store.record import SANDBOX, Run
from iotrial.workers.integrity import Integrity
from iotrial.workers.other_host import Way
from iotrial.workers.state import LevelState, RoundShape

#: Facts of the machine that all sweeps of a run share.
SAME_FACTS = ("system", "architecture", "processor", "cpus")

#: Facts of a target that all sweeps of a run share; a target that was made for the run is made anew with the same.
SAME_TARGET_FACTS = ("filesystem", "options", "size_bytes", "made")


def study_of(run: Run, catalog: Catalog) -> Study:
    """Return the study of a run; UsageError if its methods are gone or have changed since."""
    problems: list[Problem] = []
    if fault := catalog.faults.of_job(run.job):
        raise UsageError(fault.problems)
    if run.job not in catalog.jobs:
        raise UsageError(f"the job {run.job!r} of the run is missing", hint="join its tree again: --with DIR")
    for name in sorted({arm.arm for level in run.levels for arm in level.arms}):
        method = catalog.methods.get((run.job, method_of(name)))
        texts = {
            run.texts.get(arm.method_sha256 or "") for level in run.levels for arm in level.arms if arm.arm == name
        }
        fault = catalog.faults.of_method(split(method_of(name))[0], run.job)
        if method is None and fault is not None:
            problems += fault.problems
        elif method is None:
            problems.append(Problem(f"{name} is gone", hint="join its tree again: --with DIR"))
        elif texts != {text_of(method)}:
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
        surroundings=_surroundings(run),
    )


def _surroundings(run: Run) -> tuple[str, ...]:
    """Return what a run draws anew in each round; those of earlier versions drew the environment alone."""
    drawn = [name for level in run.levels for name in level.surroundings or ()]
    if all(level.surroundings is None for level in run.levels):
        return (ENVIRONMENT,)
    return tuple(name for name in SURROUNDINGS if name in drawn)


def catalog_of(run: Run, catalog: Catalog) -> Catalog:
    """Return the catalog with the variants of the run; UsageError for a run of gate, which cannot go on.

    So it is for a run that names what is to be started, and did not begin here.
    """
    require_seal(run)
    made: dict[tuple[str, str], MethodVariant] = {}
    for arm in (arm for level in run.levels for arm in level.arms):
        kept = arm.variant
        if kept is None:
            continue
        if kept.runtime_path is None:
            raise UsageError(f"the run {run.run} was made by gate, which cannot be resumed", hint="begin it anew")
        method = catalog.methods.get((run.job, kept.of))
        if method is not None:  # else `study_of` says so
            made[(run.job, arm.arm)] = dataclasses.replace(
                variant_with(method, catalog, kept.runtime_path, kept.label), is_first=kept.is_first
            )
    return dataclasses.replace(catalog, variants={**catalog.variants, **made})


def require_same_machine(run: Run, facts: Mapping[str, object]) -> None:
    """Raise UsageError if the run began on another machine or kernel: its sweeps could not be compared."""
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


def require_same_sandbox(run: Run, program: str | None) -> None:
    """Raise UsageError if the run began in a sandbox and would go on without one, or the other way round."""
    if (SANDBOX in run.machine) == (program is not None):
        return
    again = f"iotrial run --resume {run.run}"
    if program is None:
        raise UsageError(f"the run {run.run} began in a sandbox", hint=f"{again} --sandbox")
    raise UsageError(f"the run {run.run} began without a sandbox", hint=f"read its methods, then {again}")


def require_same_hosts(run: Run, hosts: Sequence[Way]) -> None:
    """Raise UsageError if writers of the run worked on other hosts than those that it would go on with."""
    before = max(([host.name for host in level.hosts or ()] for level in run.levels), key=len, default=[])
    now = [host.name for host in hosts][: len(before)] if before else [host.name for host in hosts]
    if before != now:
        again = f"iotrial run --resume {run.run}"
        if not before:
            raise UsageError(f"all writers of the run {run.run} worked on one machine", hint=again)
        raise UsageError(
            f"writers of the run {run.run} worked on {', '.join(before)}",
            hint=f"name these, in this order: {again} --on FILE",
        )


def target_of(run: Run, chosen: Path | None) -> Path | None:
    """Return the folder in which the run began; None if it named no folder. UsageError if another is chosen now."""
    stored = list(_targets(run.machine).values())
    folder = next((Path(str(one["folder"])) for one in stored if one.get("target") == DEFAULT_TARGET), None)
    if folder is None:  # a target that was made for the run was made in that folder
        folder = next((Path(str(one["host"])) for one in stored if one.get("made") == FOR_THE_RUN), None)
    if folder is not None and chosen is not None and chosen.expanduser().resolve() != folder:
        raise UsageError(
            f"the run {run.run} began in {str(folder)!r}, not in {str(chosen)!r}",
            hint=f"leave --target out: iotrial run --resume {run.run}",
        )
    return folder or chosen


def require_same_targets(run: Run, levels: Sequence[LevelState], facts: Mapping[str, object]) -> None:
    """Raise UsageError if a target of the run is missing or is another now: its sweeps could not be compared."""
    before, now = _targets(run.machine), _targets(facts)
    problems: dict[Problem, None] = {}
    for level, stored in zip(levels, run.levels, strict=True):
        name = str(level.plan.factors["target"])
        if stored.status == "skipped":
            level.progress.skipped = stored.reason
        elif level.progress.skipped:
            problems[Problem(f"the run {run.run} was measured on {name}: {level.progress.skipped}")] = None
        elif name in NAMED and name in before and name in now:
            changed = [
                f"{fact} {before[name][fact]} instead of {now[name].get(fact)}"
                for fact in SAME_TARGET_FACTS
                if fact in before[name] and before[name][fact] != now[name].get(fact)
            ]
            if changed:
                what = f"the target {name} is another one now: {', '.join(changed)}"
                problems[Problem(what, hint="bring it back as it was, or begin a new run")] = None
    if problems:
        raise UsageError(problems)


def _targets(facts: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Map the name of each target to the facts that were recorded of it."""
    told = facts.get("targets")
    return {str(one.get("target")): one for one in told if isinstance(one, dict)} if isinstance(told, list) else {}


def make_ready_again(session: Session, run: Run) -> None:
    """Make ready what a stored run was measured with; UsageError if a target or a program is another one now."""
    there = [level.resources.target for level in session.levels if not level.progress.skipped]
    require_same_targets(run, session.levels, facts_with(dict.fromkeys(there)))
    make_ready(session, session.levels)
    restore(session.levels, run)


def restore(levels: Sequence[LevelState], run: Run) -> None:
    """Give levels and arms the results of the run's preparation; samples name an arm by its index.

    UsageError if a program is not the one that was measured so far.
    """
    problems: dict[Problem, None] = {}
    for level, stored in zip(levels, run.levels, strict=True):
        level.plan.task.returned = stored.returned
        level.shape = RoundShape(stored.blocks, stored.warmup_blocks, stored.visits, stored.clock)
        level.progress.skipped = level.progress.skipped or (stored.reason if stored.status == "skipped" else None)
        level.arrange([(kept.arm, kept.role) for kept in stored.arms])
        named = {floor.arm: floor for floor in level.floors}
        level.floors = [named[kept.arm] for kept in stored.floors if kept.arm in named]
        for number, floor in enumerate(level.floors):
            floor.index = len(level.arms) + number
        if len(level.floors) < len(stored.floors):
            problems[Problem("a floor that was measured is gone", hint="begin a new run")] = None
            continue
        for arm, kept in zip(level.every, [*stored.arms, *stored.floors], strict=True):
            if kept.program_sha256 and arm.program and kept.program_sha256 != arm.program.sha256:
                what = f"{arm.arm}: its kit, its runtime or its compiler has changed since the run began"
                problems[Problem(what, hint="begin a new run")] = None
            elif kept.program_sha256 and arm.program is None:
                problems[Problem(f"{arm.arm}: {arm.reason}", hint="bring it back, or begin a new run")] = None
            if kept.status != "measured" and arm.status == "measured":
                arm.status, arm.reason = kept.status, kept.reason
            arm.iterations, arm.shift = kept.iterations or 1, kept.shift
            arm.work, arm.memory, arm.evidence, arm.kit_ns = kept.work, kept.memory, kept.evidence, kept.kit_ns
            arm.outcome, arm.is_moving, arm.own_warmup = kept.outcome, kept.no_plateau, kept.own_warmup
            arm.runtime, arm.clock_step_ns, arm.start_cpu_ns = kept.runtime, kept.clock_step_ns, kept.start_cpu_ns
            arm.lock_wait, arm.all_bytes = kept.lock_wait, kept.all_bytes
            arm.integrity = Integrity(**kept.records.model_dump(exclude={"astray"})) if kept.records else None
            arm.astray = kept.records.astray if kept.records else None
    if problems:
        raise UsageError(problems)
