"""Where a run happens: its targets, the folders that it makes there, and the levels that live in them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from iotrial.catalog.model import Catalog
from iotrial.errors import NothingMeasured, Problem, UsageError
from iotrial.results.record import Role
from iotrial.run.state import ArmState, LevelState
from iotrial.run.target import Target, Workplace, require_room, resolve
from iotrial.run.task import task_of
from iotrial.study.model import Level, Study


@contextlib.contextmanager
def places(study: Study, catalog: Catalog, chosen: Path | None) -> Iterator[tuple[list[LevelState], Path]]:
    """The levels in marked folders under their targets, which are removed afterwards; the first is for logs."""
    targets, problems = _targets(study, chosen)
    if problems:
        raise UsageError(problems)
    workplaces: dict[Path, Workplace] = {}
    try:
        for target in targets.values():
            if isinstance(target, Target) and target.folder not in workplaces:
                workplaces[target.folder] = Workplace(target)
        if not workplaces:
            raise NothingMeasured([Problem(str(reason)) for reason in targets.values()])
        levels = [
            _level(index, level, study, catalog, targets[str(level.factors["target"])], workplaces)
            for index, level in enumerate(study.levels)
        ]
        _require_possible(levels)
        _require_room(levels, study)
        logs = next(iter(workplaces.values())).folder / "logs"
        logs.mkdir()
        yield levels, logs
    finally:
        for workplace in workplaces.values():
            workplace.remove()


def _targets(study: Study, chosen: Path | None) -> tuple[dict[str, Target | UsageError], list[Problem]]:
    """Target name -> target, or why a target that the machine may lack (`tmpfs`) is not there; and what is wrong."""
    targets: dict[str, Target | UsageError] = {}
    problems: list[Problem] = []
    for name in dict.fromkeys(str(level.factors["target"]) for level in study.levels):
        try:
            targets[name] = resolve(name, chosen)
        except UsageError as error:
            targets[name] = error
            if name != "tmpfs":
                problems += error.problems
    return targets, problems


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
        skipped = str(target)
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


def _require_possible(levels: Sequence[LevelState]) -> None:
    """UsageError where the factors of levels do not go together, each reason once."""
    problems = dict.fromkeys(problem for level in levels if (problem := level.task.impossible()) is not None)
    if problems:
        raise UsageError(list(problems))


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
