"""Work that a fleet is given more than once: it is measured once, by one process at a time, and its run comes once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from iotrial.hosts import on_host
from iotrial.hosts.assignment import Assignment
from iotrial.hosts.campaign import collect
from iotrial.hosts.engine import Engine
from iotrial.hosts.fleet_folder import FleetFolder, new_record
from iotrial.hosts.on_host import VARIABLE, HostFailed, HostState
from iotrial.hosts.run_files import SentRun, pack
from judge import made

GIVEN = Assignment("fleet", "web1", "readfile", 1, "")
RUN = "20261121-143055-aaaaaa"


def stored(folder: Path) -> SentRun:
    return pack(made.store(folder, made.run([made.level({"entries": 1}, "php/readdir", ["php/glob"])], run=RUN)))


def test_a_run_that_is_there_is_sent_again_and_nothing_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    run = stored(tmp_path / GIVEN.fleet / GIVEN.key / "runs")
    monkeypatch.setattr(on_host, "_start", lambda *given: pytest.fail("it was measured twice"))
    assert on_host.carry_out(GIVEN) == run == on_host.carry_out(GIVEN)


def test_one_study_at_a_time_is_measured_on_a_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    held: list[bool] = []

    def started(*given: Any) -> subprocess.Popen[bytes]:
        held.append(on_host._is_held(tmp_path / "measuring") and on_host._is_held(given[1] / "lock"))
        return subprocess.Popen([sys.executable, "-S", "-c", "raise SystemExit(2)"], stdin=subprocess.DEVNULL)

    monkeypatch.setattr(on_host, "_start", started)
    with pytest.raises(HostFailed, match="ended with 2"):
        on_host.carry_out(GIVEN)
    assert held == [True]


class Hosts(Engine):
    """Hosts that have all finished what they were given; it is counted how often each was asked for its run."""

    def __init__(self, run: SentRun) -> None:
        self.run = run
        self.fetched: list[str] = []

    def workers_of(self, hosts: Any) -> Any:
        return dict.fromkeys(hosts)

    def ask(self, of_all: Any, *given: object, of: Mapping[str, Any]) -> Any:
        if of_all is on_host.states:
            return {host: [HostState("readfile-1", "finished", RUN)] for host in of}
        self.fetched += of
        return dict.fromkeys(of, self.run)


def test_a_run_that_is_here_is_not_collected_again(tmp_path: Path) -> None:
    record = new_record("tcp://one", ["web1", "web2"], {"readfile": ""}, [datetime.now(UTC)], [], [])
    folder = FleetFolder.begin(tmp_path / "fleet", record)
    engine = Hosts(stored(tmp_path / "elsewhere"))
    told: list[str] = []
    assert [collect(engine, folder, told.append) for _ in range(2)] == [2, 0]
    assert engine.fetched == ["web1", "web2"] and len(told) == 2
    assert [one.run for one in FleetFolder.open(folder.folder).record.assignments] == [RUN, RUN]
