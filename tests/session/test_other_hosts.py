"""Writers on other hosts, which are reached through a shell of this machine: their clocks, and what they leave."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path

import duckdb
import pytest

from iotrial.catalog import tree
from iotrial.errors import IotrialError
from iotrial.session.carry_out import carry_out
from iotrial.session.setting import Setting
from iotrial.store.read import open_run
from iotrial.study.adhoc import make
from iotrial.workers.other_host import EXCHANGES, Way
from session.silent import Silent

#: A station whose clock is read as the code says.
STATION = """\
import sys, time
from iotrial.workers import station
told = station.Station.now
{code}
station.serve(sys.stdin, sys.stdout)
"""

#: It answers late: the clock is known to within half of that.
LATE = "station.Station.now = lambda self: (time.sleep(0.03), told(self))[1]"

#: It is set forward and back again, between two readings.
MOVES = (
    "calls = iter(range(10**9)); station.Station.now = lambda self: "
    f"{{'now_ns': time.monotonic_ns() + next(calls) // {EXCHANGES} % 2 * 40_000_000}}"
)


def way(folder: Path, name: str, code: str = "") -> Way:
    if not code:
        return Way(name, ("sh", "-c"), sys.executable)
    script = folder / f"{name}.sh"
    words = shlex.join([sys.executable, "-c", STATION.format(code=code)])
    script.write_text(f"#!/bin/sh\nexec {words}\n")
    script.chmod(0o755)
    return Way(name, ("sh", "-c"), str(script))


def samples_of(tmp_path: Path, hosts: list[Way], methods: list[str]) -> list[dict[str, object]]:
    """The samples of a short run with two writers on two hosts."""
    catalog = tree.load()
    study = make("append", catalog, {"records": "50", "writers": "2", "hosts": "2"}, methods=methods)
    target = tmp_path / "target"
    target.mkdir()
    setting = Setting(catalog, tmp_path / "results", target, Silent(), evidence=False, hosts=hosts)
    stored = open_run(carry_out(dataclasses.replace(study, rounds=2, blocks=1, seed=1), setting))
    assert [one.name for one in stored.run.levels[0].hosts or ()] == [host.name for host in hosts]
    assert list(target.iterdir()) == []
    table = duckdb.read_parquet(f"{stored.folder}/sweep-*.parquet")
    return [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]


METHODS = ["python/os_write", "python/flock_each"]


def test_writers_on_two_hosts_fill_the_window_together(tmp_path: Path) -> None:
    found = samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2")], METHODS)
    assert {one["status"] for one in found} == {"ok"}
    assert all(one["lost"] == 0 and one["counted"] and one["clock_error_ns"] for one in found)


@pytest.mark.parametrize("code", [LATE, MOVES])
def test_a_window_is_void_if_the_clocks_may_be_far_apart(tmp_path: Path, code: str) -> None:
    found = samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2", code)], METHODS)
    assert {one["status"] for one in found} == {"void"}
    assert all("the hosts' clocks may be" in str(one["reason"]) for one in found)
    assert all(int(str(one["clock_error_ns"])) > int(str(one["wall_ns"])) / 10 for one in found)


def test_a_host_that_lacks_the_runtime_names_it(tmp_path: Path) -> None:
    code = "station.Station.program = lambda self, job, arm, options: {'problem': 'php is not installed'}"
    with pytest.raises(IotrialError, match="on web2: php is not installed"):
        samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2", code)], METHODS)
    assert list((tmp_path / "target").iterdir()) == []
