"""A host without processes and without a clock: arm_workers follow a script, and time passes only when they say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from iotrial.ask.catalog import Kit, Method
from iotrial.places.target import Target
from iotrial.workers.arm_worker import ArmWorker, Figures, SampleFailed
from iotrial.workers.protocol import FIGURES
from iotrial.workers.round_workers import RoundWorkers, Start
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState, RoundShape
from iotrial.workers.task import Task

#: The act of an arm worker at its n-th sample of a round (from 0, warm-up included): give its time, or raise.
Script = Callable[[str, int, int], float]

SAMPLE_NS = 1_000_000.0


def level(
    names: Iterable[str], index: int = 0, *, blocks: int = 3, warmup_blocks: int = 1, floors: Iterable[str] = ()
) -> LevelState:
    """A level of arms named LANGUAGE/METHOD; the first is the baseline and gets its placebo."""
    kit = Kit("made", Path(), 1, "x", "#", ("x",), (), ())
    first, *rest = names
    arms = []
    for number, name in enumerate([first, first, *rest]):
        language, _, method_name = name.partition("/")
        method = Method("job", language, method_name, Path(), "", "")
        role = "baseline" if number == 0 else "placebo" if number == 1 else "arm"
        arms.append(ArmState(number, name, role, method, kit))  # type: ignore[arg-type]
    target = Target("disk", Path(), "", "", "")
    beside = [
        ArmState(len(arms) + number, name, "floor", Method("job", "a", name, Path(), "", "", floor="copying"), kit)
        for number, name in enumerate(floors)
    ]
    task = Task({}, Path())
    plan, resources = LevelPlan(index, {"n": index}, task), LevelResources(Path(), target)
    return LevelState(plan, resources, arms, beside, RoundShape(blocks, warmup_blocks))


def asked(one: LevelState, **changes: Any) -> LevelState:
    """The level, of which something else is asked."""
    one.plan = replace(one.plan, **changes)
    return one


def given(one: LevelState, **changes: Any) -> LevelState:
    """The level, which is given something else."""
    one.resources = replace(one.resources, **changes)
    return one


def shaped(one: LevelState, **changes: Any) -> LevelState:
    """The level, whose rounds are made of something else."""
    one.shape = replace(one.shape, **changes)
    return one


class ScriptedArmWorker:
    """One arm in one round."""

    pid: int | None = 1

    def __init__(self, host: ScriptedHost, arm: ArmState, sweep: int) -> None:
        self._host, self._arm, self._sweep, self._count = host, arm, sweep, 0

    def sample(self, iterations: int) -> Figures:
        self._host.measured.append((self._sweep, self._arm.index))
        count, self._count = self._count, self._count + 1
        self._host.time_ns += int(SAMPLE_NS)
        wall_ns = self._host.script(self._arm.arm, self._sweep, count)
        return {**dict.fromkeys(FIGURES), "wall_ns": int(wall_ns * iterations), "work": iterations}

    def close(self) -> None:
        pass


class ScriptedRoundWorkers:
    """One round."""

    def __init__(self, host: ScriptedHost, sweep: int) -> None:
        self._host, self._sweep = host, sweep

    def __enter__(self) -> RoundWorkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self._host.closed += 1

    def start(self, arms: Iterable[tuple[ArmState, Start]]) -> dict[int, ArmWorker | SampleFailed]:
        arm_workers: dict[int, ArmWorker | SampleFailed] = {}
        arms = list(arms)
        self._host.started.append(len(arms))
        for arm, _ in arms:
            if arm.arm in self._host.absent:
                arm_workers[arm.index] = SampleFailed("cannot start", alive=False)
            else:
                arm_workers[arm.index] = ScriptedArmWorker(self._host, arm, self._sweep)
        return arm_workers

    def end(self) -> None:
        self._host.ended += 1


class ScriptedHost:
    """Everything that a run asks of a machine."""

    def __init__(self, script: Script = lambda arm, sweep, count: SAMPLE_NS, absent: Iterable[str] = ()) -> None:
        self.script = script
        self.absent = set(absent)
        self.cpus: Sequence[int] = [0, 1]
        self.time_ns = 0
        self.rounds_begun: list[tuple[int, int | None]] = []  # (level, cpu), one for each round
        self.measured: list[tuple[int, int]] = []  # (number of the round, arm), warm-up included
        self.closed = 0
        self.started: list[int] = []  # processes, whenever some were started
        self.ended = 0  # times at which the processes of a block ended before the round did

    def now_ns(self) -> int:
        return self.time_ns

    def counters(self) -> Mapping[str, int]:
        return {}

    def over(self, before: Mapping[str, int], cpu: int | None) -> Mapping[str, int]:
        return {"dirty_bytes": 7}

    def round_workers(self, level: LevelState, cpu: int | None) -> RoundWorkers:
        self.rounds_begun.append((level.plan.index, cpu))
        return ScriptedRoundWorkers(self, len(self.rounds_begun) - 1)
