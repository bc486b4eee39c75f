"""`iotrial check`: methods do their job on odd inputs too, and keep what they declare."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from iotrial.catalog.model import Catalog, Job, Method, Value
from iotrial.host.strays import adopt
from iotrial.session.prepare import build_arms, create_inputs, examine_arm
from iotrial.targets.target import Target
from iotrial.targets.temporary import standing_at, tell
from iotrial.targets.workplace import Workplace
from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import task_of


@dataclass(frozen=True)
class CheckResult:
    """The result of one method on one input."""

    job: str
    arm: str
    level: Mapping[str, Value] | None  # None: it has no program, so no input was tried
    status: str
    reason: str | None


def odd_levels(job: Job, *, sinks: bool = False) -> Iterator[dict[str, Value]]:
    """Levels that methods often get wrong: all odd values of the job's factors; with `sinks`, each kind of sink too."""
    base = {factor.name: factor.default for factor in job.factors.values()}
    odd = {factor.name: factor.odd for factor in job.factors.values() if factor.odd}
    if sinks and "sink" in job.factors:
        odd["sink"] = job.factors["sink"].choices
    for values in itertools.product(*odd.values()):
        yield {**base, **dict(zip(odd, values, strict=True))}


def check(
    catalog: Catalog,
    methods: Sequence[Method],
    target: Path | None,
    *,
    sinks: bool = True,
    sandbox: str | None = None,
    on_result: Callable[[CheckResult], None] = lambda result: None,
) -> list[CheckResult]:
    """Do the work of each method several times at each odd level, and check the results.

    sandbox: the program in which workers are started; None: they are started as any program.
    """
    adopt()
    with standing_at(target) as place:
        return _check_at(place, catalog, methods, sinks, sandbox, on_result)


def _check_at(
    place: Target,
    catalog: Catalog,
    methods: Sequence[Method],
    sinks: bool,
    sandbox: str | None,
    on_result: Callable[[CheckResult], None],
) -> list[CheckResult]:
    workplace = Workplace(place)
    for reason in workplace.left:
        tell(f"what an earlier run left is still there: {reason}")
    results: list[CheckResult] = []
    try:
        inputs = workplace.folder / "inputs"
        inputs.mkdir()
        guarded = GuardedInputs(inputs)
        for job_name in dict.fromkeys(method.job for method in methods):
            job = catalog.jobs[job_name]
            chosen = [method for method in methods if method.job == job_name]
            built: list[ArmState] = []  # at the first level: all inputs share one program
            for number, factors in enumerate(odd_levels(job, sinks=sinks)):
                folder = workplace.folder / f"{job_name}-{number:03d}"
                folder.mkdir()
                arms = [
                    ArmState(index, method.arm, "arm", method, catalog.kits[method.language])
                    for index, method in enumerate(chosen)
                ]
                level = LevelState(number, factors, task_of(job, factors, inputs), arms, folder, place, guarded=guarded)
                level.sandbox = sandbox
                if not built:
                    build_arms(level, note=tell)
                    built = arms
                    results += [
                        CheckResult(job_name, arm.arm, None, arm.status, arm.reason)
                        for arm in arms
                        if arm.status != "measured"
                    ]
                level.arms = [
                    replace(arm, program=first.program)
                    for arm, first in zip(arms, built, strict=True)
                    if first.program is not None
                ]
                create_inputs(level)
                for arm in level.arms:
                    if not level.skipped:
                        examine_arm(level, arm, workplace.folder)
                    status = "ok" if arm.status == "measured" else arm.status
                    results.append(CheckResult(job_name, arm.arm, factors, status, arm.reason))
                    on_result(results[-1])
    finally:
        stays = workplace.remove()
        if stays is not None:
            tell(f"what this check made is left: {stays}; the next start tries again")
    return results
