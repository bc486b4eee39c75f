"""The levels of a run on this machine: each with its task, its arms and its folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from iotrial.ask.catalog import Catalog
from iotrial.ask.drawn_surroundings import HEAP, PAGES, PATH
from iotrial.ask.factors import MEMORY_LIMIT, STATE, memory_limit_of
from iotrial.ask.level_factors import level_name
from iotrial.ask.named_targets import DEFAULT_TARGET, NAMED
from iotrial.ask.study import Level, Study
from iotrial.cautions import sentence
from iotrial.errors import Problem, UsageError
from iotrial.machine.cgroup import Groups
from iotrial.machine.machine_facts import hypervisor
from iotrial.machine.mountinfo import REMOTE
from iotrial.machine.page_cache import can_drop
from iotrial.measure.floor_programs import floors_of
from iotrial.measure.locations import Locations, locations
from iotrial.measure.run_setting import RunSetting
from iotrial.places.backing import MEMORY_FILESYSTEMS, image_of
from iotrial.places.cold import why_not_cold, why_not_dropped
from iotrial.places.target import Target, require_room
from iotrial.places.temporary import TargetNeed
from iotrial.store.record import Caution, Role
from iotrial.workers.conditions import Impossible
from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.moved import can_move
from iotrial.workers.other_host import OtherHost, reached
from iotrial.workers.state import PATIENCE_S, ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

#: The longest that a request may take, beside its work, as a share of the budget; and no less than so long, since a
#: machine that is busy with other things is slow, not wrong.
PATIENCE_SHARE = 0.5
LEAST_PATIENCE_S = 10.0

#: The folder in a run's workplace with the inputs of all its levels there.
INPUTS = "inputs"

_POSSIBLE = "leave that level out; levels that go together have a [[levels]] table of their own"


@contextlib.contextmanager
def levels_in_place(study: Study, setting: RunSetting) -> Iterator[tuple[list[LevelState], Path]]:
    """The levels of a study in folders under their targets, which are removed afterwards; and the folder for logs.

    UsageError with all hosts that cannot be used.
    """
    limited = any(memory_limit_of(level.factors) is not None for level in study.levels)
    with (
        locations(_needs(study, setting.catalog), setting.target, setting.watcher.note, limited=limited) as there,
        _reached(setting, there) as others,
    ):
        levels = [_level(index, level, study, setting, there, others) for index, level in enumerate(study.levels)]
        # Levels on one target share their inputs.
        guards = {level.resources.workplace: GuardedInputs(level.resources.workplace / INPUTS) for level in levels}
        for level in levels:
            level.resources = replace(level.resources, guarded=guards[level.resources.workplace])
        _require_possible(levels)
        require_room_for_one(levels)
        yield levels, there.logs


def _reached(setting: RunSetting, there: Locations) -> AbstractContextManager[list[OtherHost]]:
    """Reach the hosts to which workers are dealt, in the workplace on the folder that all of them see."""
    if not setting.hosts:
        return contextlib.nullcontext([])
    workplace, _ = there.of(DEFAULT_TARGET, limited=False)
    return reached(setting.hosts, workplace.folder, there.logs, setting.trees)


def _needs(study: Study, catalog: Catalog) -> Mapping[str, TargetNeed]:
    """Return what the levels of each target take, one iteration at a time."""
    needs: dict[str, TargetNeed] = {}
    for level in study.levels:
        task = task_of(catalog.jobs[study.job], level.factors, Path(os.devnull))
        name = str(level.factors["target"])
        before = needs.get(name, TargetNeed())
        hosts = max(before.hosts, task.window.hosts if task.window is not None else 1)
        needs[name] = TargetNeed(before.byte_count + task.space_bytes(1), before.file_count + task.file_count(1), hosts)
    return needs


def _level(
    index: int, level: Level, study: Study, setting: RunSetting, there: Locations, others: Sequence[OtherHost]
) -> LevelState:
    """Return a level with its task, its arms and their floors; it is skipped, with the reason, if it cannot be."""
    workplace, skipped = there.of(str(level.factors["target"]), limited=memory_limit_of(level.factors) is not None)
    target, inputs, folder = workplace.target, workplace.folder / INPUTS, workplace.folder / f"level-{index:04d}"
    for path in (inputs, folder):
        path.mkdir(exist_ok=True)
    catalog = setting.catalog
    job = catalog.jobs[study.job]
    arms = _arms(level, study, catalog)
    task = task_of(job, level.factors, inputs)
    is_dealt = task.window is not None and task.window.hosts > 1 and not target.hosts and not skipped
    hosts = others[: task.window.hosts] if task.window is not None and is_dealt else ()
    if is_dealt and not hosts:
        skipped = _one_host_has(target)
    may_be_held_back = "visible" in job.guarantees and target.filesystem in REMOTE and not skipped
    image = image_of(target) if task.cold is not None and not skipped else None
    if task.cold is not None and task.cold.drops_caches and not skipped:
        skipped = why_not_dropped()
    plan = LevelPlan(
        index,
        level.factors,
        task,
        patience_s=min(PATIENCE_S, max(LEAST_PATIENCE_S, PATIENCE_SHARE * study.budget_seconds)),
        sandbox=setting.sandbox,
    )
    resources = LevelResources(
        folder,
        target,
        movable=(inputs, folder),
        image=image,
        groups=there.groups if isinstance(there.groups, Groups) else None,
        container=there.container,
        others=hosts,
    )
    plan = replace(plan, surroundings=_that_apply(study.surroundings, plan, resources))
    # A server that is a floor takes a second of every round, which a quick form has other use for.
    has_floors = plan.is_alone and not task.is_scheduled and not (study.quick and task.served is not None)
    floors = floors_of(level, arms, catalog.floors_of(study.job), catalog) if has_floors else []
    state = LevelState(plan, resources, arms, floors)
    state.progress.cautions += _first_cautions(state, may_be_held_back=may_be_held_back, skipped=skipped)
    if skipped:
        state.skip(skipped)
    return state


def _one_host_has(target: Target) -> str:
    """Say that a target is there for one host only, and what several can have."""
    names = " or ".join(named.name for named in NAMED.values() if named.for_a_run)
    return (
        f"one host has the target {target.name}: take {names}, which several can, or name hosts that share a folder: "
        "--on FILE"
    )


def _that_apply(chosen: Sequence[str], plan: LevelPlan, resources: LevelResources) -> tuple[str, ...]:
    """Return the surroundings of a study that are drawn at a level.

    A server's heap is its own. Several workers share the path of one file, and not every file system lets a folder
    move. Under a limit, or with options of its own, a runtime may not have the memory to take. Nothing leaves the
    memory where files are nowhere else, and an input that is cold, or dropped for each worker, is read again anyway.
    """
    task = plan.task
    if task.observed is not None:
        return ()
    bounded = plan.memory_limit_bytes is not None or plan.options
    left = {PATH} if task.window is not None or not (PATH in chosen and can_move(resources.movable)) else set()
    left |= {HEAP} if bounded or plan.has_pieces else set()
    is_read = task.warm is not None and plan.resident and task.warm.may_be_read_again
    is_memory = resources.target.filesystem in MEMORY_FILESYSTEMS
    left |= {PAGES} if not is_read or not can_drop() or is_memory else set()
    return tuple(name for name in chosen if name not in left)


def _arms(level: Level, study: Study, catalog: Catalog) -> list[ArmState]:
    """Return the arms of a level: the baseline, its placebo, then the others."""
    names = [study.baseline, study.baseline, *(arm for arm in level.arms if arm != study.baseline)]
    arms = []
    for number, name in enumerate(names):
        found = catalog.variant(study.job, name)
        assert found is not None, f"{name} was looked up when the study was read"
        role: Role = "baseline" if number == 0 else "placebo" if number == 1 else "arm"
        arms.append(ArmState(number, name, role, found.method, found.kit, variant=found))
    return arms


def _first_cautions(level: LevelState, *, may_be_held_back: bool, skipped: str | None) -> list[Caution]:
    """The unknowns of a level that are known before it is measured: other hosts, networks, and caches below a cold one.

    may_be_held_back: others may see later what an arm has written.
    """
    found: list[tuple[str, dict[str, object]]] = []
    target, hosts = level.resources.target, level.resources.others
    if hosts:
        found.append(("other_hosts", {"hosts": ", ".join(host.name for host in hosts)}))
    if may_be_held_back:
        found.append(("held_back", {"target": target.name, "filesystem": target.filesystem}))
    if level.plan.task.cold is not None and not skipped:
        if hypervisor():
            found.append(("host_cache", {}))
        if level.resources.image is not None:
            found.append(("image_cache", {"target": str(target.folder), "image": str(level.resources.image)}))
    return [Caution(code=code, text=sentence(code, figures)) for code, figures in found]


def _require_possible(levels: Sequence[LevelState]) -> None:
    """UsageError, with every level that cannot be as it is asked for, before anything is made."""
    problems: dict[Problem, None] = {}
    cold: dict[Target, LevelState] = {}
    for level in levels:
        if (found := level.plan.task.impossible or _why_not_together(level)) is not None:
            hint = found.hint or _POSSIBLE
            problems[Problem(f"{level_name(level.plan.factors)}: {found.reason}", hint=hint)] = None
        elif level.plan.task.cold is not None and not level.progress.skipped:
            cold.setdefault(level.resources.target, level)
    for target, level in cold.items():
        if reason := why_not_cold(level.resources.folder, target):
            message = f"cache=cold cannot be had on the target {target.name} ({str(target.folder)!r}): {reason}"
            problems[Problem(message, hint="name a folder on a disk: --target DIR, or leave cold out")] = None
    if problems:
        raise UsageError(problems)


def _why_no_first_call(level: LevelState) -> str | None:
    """Return why the level has no first call of a process that could be timed by itself (rule 24); None if it has."""
    if level.plan.task.observed is not None:
        return "its arms are looked at and not timed: no first call"
    if level.plan.task.window is not None:
        return "in a window of time calls follow each other: no first call"
    if level.plan.task.served is not None:
        return "a server has been started, and asked before: no first call"
    if level.plan.memory_limit_bytes is not None:
        return "under a memory limit each sample needs a call before it: no first call"
    return None


def _why_not_held(level: LevelState) -> Impossible | None:
    """Return which condition of the level would be had outside of its sandbox only; None if none would."""
    if level.plan.memory_limit_bytes is not None:
        return Impossible("memory is not limited in a sandbox", f"leave out {MEMORY_LIMIT}, or --sandbox")
    if level.plan.task.served is not None:
        return Impossible("a sandbox has no network, which a server needs", "leave out --sandbox")
    return None


def _why_not_together(level: LevelState) -> Impossible | None:
    """Return why the conditions of the level do not go together; None if they do."""
    if level.plan.is_first_call and (reason := _why_no_first_call(level)) is not None:
        return Impossible(reason, f"leave out {STATE}, or the rest of that level")
    if level.resources.others and level.plan.sandbox is not None:
        return Impossible("writers on other hosts have no sandbox", "leave out --on, or --sandbox")
    if level.plan.sandbox is not None and (found := _why_not_held(level)) is not None:
        return found
    if level.plan.task.served is not None and level.plan.memory_limit_bytes is not None:
        return Impossible(
            "a memory limit is that of one worker, not of a server's processes", f"leave out {MEMORY_LIMIT}"
        )
    if level.plan.task.window is None:
        return None
    if level.plan.task.cold is not None:
        reason = "of several workers at once one would read what another has just brought into memory: no cold cache"
        return Impossible(reason)
    if level.plan.memory_limit_bytes is not None:
        return Impossible("a memory limit is that of one worker, not of several at once")
    return None


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
