"""Which clock a level is judged by, from what it is (rule 28)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.measure.clock_checks import clock_of
from iotrial.workers.conditions import Cold, ToSink
from iotrial.workers.protocol import FIGURES
from iotrial.workers.state import LevelState
from iotrial.workers.window import Window
from measure.scripted import asked
from measure.scripted import level as scripted_level


def level() -> LevelState:
    """A level whose kits tell everything, without a sink."""
    made = scripted_level(["c/a", "c/b"], floors=["c/least"])
    for arm in made.every:
        arm.tells = frozenset(FIGURES)
    return made


def at_sink(kind: str, reader: str = "bare") -> LevelState:
    made = level()
    made.plan.task.sink = ToSink(kind, 1, 1, reader)
    return made


def test_a_worker_alone_on_its_cpu_does_not_answer_for_its_wait() -> None:
    assert clock_of(level(), is_bound=True) == "wall less queue"
    for kind in ("file", "null"):
        assert clock_of(at_sink(kind), is_bound=True) == "wall less queue"


@pytest.mark.parametrize(
    ("kind", "reader", "clock"),
    [
        ("pipe", "bare", "wall less others"),
        ("pipe", "copying", "wall less others"),
        ("unix", "bare", "wall less others"),
        ("pipe", "slow", "wall"),
        ("tcp", "bare", "wall"),
    ],
)
def test_the_reader_of_a_sink_is_part_of_the_work(kind: str, reader: str, clock: str) -> None:
    assert clock_of(at_sink(kind, reader), is_bound=True) == clock


def test_wall_time_is_judged_wherever_the_work_goes_on_while_its_worker_waits() -> None:
    assert clock_of(level(), is_bound=False) == "wall"
    several = level()
    several.plan.task.window = Window(2, 1)
    threaded = level()
    threaded.arms[2].method = replace(threaded.arms[2].method, tags=("threaded",))
    durable = level()
    durable.arms[2].method = replace(durable.arms[2].method, guarantees={"durable": "each record"})
    cold = level()
    cold.plan.task.cold = Cold((Path("x"),), 1)
    limited = level()
    asked(limited, factors={**limited.plan.factors, "memory_limit": 1 << 24})
    forks = level()
    forks.arms[2].had_children = True
    for made in (several, threaded, durable, cold, limited, forks):
        assert clock_of(made, is_bound=True) == "wall"


def test_wall_time_is_judged_if_one_of_the_kits_does_not_tell() -> None:
    for missing, kind in (("queue_ns", "null"), ("user_ns", "null"), ("reader_ns", "pipe")):
        for number in (2, 3):  # an arm, and the floor
            made = at_sink(kind)
            made.every[number].tells -= {missing}
            assert clock_of(made, is_bound=True) == "wall"


def test_an_arm_that_has_left_decides_nothing() -> None:
    made = level()
    made.arms[2].tells = frozenset()
    made.arms[2].leave("failed", "it broke")
    assert clock_of(made, is_bound=True) == "wall less queue"
