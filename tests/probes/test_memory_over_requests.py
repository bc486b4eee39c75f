"""Memory of servers over many requests: on a server that keeps something of each, and on its twin that does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.servers import faults

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.verify import verify_level
from iotrial.probes import memory_over_requests
from iotrial.probes.memory_over_requests import over_requests, profile_servers
from iotrial.store.record import MemoryReading
from iotrial.workers.conditions import Served
from iotrial.workers.task import Task
from measure.silent import Silent

HONEST, KEPT_BYTES = "node_http/create_read_stream", 4096


def test_servers_are_looked_at_and_not_the_worker_that_starts_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(memory_over_requests, "LOOKS", 4)
    monkeypatch.setattr(memory_over_requests, "REQUESTS", 200)
    leaky = faults.leaks(tmp_path / "tree", KEPT_BYTES)
    catalog = tree.load([tmp_path / "tree"])
    study = make("serve", catalog, {"file_bytes": "1024", "clients": "8"}, [], [HONEST, leaky])
    with levels_in_place(study, RunSetting(catalog, Path(), None, Silent())) as (levels, logs):
        (level,) = levels
        level.floors = []
        build_arms(level)
        create_inputs(level)
        verify_level(level, study, logs, None)
        assert [arm.reason for arm in level.arms] == [None] * 3
        profile_servers(level, 2, logs)
        honest, placebo, other = (arm.memory for arm in level.arms)
    for memory in (honest, other):
        assert len(memory.readings) == 2 and memory.kinds_reason is None
        over = memory.over_requests
        assert over is not None and over.requests == 200 and len(over.anonymous_bytes) == 4
        # The worker, which is no server, has less memory than the runtime of these servers.
        assert memory.peak_bytes and memory.peak_bytes > 20 << 20
    assert placebo == honest


def test_large_files_are_fetched_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_over_requests, "children_of", lambda pid: [11])
    monkeypatch.setattr(memory_over_requests, "with_descendants", list)
    reading = MemoryReading(how="samples", peak_bytes=9, anonymous_bytes=5)
    monkeypatch.setattr(memory_over_requests, "together", lambda pids: reading)
    asked: list[int] = []
    worker: Any = SimpleNamespace(pid=7, bare=asked.append)
    task = Task({}, Path())
    task.served = Served(8)
    level: Any = SimpleNamespace(plan=SimpleNamespace(task=task))
    for work, requests in ((1024, 1000), (1 << 20, 64), (1 << 30, 8)):
        task.works = (work,)
        found = over_requests(level, worker)
        assert found is not None and (found.requests, set(found.anonymous_bytes)) == (requests, {5})
        assert asked == [requests] * memory_over_requests.LOOKS
        asked.clear()
    monkeypatch.setattr(memory_over_requests, "together", lambda pids: None)
    assert over_requests(level, worker) is None and len(asked) == 1


@pytest.mark.parametrize(
    ("bytes_at", "looks", "is_told"),
    [
        (lambda look: 7 << 20, 24, False),
        (lambda look: min(look, 30) << 20, 48, False),  # a collector that comes late
        (lambda look: look << 20, 192, True),
        (lambda look: look << 50, 6, True),  # more than any machine has
    ],
)
def test_whose_memory_grows_is_asked_for_longer(
    monkeypatch: pytest.MonkeyPatch, bytes_at: Callable[[int], int], looks: int, is_told: bool
) -> None:
    asked: list[int] = []
    worker: Any = SimpleNamespace(pid=7, bare=asked.append)
    monkeypatch.setattr(memory_over_requests, "children_of", lambda pid: [11])
    monkeypatch.setattr(memory_over_requests, "with_descendants", list)
    monkeypatch.setattr(
        memory_over_requests,
        "together",
        lambda pids: MemoryReading(how="samples", peak_bytes=9, anonymous_bytes=bytes_at(len(asked))),
    )
    task = Task({}, Path())
    task.served, task.works = Served(1), (1024,)
    level: Any = SimpleNamespace(plan=SimpleNamespace(task=task))
    found = over_requests(level, worker)
    assert found is not None and len(found.anonymous_bytes) == looks
    assert (found.kept_bytes is not None) == is_told
