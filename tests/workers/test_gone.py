"""A worker that is gone says why, to whoever asks it and however often; no error of the system stands for that."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from iotrial.workers import worker as workers
from iotrial.workers.worker import Command, Worker, WorkerFailed

HELLO = "hello protocol=1 language=sh runtime=sh clock_step_ns=1"

#: What a worker does when it is asked, and the reason that everybody gets from then on.
ENDS = {
    "exit 0": "ended with status 0",
    "exit 3": "ended with status 3",
    "kill -ABRT $$": "was killed by SIGABRT",
    "kill -KILL $$": "was killed by SIGKILL",
    "echo nonsense >&4; sleep 60": "broke the protocol",
    f"printf '{HELLO}\\nmore\\n' >&4; exec sleep 60": "broke the protocol",
    "exec 3<&- 4>&-; exec sleep 60": "closed its replies and went on",
    "exec sleep 60": "did not answer within 0 s",
}

#: All that anybody asks of a worker.
ASKED: dict[str, Callable[[Worker], object]] = {
    "ask": lambda worker: worker.ask("settle", 1),
    "send": lambda worker: worker.send("measure", iterations=1),
    "receive": lambda worker: worker.receive("measure", 1),
    "follow_thread": Worker.follow_thread,
    "talk": Worker.talk,
}


def started(folder: Path, script: str) -> Worker:
    with Path(os.devnull).open("wb") as out:
        return Worker(Command(["sh", "-c", script], {"PATH": os.defpath}, out.fileno(), folder / "log"))


def why(ask: Callable[[], object]) -> str:
    with pytest.raises(WorkerFailed) as failure:
        ask()
    return str(failure.value)


def test_whoever_asks_a_worker_that_is_gone_hears_how_it_ended(tmp_path: Path) -> None:
    wrong = {}
    for script, reason in ENDS.items():
        worker = started(tmp_path, f"read line <&3; {script}")
        first = why(partial(worker.ask, "hello", 0.2 if "within" in reason else 20))
        said = {name: why(partial(ask, worker)) for name, ask in ASKED.items()}
        worker.close()
        if set(said.values()) != {first} or not first.startswith(reason):
            wrong[script] = first, said
        assert worker.has_answered(0)
    assert wrong == {}


def test_whoever_was_ended_by_us_is_not_said_to_have_died(tmp_path: Path) -> None:
    worker = started(tmp_path, "exec sleep 60")
    worker.kill()
    assert {why(partial(ask, worker)) for ask in ASKED.values()} == {"was ended by iotrial"}


def test_want_of_memory_is_told_as_the_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kills = iter([3, 4])
    monkeypatch.setattr(workers, "out_of_memory_kills", lambda: next(kills))
    worker = started(tmp_path, "read line <&3; kill -KILL $$")
    said = why(lambda: worker.ask("hello", 20))
    assert said == "was killed by SIGKILL, most likely for want of memory on this machine"


def test_a_machine_that_cannot_start_a_program_is_to_blame_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*words: object, **more: object) -> int:
        raise BlockingIOError(11, os.strerror(11))

    monkeypatch.setattr(os, "posix_spawnp", fails)
    assert why(lambda: started(tmp_path, "exit")).startswith("the machine is short of processes (ulimit -u): ")
