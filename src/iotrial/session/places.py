"""The places of a run: its targets, the folders that it makes there, and the levels that live in them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from iotrial.catalog.model import Catalog
from iotrial.cautions import sentence
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.folders.custody import require_custody
from iotrial.host.cgroup import Groups, NoLimit, find_place, remove_abandoned
from iotrial.host.deferred_signals import deferred_signals
from iotrial.host.machine import hypervisor
from iotrial.session.floor_programs import floors_of
from iotrial.store.record import Caution, Role
from iotrial.study.factors import memory_limit_of
from iotrial.study.model import Level, Study, level_name
from iotrial.study.targets import NAMED
from iotrial.targets.backing import image_of
from iotrial.targets.cold import why_not_cold, why_not_dropped
from iotrial.targets.persistent import remove_unfinished
from iotrial.targets.target import Target, require_room, resolve
from iotrial.targets.temporary import FOR_THE_RUN, Need, standing
from iotrial.targets.workplace import Workplace
from iotrial.workers.conditions import Impossible
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import task_of

_POSSIBLE = "leave that level out; levels that go together have a [[levels]] table of their own"

#: File systems whose files are memory, which is charged to whoever wrote them.
IN_MEMORY = ("tmpfs", "ramfs")


@contextlib.contextmanager
def places(
    study: Study, catalog: Catalog, chosen: Path | None, note: Callable[[str], None] = lambda text: None
) -> Iterator[tuple[list[LevelState], Path]]:
    """Make the levels in marked folders under their targets; yield them and the folder for logs.

    The folders, and the targets that iotrial makes, are removed when this is closed. `note` gets what could not be
    removed.
    """
    workplaces: dict[Path, Workplace] = {}
    with _closed_with_signals_deferred() as made:
        left: list[str] = []
        said: set[str] = set()
        remove_abandoned(left)
        groups = _groups(study)
        if isinstance(groups, Groups):
            made.callback(_close, groups, note)
        for reason in [*left, *remove_unfinished()]:
            note(reason)
        targets = _targets(study, catalog, chosen, made, note)
        for target in targets.values():
            if isinstance(target, Target) and target.folder not in workplaces:
                workplaces[target.folder] = Workplace(target)
                made.callback(_remove, workplaces[target.folder], note)
                for reason in workplaces[target.folder].left:
                    if reason in said:
                        continue
                    said.add(reason)
                    note(f"what an earlier run left is still there: {reason}")
        if not workplaces:
            reasons = [reason for reason in targets.values() if isinstance(reason, UsageError)]
            raise NothingMeasured(dict.fromkeys(problem for reason in reasons for problem in reason.problems))
        levels = [
            _level(index, level, study, catalog, targets[str(level.factors["target"])], workplaces, groups)
            for index, level in enumerate(study.levels)
        ]
        _require_possible(levels)
        _require_room(levels, study)
        logs = next(iter(workplaces.values())).folder / "logs"
        logs.mkdir()
        try:
            yield levels, logs
        except OSError:
            gone = [target.name for target in targets.values() if isinstance(target, Target) and not target.is_there()]
            if not gone:
                raise
            raise UsageError(
                f"the target {', '.join(gone)} is not mounted any more, in the middle of the run",
                hint="what was measured is kept; find out who unmounted it, then go on: iotrial run --resume last",
            ) from None


def _remove(workplace: Workplace, note: Callable[[str], None]) -> None:
    """Remove what a run made under a target; say what stays, unless it is removed with its file system."""
    reason = workplace.remove()
    if reason is not None and workplace.target.made != FOR_THE_RUN:
        note(f"what this run made is left: {reason}; the next start tries again")


def _close(groups: Groups, note: Callable[[str], None]) -> None:
    """Remove the cgroups of a run, and say if they stay."""
    reason = groups.close()
    if reason is not None:
        note(f"what this run made is left: {reason}; the next start tries again")


def _groups(study: Study) -> Groups | NoLimit | None:
    """Return the cgroups for memory limits, or why there are none; None if no level asks for a limit."""
    if all(memory_limit_of(level.factors) is None for level in study.levels):
        return None
    try:
        return Groups(find_place())
    except NoLimit as reason:
        return reason


@contextlib.contextmanager
def _closed_with_signals_deferred() -> Iterator[contextlib.ExitStack]:
    """Collect what must be removed at the end; all of it is, even if a second Ctrl-C comes meanwhile."""
    made = contextlib.ExitStack()
    try:
        yield made
    finally:
        with deferred_signals():
            made.close()


def _targets(
    study: Study, catalog: Catalog, chosen: Path | None, made: contextlib.ExitStack, note: Callable[[str], None]
) -> dict[str, Target | UsageError]:
    """Map each target's name to the target, or to the reason why it cannot be made or is missing on this machine.

    UsageError with all folders that cannot be used, before anything is made.
    """
    names = list(dict.fromkeys(str(level.factors["target"]) for level in study.levels))
    targets: dict[str, Target | UsageError] = {}
    problems: list[Problem] = []
    for name in names:
        if name not in NAMED:
            try:
                target = resolve(name, chosen)
                require_custody(target.folder, "the target")
                targets[name] = target
            except UsageError as error:
                problems += error.problems
    if problems:
        raise UsageError(problems)
    for name in names:
        if name in NAMED:
            try:
                targets[name] = made.enter_context(standing(name, chosen, _need(study, catalog, name), note))
            except UsageError as error:
                targets[name] = error
    return {name: targets[name] for name in names}


def _need(study: Study, catalog: Catalog, name: str) -> Need:
    """Return the room that the levels of a target need, with one iteration at a time."""
    levels = [level for level in study.levels if level.factors["target"] == name]
    tasks = [task_of(catalog.jobs[study.job], level.factors, Path(os.devnull)) for level in levels]
    return Need(sum(task.space_bytes(1) for task in tasks), sum(task.file_count(1) for task in tasks))


def _why_skipped(reason: UsageError) -> str:
    """Say why a level is skipped, and what would help."""
    hints = dict.fromkeys(problem.hint for problem in reason.problems if problem.hint)
    return "; ".join([str(reason), *hints])


def _level(
    index: int,
    level: Level,
    study: Study,
    catalog: Catalog,
    target: Target | UsageError,
    workplaces: Mapping[Path, Workplace],
    groups: Groups | NoLimit | None,
) -> LevelState:
    """Make a level with its task, its arms (baseline, placebo, then the others) and the floors that bound them."""
    job = catalog.jobs[study.job]
    skipped = None
    if isinstance(target, UsageError):
        skipped = _why_skipped(target)
        workplace = next(iter(workplaces.values()))
    else:
        workplace = workplaces[target.folder]
    if skipped is None and memory_limit_of(level.factors) is not None:
        skipped = _why_no_limit(groups, workplace.target)
    inputs = workplace.folder / "inputs"
    folder = workplace.folder / f"level-{index:04d}"
    for path in (inputs, folder):
        path.mkdir(exist_ok=True)
    names = [study.baseline, study.baseline, *(arm for arm in level.arms if arm != study.baseline)]
    arms = []
    for number, name in enumerate(names):
        found = catalog.variant(study.job, name)
        assert found is not None, f"{name} was looked up when the study was read"
        role: Role = "baseline" if number == 0 else "placebo" if number == 1 else "arm"
        arms.append(ArmState(number, name, role, found.method, found.kit, variant=found))
    task = task_of(job, level.factors, inputs)
    state = LevelState(
        index,
        level.factors,
        task,
        arms,
        folder,
        workplace.target,
        skipped=skipped,
        floors=[]
        if task.window is not None or task.observed is not None
        else floors_of(level, arms, catalog.floors_of(study.job), catalog),
    )
    if isinstance(groups, Groups):
        state.groups = groups
    if state.task.cold is not None and not skipped:
        state.skipped = why_not_dropped() if state.task.cold.drops_caches else None
        state.image = image_of(state.target)
        state.cautions += [] if state.skipped else _cold_cautions(state)
    for arm in state.every if state.skipped else []:
        arm.leave("skipped", str(state.skipped))
    return state


def _cold_cautions(level: LevelState) -> list[Caution]:
    """The cautions of a cold level: a host, or the file system below an image, may still hold its files in memory."""
    found: list[tuple[str, dict[str, object]]] = []
    if hypervisor():
        found.append(("host_cache", {}))
    if level.image is not None:
        found.append(("image_cache", {"target": str(level.target.folder), "image": str(level.image)}))
    return [Caution(code=code, text=sentence(code, figures)) for code, figures in found]


def _require_possible(levels: Sequence[LevelState]) -> None:
    """Raise UsageError with every level that is impossible as it is asked for, before anything is made."""
    problems: dict[Problem, None] = {}
    cold: dict[Target, LevelState] = {}
    for level in levels:
        if (found := level.task.impossible or _why_not_together(level)) is not None:
            hint = found.hint or _POSSIBLE
            problems[Problem(f"{level_name(level.factors)}: {found.reason}", hint=hint)] = None
        elif level.task.cold is not None and not level.skipped:
            cold.setdefault(level.target, level)
    for target, level in cold.items():
        if reason := why_not_cold(level.folder, target):
            message = f"cache=cold cannot be had on the target {target.name} ({str(target.folder)!r}): {reason}"
            problems[Problem(message, hint="name a folder on a disk: --target DIR, or leave cold out")] = None
    if problems:
        raise UsageError(problems)


def _why_not_together(level: LevelState) -> Impossible | None:
    """Say why the level's other conditions exclude several workers at once; None if they do not."""
    if level.task.window is None:
        return None
    if level.task.cold is not None:
        reason = "several workers at once cannot start cold: one would read what another has just brought into memory"
        return Impossible(reason)
    if level.memory_limit_bytes is not None:
        return Impossible("a memory limit is for one worker, not for several at once")
    return None


def _why_no_limit(groups: Groups | NoLimit | None, target: Target) -> str | None:
    """Say why a level with a memory limit cannot be measured; None if it can."""
    if isinstance(groups, NoLimit):
        return f"memory cannot be limited: {groups}"
    if target.filesystem in IN_MEMORY:
        return f"memory cannot be limited: files on {target.filesystem} are memory that nobody can take back"
    return None


def _require_room(levels: Sequence[LevelState], study: Study) -> None:
    """Raise UsageError with all targets that are too small, before anything is made."""
    problems: list[Problem] = []
    for target in dict.fromkeys(level.target for level in levels):
        here = [level for level in levels if level.target == target and not level.skipped]
        try:
            require_room(
                target,
                sum(level.task.space_bytes(1) for level in here),
                sum(level.task.file_count(1) for level in here),
            )
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)


def require_room_for_samples(levels: Sequence[LevelState]) -> None:
    """Raise UsageError if the outputs of the largest sample would not fit; only one arm has outputs at a time."""
    problems: list[Problem] = []
    for level in levels:
        if level.skipped or not level.active_arms:
            continue
        iterations = max(arm.iterations for arm in level.active_arms)
        try:
            require_room(level.target, level.task.space_bytes(iterations), level.task.file_count(iterations))
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
