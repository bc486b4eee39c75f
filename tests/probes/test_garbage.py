"""Collections of one iteration, from what a worker says of many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.probes.garbage import MOST_REQUESTS, SPAN_NS, count_collections
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed
from iotrial.workers.state import ArmState


class Worker:
    """Says of each request what it was told to say; fails when it has nothing more to say."""

    def __init__(self, *told: tuple[int | None, int | None]) -> None:
        self.told = list(told)
        self.asked: list[int] = []

    def bare(self, iterations: int, *, collected: bool) -> dict[str, int | None]:
        assert collected
        self.asked.append(iterations)
        if not self.told:
            raise SampleFailed("it is gone", alive=False)
        count, gc_ns = self.told.pop(0)
        return {"collections": count, "gc_ns": gc_ns}


def found(worker: Worker, ns: float | None, iterations: int = 10) -> dict[str, Any]:
    arm = cast(ArmState, SimpleNamespace(ns=ns, iterations=iterations))
    return dict(count_collections(cast(LocalArmWorker, worker), arm))


def test_the_mean_of_all_iterations_is_told() -> None:
    worker = Worker((1, 3000), (0, 0), (2, 9000), (1, 8000))
    assert found(worker, ns=SPAN_NS / 40) == {"collections": 4 / 40, "gc_ns": 20_000 / 40}
    assert worker.asked == [10] * 4


@pytest.mark.parametrize(
    ("ns", "requests"), [(None, MOST_REQUESTS), (1.0, MOST_REQUESTS), (SPAN_NS / 20, 2), (SPAN_NS * 9.0, 1)]
)
def test_quick_arms_are_asked_often_and_slow_ones_once(ns: float | None, requests: int) -> None:
    worker = Worker(*[(0, 0)] * 100)
    assert found(worker, ns) == {"collections": 0, "gc_ns": 0}
    assert len(worker.asked) == requests


def test_a_runtime_that_tells_nothing_is_asked_once() -> None:
    worker = Worker(*[(None, None)] * 100)
    assert found(worker, ns=1000) == {} and len(worker.asked) == 1


def test_a_runtime_that_tells_no_times_has_none() -> None:
    assert found(Worker((1, None)), ns=SPAN_NS) == {"collections": 0.1, "gc_ns": None}


def test_what_was_told_before_a_worker_failed_counts() -> None:
    assert found(Worker(), ns=1000) == {}
    assert found(Worker((3, 50)), ns=1000) == {"collections": 0.3, "gc_ns": 5.0}
