"""A sample is what it says only if all that can be seen from outside agrees with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from iotrial.machine.process_clock import Passed
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, StartedWorker, WrongState, WrongWork
from iotrial.workers.conditions import ToSink, Warm
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received, Sink
from iotrial.workers.task import Task
from iotrial.workers.worker import Worker
from measure.scripted import asked, level

#: Ten iterations of the job below, as an honest worker tells of them.
HONEST = {"wall_ns": "1000", "work": "30", "proof": "7", "device_read_bytes": "0", "major_faults": "0"}
SENT_BYTES = 50


class Job(Task):
    """An iteration is three units of work whose result is 7, and sends five bytes."""

    works = (3,)
    proof = 7
    sink = ToSink("pipe", 5, 5)


class Says:
    """Stands for a worker that answers each request; a sample is what it is told to say."""

    pid, harm = 1, None

    def __init__(self, **figures: str) -> None:
        self.figures = {**HONEST, **figures}
        self.clock = self

    def ask(self, verb: str, timeout_s: float, **pairs: object) -> Message:
        return Message(verb, self.figures if verb == "measure" else {})

    def start(self) -> None:
        pass

    def passed(self) -> Passed:
        return Passed(1000, None, None, None)

    def follow_thread(self) -> None:
        pass

    def trim_log(self) -> None:
        pass


class Arrives:
    """Stands for a sink at which so many bytes arrive."""

    pid = None
    is_shut = False

    def __init__(self, byte_count: int) -> None:
        self.byte_count = byte_count

    def blame_stop(self) -> None:
        pass

    def begin(self, **_: object) -> None:
        pass

    def received(self, expected: int) -> Received:
        return Received(self.byte_count, None)


def sampled(folder: Path, arrived: int = SENT_BYTES, **figures: str) -> dict[str, Any]:
    """The figures of a sample of ten iterations at a warm level, without a lead-in."""
    one = asked(level(["a/x", "a/y"]), task=Job({}, folder), factors={"state": "first"})
    one.plan.task.warm = Warm()
    worker, sink = cast(Worker, Says(**figures)), cast(Sink, Arrives(arrived))
    return dict(LocalArmWorker(StartedWorker(worker, folder / "outputs", sink), one, one.arms[0]).sample(10))


def test_what_an_honest_worker_says_is_the_sample(tmp_path: Path) -> None:
    found = sampled(tmp_path)
    assert (found["wall_ns"], found["work"], found["proof"]) == (1000, 30, 7)


def refused(error: type[SampleFailed | WrongState], folder: Path, arrived: int = SENT_BYTES, **figures: str) -> str:
    with pytest.raises(error) as refusal:
        sampled(folder, arrived, **figures)
    return str(refusal.value)


def test_a_sample_with_another_result_than_is_right_disqualifies(tmp_path: Path) -> None:
    assert refused(WrongWork, tmp_path, proof="8") == "its result is 8 instead of 7"


@pytest.mark.parametrize("work", ["29", "31", "60"])
def test_a_sample_that_tells_of_other_work_than_there_is_disqualifies(tmp_path: Path, work: str) -> None:
    assert refused(WrongWork, tmp_path, work=work) == f"says its work was {work} instead of 30"


@pytest.mark.parametrize("arrived", [SENT_BYTES - 1, SENT_BYTES + 1])
def test_a_sample_of_which_other_bytes_arrived_than_were_to_be_sent_disqualifies(tmp_path: Path, arrived: int) -> None:
    assert refused(WrongWork, tmp_path, arrived) == f"{arrived} bytes arrived instead of {SENT_BYTES}"


@pytest.mark.parametrize("figure", ["device_read_bytes", "major_faults"])
def test_a_sample_that_read_from_a_device_is_void_at_a_warm_level(tmp_path: Path, figure: str) -> None:
    assert refused(WrongState, tmp_path, SENT_BYTES, **{figure: "1"}) == "read from a device although the level is warm"


def test_a_worker_is_told_what_it_works_on_whenever_that_is_another_task_than_it_was_told_last(tmp_path: Path) -> None:
    class Counts(Says):
        told = 0

        def ask(self, verb: str, timeout_s: float, **pairs: object) -> Message:
            self.told += verb == "prepare"
            return super().ask(verb, timeout_s, **pairs)

    one = asked(level(["a/x", "a/y"]), task=Job({}, tmp_path))
    worker = Counts()
    whole = LocalArmWorker(StartedWorker(cast(Worker, worker), tmp_path / "outputs"), one, one.arms[0])
    few = whole.on(Job({}, tmp_path))
    for number, (which, told) in enumerate([(whole, 1), (whole, 1), (few, 2), (few, 2), (whole, 3), (few, 4)]):
        which.prepare(whole=True)
        assert worker.told == told, number
    few.prepare(whole=False)
    assert worker.told == 5
    few.prepare_again()
    assert worker.told == 6
