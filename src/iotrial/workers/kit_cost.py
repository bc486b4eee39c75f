"""The time that a kit itself needs per iteration: its empty method, timed before any round."""

from __future__ import annotations

import time
from collections.abc import Iterable

from iotrial.ask.catalog import Catalog, Kit, Method
from iotrial.ask.factors import STATE, STEADY
from iotrial.ask.tree import is_own
from iotrial.machine.threads import has_threads
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed
from iotrial.workers.build import program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of
from iotrial.workers.unavailable import Unavailable

FIRST_ITERATIONS = 1_000
LONG_ENOUGH_NS = 1_000_000
SAMPLES = 5

#: A runtime that compiles what it runs does so in a thread of its own, and has compiled an empty method by then.
SETTLED_S = 0.2


def kit_costs(
    catalog: Catalog,
    kits: Iterable[Kit],
    resources: LevelResources,
    cpu: int | None,
    *,
    state: str = STEADY,
    sandbox: str | None = None,
) -> dict[tuple[str, str | None], float]:
    """Map the keys of kits that have an empty method to its ns per iteration, the least of SAMPLES or more.

    With the state `first` it is that of the first call, each in a process of its own. sandbox: the program in which
    workers are started, since the method may be a stranger's; None: they are started as any program.
    """
    costs: dict[tuple[str, str | None], float] = {}
    served = catalog.serving("kit_cost")
    if served is None:
        return costs
    job, _ = served
    for kit in {kit.key: kit for kit in kits}.values():
        method = empty_method(catalog, kit)
        if method is None:
            continue
        arm = ArmState(0, method.arm, "baseline", method, kit)
        plan = LevelPlan(0, {STATE: state}, task_of(job, {}, resources.folder), sandbox=sandbox)
        level = LevelState(plan, resources, [arm])
        level.resources.outputs(arm.index).mkdir(parents=True, exist_ok=True)
        try:
            arm.program = program_of(arm.kit, method, {}, sandbox=sandbox)
            with LocalRoundWorkers(level, cpu, resources.folder) as workers:
                found = [_cost(workers, arm, state) for _ in range(1 if state == STEADY else SAMPLES)]
                costs[kit.key] = min(found)
        except (DoesNotCompile, Unavailable, SampleFailed):
            continue
    return costs


def empty_method(catalog: Catalog, kit: Kit) -> Method | None:
    """Return the method of a kit's language that does nothing; None if there is none.

    One of iotrial's own if there is one: a tree that was joined may bring others, and is not to say what a kit costs,
    nor to be started where a runtime is looked at.
    """
    served = catalog.serving("kit_cost")
    methods = catalog.methods_of(served[0].name) if served is not None else []
    found = [method for method in methods if method.language == kit.language]
    return next((method for method in found if is_own(method.job_folder)), next(iter(found), None))


def _cost(workers: LocalRoundWorkers, arm: ArmState, state: str) -> float:
    """Return the cost of an iteration in a fresh process, ns; SampleFailed if it gives none."""
    workers.end()
    arm_worker = workers.start([(arm, Start())])[arm.index]
    if not isinstance(arm_worker, LocalArmWorker):
        raise SampleFailed(str(arm_worker), alive=False)
    if state != STEADY:
        return float(arm_worker.rough(1)["wall_ns"] or 0)
    iterations = FIRST_ITERATIONS
    while (arm_worker.rough(iterations)["wall_ns"] or 0) < LONG_ENOUGH_NS:
        iterations *= 4
    found: list[float] = []
    end = time.monotonic() + (SETTLED_S if has_threads(arm_worker.pid) else 0)
    while len(found) < SAMPLES or time.monotonic() < end:
        found.append((arm_worker.rough(iterations)["wall_ns"] or 0) / iterations)
    return min(found)
