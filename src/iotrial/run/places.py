"""Where a run happens: its targets, the folders that it makes there, and the levels that live in them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from iotrial.catalog.model import Catalog
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.results.record import Role
from iotrial.run.created import remove_unfinished
from iotrial.run.made import Need, standing
from iotrial.run.state import ArmState, LevelState
from iotrial.run.target import Target, Workplace, require_room, resolve
from iotrial.run.task import task_of
from iotrial.run.undisturbed import undisturbed
from iotrial.study.model import Level, Study
from iotrial.study.targets import NAMED


@contextlib.contextmanager
def places(
    study: Study, catalog: Catalog, chosen: Path | None, note: Callable[[str], None] = lambda text: None
) -> Iterator[tuple[list[LevelState], Path]]:
    """The levels in marked folders under their targets, which are removed afterwards; the first is for logs.

    Targets that iotrial makes are there for as long as this is open. `note` is told what could not be removed.
    """
    workplaces: dict[Path, Workplace] = {}
    with _closed_undisturbed() as made:
        for reason in remove_unfinished():
            note(reason)
        targets = _targets(study, catalog, chosen, made, note)
        for target in targets.values():
            if isinstance(target, Target) and target.folder not in workplaces:
                workplaces[target.folder] = Workplace(target)
                made.callback(workplaces[target.folder].remove)
                for reason in workplaces[target.folder].left:
                    note(f"what an earlier run left is still there: {reason}")
        if not workplaces:
            reasons = [reason for reason in targets.values() if isinstance(reason, UsageError)]
            raise NothingMeasured(dict.fromkeys(problem for reason in reasons for problem in reason.problems))
        levels = [
            _level(index, level, study, catalog, targets[str(level.factors["target"])], workplaces)
            for index, level in enumerate(study.levels)
        ]
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


@contextlib.contextmanager
def _closed_undisturbed() -> Iterator[contextlib.ExitStack]:
    """What is to be taken away at the end, all of it even where a second Ctrl-C comes meanwhile."""
    made = contextlib.ExitStack()
    try:
        yield made
    finally:
        with undisturbed():
            made.close()


def _targets(
    study: Study, catalog: Catalog, chosen: Path | None, made: contextlib.ExitStack, note: Callable[[str], None]
) -> dict[str, Target | UsageError]:
    """Target name -> target, or why one that has to be made, or that the machine may lack, cannot be had.

    UsageError with all folders that cannot be used, before anything is made.
    """
    names = list(dict.fromkeys(str(level.factors["target"]) for level in study.levels))
    targets: dict[str, Target | UsageError] = {}
    problems: list[Problem] = []
    for name in names:
        if name not in NAMED:
            try:
                targets[name] = resolve(name, chosen)
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
    """What the levels of a target take, one iteration at a time."""
    levels = [level for level in study.levels if level.factors["target"] == name]
    tasks = [task_of(catalog.jobs[study.job], level.factors, Path(os.devnull)) for level in levels]
    return Need(sum(task.space_bytes(1) for task in tasks), sum(task.file_count(1) for task in tasks))


def _why_skipped(reason: UsageError) -> str:
    """Why a level is skipped, with what would help."""
    hints = dict.fromkeys(problem.hint for problem in reason.problems if problem.hint)
    return "; ".join([str(reason), *hints])


def _level(
    index: int,
    level: Level,
    study: Study,
    catalog: Catalog,
    target: Target | UsageError,
    workplaces: Mapping[Path, Workplace],
) -> LevelState:
    """A level with its task and arms: the baseline, its placebo, then the others."""
    job = catalog.jobs[study.job]
    skipped = None
    if isinstance(target, UsageError):
        skipped = _why_skipped(target)
        workplace = next(iter(workplaces.values()))
    else:
        workplace = workplaces[target.folder]
    inputs = workplace.folder / "inputs"
    folder = workplace.folder / f"level-{index:04d}"
    for path in (inputs, folder):
        path.mkdir(exist_ok=True)
    names = [study.baseline, study.baseline, *(arm for arm in level.arms if arm != study.baseline)]
    arms = []
    for number, name in enumerate(names):
        method = catalog.methods[(study.job, name)]
        role: Role = "baseline" if number == 0 else "placebo" if number == 1 else "arm"
        arms.append(ArmState(number, name, role, method, catalog.kits[method.language]))
    state = LevelState(
        index, level.factors, task_of(job, level.factors, inputs), arms, folder, workplace.target, skipped=skipped
    )
    if skipped:
        for arm in arms:
            arm.leave("skipped", skipped)
    return state


def _require_room(levels: Sequence[LevelState], study: Study) -> None:
    """UsageError, with all targets that are too small, before anything is made."""
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
    """UsageError where the outputs of the largest sample would not fit; only one arm has outputs at a time."""
    problems: list[Problem] = []
    for level in levels:
        if level.skipped or not level.timed:
            continue
        iterations = max(arm.iterations for arm in level.timed)
        try:
            require_room(level.target, level.task.space_bytes(iterations), level.task.file_count(iterations))
        except UsageError as error:
            problems += error.problems
    if problems:
        raise UsageError(problems)
