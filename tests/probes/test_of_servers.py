"""System calls of servers: those for one request, from traces of few and of many."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.probes import of_servers
from iotrial.probes.of_servers import calls_of_servers, memory_of_servers
from iotrial.probes.trace import Request, request_of
from iotrial.probes.tracer import NoTrace
from iotrial.store.record import Evidence, MemoryReading
from iotrial.workers.conditions import Served
from iotrial.workers.task import Task

CLIENTS = 4


class Worker:
    """Stands for the worker of an arm, and keeps how many requests it was asked for."""

    pid = 7

    def __init__(self) -> None:
        self.asked: list[int] = []

    def prepare(self, *, whole: bool) -> None:
        assert whole

    def bare(self, requests: int) -> None:
        self.asked.append(requests)


def level_of(served: Served | None = None, work: int = 1000) -> Any:
    task = Task({}, Path())
    task.served, task.works = served or Served(CLIENTS), (work,)
    return SimpleNamespace(plan=SimpleNamespace(task=task))


def traced(requests: int) -> Request:
    """A server that takes a connection of each client, and reads and writes once for each of its requests."""
    lines = ["9  accept4(0x5, 0, 0, 0x800) = 0x8", "9  close(0x8) = 0"] * CLIENTS
    lines += ["9  recvfrom(0x8, 0x7f, 0x400, 0, 0, 0) = 0x64", "8  write(0x8, 0x7f, 0x3e8) = 0x3e8"] * requests
    lines += ["8  read(0x9, 0x7f, 0x1) = -1 EAGAIN (Resource temporarily unavailable)"] * (requests // CLIENTS)
    return request_of([f"{line}\n" for line in lines])


def evidence(monkeypatch: pytest.MonkeyPatch, worker: Worker, level: Any = None, servers: Any = (11, 12)) -> Evidence:
    def scripted(worker: Worker, pids: list[int], requests: int, output: Path) -> Request:
        assert pids == list(servers)
        worker.bare(requests)
        return traced(requests)

    monkeypatch.setattr(of_servers, "children_of", lambda pid: servers)
    monkeypatch.setattr(of_servers, "with_descendants", list)
    monkeypatch.setattr(of_servers, "_traced", scripted)
    arm: Any = SimpleNamespace(index=3)
    return calls_of_servers(level or level_of(), arm, worker, Path())  # type: ignore[arg-type]


def test_calls_are_those_of_one_request_and_those_for_a_connection_cancel_out(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    found = evidence(monkeypatch, worker)
    assert found.source == "strace" and found.varies is False and found.calls is not None
    assert {name: calls.count for name, calls in found.calls.items()} == {"recvfrom": 1, "write": 1, "read": 0.25}
    assert found.calls["write"].bytes == 1000 and found.calls["write"].usual_bytes == 1000
    assert found.written_bytes == 1000
    # Once for what is done once, then the traced ones.
    assert worker.asked == [CLIENTS, CLIENTS, 3 * CLIENTS]


def test_servers_that_are_not_known_have_no_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evidence(monkeypatch, Worker(), servers=()).reason == "its servers are not known"


def test_a_large_file_is_not_sent_under_a_tracer(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    found = evidence(monkeypatch, worker, level_of(work=of_servers.MOST_TRACED_BYTES + 1))
    assert found.reason == of_servers.TOO_LARGE and worker.asked == []


def test_why_nothing_was_traced_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: Any) -> Request:
        raise NoTrace("strace is not installed")

    monkeypatch.setattr(of_servers, "children_of", lambda pid: [11])
    monkeypatch.setattr(of_servers, "with_descendants", list)
    monkeypatch.setattr(of_servers, "_traced", refuses)
    arm: Any = SimpleNamespace(index=0)
    found = calls_of_servers(level_of(), arm, Worker(), Path())  # type: ignore[arg-type]
    assert found.reason == "strace is not installed" and found.calls == {}


@pytest.mark.parametrize(
    ("served", "work", "requests"),
    [
        (Served(CLIENTS), 1000, CLIENTS * of_servers.REQUESTS_OF_A_CLIENT),
        (Served(CLIENTS), of_servers.MOST_BYTES, CLIENTS),  # each client has to take one
        (Served(CLIENTS), of_servers.MOST_BYTES // CLIENTS // 2, CLIENTS * 2),
        (Served(CLIENTS, is_scheduled=True), 1000, 1),  # an iteration is a schedule of its own
    ],
)
def test_memory_is_looked_at_while_each_client_takes_some_files(
    monkeypatch: pytest.MonkeyPatch, served: Served, work: int, requests: int
) -> None:
    readings = [MemoryReading(how="samples", peak_bytes=size) for size in (100, 900, 300)]

    class Memory:
        def __init__(self, pids: Any) -> None:
            assert pids() == [11]

        first: MemoryReading | None = readings[0]
        most: MemoryReading | None = readings[1]

        def __enter__(self) -> Memory:
            return self

        def __exit__(self, *_: Any) -> None:
            pass

    monkeypatch.setattr(of_servers, "children_of", lambda pid: [11])
    monkeypatch.setattr(of_servers, "with_descendants", list)
    monkeypatch.setattr(of_servers, "MemoryTogether", Memory)
    worker = Worker()
    found = memory_of_servers(level_of(served, work), worker)  # type: ignore[arg-type]
    assert worker.asked == [requests]
    assert (found.peak_bytes, found.before_bytes, found.readings) == (900, 100, [readings[1]])
    Memory.most = Memory.first = None
    found = memory_of_servers(level_of(served, work), worker)  # type: ignore[arg-type]
    assert found.peak_bytes is None and found.kinds_reason == "the system does not tell the memory of the servers"
