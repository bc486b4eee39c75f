"""`iotrial check`: methods do their job on odd inputs too, and keep what they declare."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from iotrial.ask.catalog import Catalog, Job, Method, Value
from iotrial.machine.leftover_processes import adopt
from iotrial.measure.examination import NULL_SINK, examine_at
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.places.temporary import provided_at, tell
from iotrial.places.workplace import Workplace
from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

#: At which kinds of sinks odd levels are: the default alone; all of them, each of which has all levels, or all of which
#: but the default have the least level and the largest.
Sinks = Literal["no", "every", "ends"]


@dataclass(frozen=True)
class CheckResult:
    """The result of one method on one input."""

    job: str
    arm: str
    level: Mapping[str, Value] | None  # None: it has no program, so no input was tried
    status: str
    reason: str | None


def odd_levels(job: Job, *, sinks: Sinks = "no") -> Iterator[dict[str, Value]]:
    """Levels that methods often get wrong: all odd values of the job's factors; and kinds of sinks, if it has one."""
    base = {factor.name: factor.default for factor in job.factors.values()}
    odd = {factor.name: factor.odd for factor in job.factors.values() if factor.odd}
    every = [{**base, **dict(zip(odd, values, strict=True))} for values in itertools.product(*odd.values())]
    if sinks == "no" or "sink" not in job.factors:
        yield from every
        return
    for sink in job.factors["sink"].choices:
        is_usual = sink == base["sink"]
        for level in every if is_usual or sinks == "every" else _ends_of(every, sink):
            yield {**level, "sink": sink}


def _ends_of(levels: Sequence[dict[str, Value]], sink: Value) -> list[dict[str, Value]]:
    """Return the least of odd levels and the largest, or that alone if nothing of what a sink gets can be seen.

    A method that does not send the end at some kind of sink is found out there.
    """
    return [*levels[: len(levels) > 1 and sink != NULL_SINK], levels[-1]]


def check(
    catalog: Catalog,
    methods: Sequence[Method],
    target: Path | None,
    *,
    sinks: Sinks = "every",
    sandbox: str | None = None,
    on_result: Callable[[CheckResult], None] = lambda result: None,
) -> list[CheckResult]:
    """Do the work of each method several times at each odd level, and check the results.

    sinks: see `Sinks`.
    sandbox: the program in which workers are started; None: they are started as any program.
    """
    adopt()
    with provided_at(target) as place:
        workplace = Workplace(place)
        for reason in workplace.left:
            tell(f"what an earlier run left is still there: {reason}")
        try:
            inputs = workplace.folder / "inputs"
            inputs.mkdir()
            guarded = GuardedInputs(inputs)
            results: list[CheckResult] = []
            for name in dict.fromkeys(method.job for method in methods):
                job, folder = catalog.jobs[name], workplace.folder / name
                folder.mkdir()
                asked = [method for method in methods if method.job == name]
                levels = [
                    LevelState(
                        LevelPlan(number, factors, task_of(job, factors, inputs), sandbox=sandbox),
                        LevelResources(folder, place, guarded=guarded),
                        [
                            ArmState(index, method.arm, "arm", method, catalog.kits[method.language])
                            for index, method in enumerate(asked)
                        ],
                    )
                    for number, factors in enumerate(odd_levels(job, sinks=sinks))
                ]
                results += _check_at(levels, workplace.folder, on_result)
            return results
        finally:
            stays = workplace.remove()
            if stays is not None:
                tell(f"what this check made is left: {stays}; the next start tries again")


def _check_at(levels: Sequence[LevelState], logs: Path, on_result: Callable[[CheckResult], None]) -> list[CheckResult]:
    """Check the arms of a job at its levels; all of them share the programs of the first."""
    built = levels[0].arms
    build_arms(levels[0], note=tell)
    results = [_result(arm, None) for arm in built if arm.status != "measured"]
    for level in levels:
        level.arms = [
            replace(arm, program=first.program)
            for arm, first in zip(level.arms, built, strict=True)
            if first.program is not None
        ]
        create_inputs(level)
    together: dict[object, list[LevelState]] = {}  # levels at which an arm may be examined in one worker
    for level in levels:
        together.setdefault((level.plan.sink_kind, level.plan.task.crash_differs_by), []).append(level)
    for place in range(len(levels[0].arms)):
        for in_one_worker in together.values():
            examine_at(in_one_worker, place, logs)
            for level in in_one_worker:
                on_result(_result(level.arms[place], level.plan.factors))
    return results + [_result(arm, level.plan.factors) for level in levels for arm in level.arms]


def _result(arm: ArmState, factors: Mapping[str, Value] | None) -> CheckResult:
    status = "ok" if arm.status == "measured" else arm.status
    return CheckResult(arm.method.job, arm.arm, factors, status, arm.reason)
