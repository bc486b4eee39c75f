"""Every floor does as much work as the job has, at every kind of sink and on odd inputs, and says what it is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from in_memory import folder_in_memory
from iotrial.ask import tree
from iotrial.ask.catalog import FLOORS, Method
from iotrial.ask.parameters import settled
from iotrial.measure.check_methods import Sinks, odd_levels
from iotrial.measure.floor_programs import sizes
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of
from programs import share_programs

CATALOG = tree.load()
MOST_LINES = 80


@pytest.mark.parametrize(
    "sinks", ["ends", pytest.param("every", marks=pytest.mark.long)], ids=lambda sinks: f"levels at sinks: {sinks}"
)
@pytest.mark.parametrize("floor", CATALOG.floors.values(), ids=lambda floor: f"{floor.job}/{floor.name}")
def test_a_floor_does_as_much_work_as_the_job_has(
    floor: Method, sinks: Sinks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker for each sink and each of its sizes, which are tried in turn."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    share_programs(tmp_path / "cache")
    with folder_in_memory(tmp_path) as folder:
        target = folder / "target"
        target.mkdir()
        workplace = Workplace(resolve("disk", target))
        try:
            for levels in alike(floor, sinks, workplace):
                require_as_much(levels, workplace.folder)
        finally:
            workplace.remove()
        assert list(target.iterdir()) == []


def alike(floor: Method, sinks: Sinks, workplace: Workplace) -> list[list[LevelState]]:
    """Return the odd levels of a floor, those together that have the same sink and the same size."""
    job = CATALOG.jobs[floor.job]
    tried = [settled(floor, values) if values else floor for values in sizes(floor)]
    inputs = workplace.folder / "inputs"
    inputs.mkdir()
    found: dict[tuple[str | None, int], list[LevelState]] = {}
    for number, factors in enumerate(odd_levels(job, sinks=sinks)):
        size = number % len(tried)
        arm = ArmState(0, floor.arm, "floor", tried[size], CATALOG.kits[floor.language])
        task = task_of(job, factors, inputs)
        level = LevelState(
            LevelPlan(number, factors, task), LevelResources(workplace.folder, workplace.target), [], [arm]
        )
        build_arms(level)
        if arm.program is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.skip(str(arm.reason))
        assert arm.program is not None, arm.reason
        create_inputs(level)
        found.setdefault((level.plan.sink_kind, size), []).append(level)
    return list(found.values())


def require_as_much(levels: Sequence[LevelState], logs: Path) -> None:
    """Have one worker do the work of levels, whose amount, bytes at the sink and sizes of files it is asked for."""
    with LocalRoundWorkers(levels[0], None, logs) as workers:
        arm_worker = workers.start([(levels[0].floors[0], Start())])[0]
        assert isinstance(arm_worker, LocalArmWorker), arm_worker
        for level in levels:
            here = arm_worker.at(level, level.floors[0])
            for iterations in (1, 3, 20):
                works = level.plan.task.works
                assert here.rough(iterations)["work"] == works[0] * iterations or len(works) > 1, level.plan.factors


@pytest.mark.parametrize("floor", CATALOG.floors.values(), ids=lambda floor: f"{floor.job}/{floor.name}")
def test_a_floor_is_short_and_says_of_which_kind_it_is_and_why_it_is_the_least(floor: Method) -> None:
    assert floor.floor in FLOORS
    assert floor.summary.endswith(".") and floor.when
    assert len(floor.path.read_text().splitlines()) <= MOST_LINES


def test_every_job_with_work_has_a_floor_for_each_kind_that_its_methods_are_of() -> None:
    from iotrial.store.kind_of_work import floor_kind

    for job in CATALOG.jobs.values():
        if job.name == "empty":
            continue
        level: dict[str, int | str] = {name: factor.default for name, factor in job.factors.items()}
        kinds = {floor_kind(method.tags, level) for method in CATALOG.methods_of(job.name)}
        assert kinds <= {floor.floor for floor in CATALOG.floors_of(job.name)}, job.name


def test_every_value_of_visible_has_a_floor_that_guarantees_as_much() -> None:
    declared = {floor.guarantees.get("visible") for floor in CATALOG.floors_of("append")}
    assert declared == set(CATALOG.jobs["append"].guarantees["visible"])
