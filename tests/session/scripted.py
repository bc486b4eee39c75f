"""A lab without processes and without a clock: hands follow a script, and time passes only when they say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from iotrial.catalog.model import Kit, Method
from iotrial.targets.target import Target
from iotrial.workers.arm_worker import Figures, Hand, SampleFailed
from iotrial.workers.protocol import FIGURES
from iotrial.workers.round_workers import Bench, Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import Task

#: What a hand does at its n-th sample of a round (from 0, warm-up included): give its time, or raise.
Script = Callable[[str, int, int], float]

SAMPLE_NS = 1_000_000.0


def level(
    names: Iterable[str], index: int = 0, *, blocks: int = 3, warmup_blocks: int = 1, limits: Iterable[str] = ()
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
        ArmState(len(arms) + number, name, "limit", Method("job", "a", name, Path(), "", "", limit="copying"), kit)
        for number, name in enumerate(limits)
    ]
    task = Task({}, Path())
    return LevelState(index, {"n": index}, task, arms, Path(), target, blocks, warmup_blocks, limits=beside)


class ScriptedHand:
    """One arm in one round."""

    pid: int | None = 1

    def __init__(self, lab: ScriptedLab, arm: ArmState, sweep: int) -> None:
        self._lab, self._arm, self._sweep, self._count = lab, arm, sweep, 0

    def sample(self, iterations: int) -> Figures:
        self._lab.measured.append((self._sweep, self._arm.index))
        count, self._count = self._count, self._count + 1
        self._lab.time_ns += int(SAMPLE_NS)
        wall_ns = self._lab.script(self._arm.arm, self._sweep, count)
        return {**dict.fromkeys(FIGURES), "wall_ns": int(wall_ns * iterations), "work": iterations}

    def close(self) -> None:
        pass


class ScriptedBench:
    """One round."""

    def __init__(self, lab: ScriptedLab, sweep: int) -> None:
        self._lab, self._sweep = lab, sweep

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        self._lab.closed += 1

    def start(self, arms: Iterable[tuple[ArmState, Start]]) -> dict[int, Hand | SampleFailed]:
        hands: dict[int, Hand | SampleFailed] = {}
        for arm, _ in arms:
            if arm.arm in self._lab.absent:
                hands[arm.index] = SampleFailed("cannot start", alive=False)
            else:
                hands[arm.index] = ScriptedHand(self._lab, arm, self._sweep)
        return hands


class ScriptedLab:
    """Everything that a run asks of a machine."""

    def __init__(self, script: Script = lambda arm, sweep, count: SAMPLE_NS, absent: Iterable[str] = ()) -> None:
        self.script = script
        self.absent = set(absent)
        self.cpus: Sequence[int] = [0, 1]
        self.time_ns = 0
        self.benches: list[tuple[int, int | None]] = []  # (level, cpu), one for each round
        self.measured: list[tuple[int, int]] = []  # (number of the round, arm), warm-up included
        self.closed = 0

    def now_ns(self) -> int:
        return self.time_ns

    def counters(self) -> Mapping[str, int]:
        return {}

    def over(self, before: Mapping[str, int], cpu: int | None) -> Mapping[str, int]:
        return {"dirty_bytes": 7}

    def bench(self, level: LevelState, cpu: int | None) -> Bench:
        self.benches.append((level.index, cpu))
        return ScriptedBench(self, len(self.benches) - 1)
