"""What a kit costs per iteration by itself: its empty method, timed before any round."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from iotrial.catalog.model import Catalog, Kit
from iotrial.targets.target import Target
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed
from iotrial.workers.build import DoesNotCompile, Unavailable, program_of
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import task_of

EMPTY_JOB = "empty"
FIRST_ITERATIONS = 1_000
LONG_ENOUGH_NS = 1_000_000
SAMPLES = 5


def kit_costs(
    catalog: Catalog, kits: Iterable[Kit], folder: Path, target: Target, cpu: int | None
) -> dict[tuple[str, str | None], float]:
    """Kit's key -> ns per iteration of the empty method (the least of SAMPLES); kits without one are left out."""
    costs = {}
    for kit in {kit.key: kit for kit in kits}.values():
        method = next((m for m in catalog.methods_of(EMPTY_JOB) if m.language == kit.language), None)
        if method is None:
            continue
        arm = ArmState(0, method.arm, "baseline", method, kit)
        level = LevelState(0, {}, task_of(catalog.jobs[EMPTY_JOB], {}, folder), [arm], folder, target)
        level.outputs(arm.index).mkdir(parents=True, exist_ok=True)
        try:
            arm.program = program_of(arm.kit, method, {})
            with LocalRoundWorkers(level, cpu, folder) as workers:
                arm_worker = workers.start([(arm, Start())])[0]
                if isinstance(arm_worker, LocalArmWorker):
                    costs[kit.key] = _cost(arm_worker)
        except (DoesNotCompile, Unavailable, SampleFailed):
            continue
    return costs


def _cost(arm_worker: LocalArmWorker) -> float:
    iterations = FIRST_ITERATIONS
    while (arm_worker.rough(iterations)["wall_ns"] or 0) < LONG_ENOUGH_NS:
        iterations *= 4
    return min((arm_worker.rough(iterations)["wall_ns"] or 0) / iterations for _ in range(SAMPLES))
