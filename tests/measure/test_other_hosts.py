"""Writers on other hosts, which are reached through a shell of this machine: their clocks, and what they leave."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from unittest import mock

import duckdb
import pytest

from empties import Empties
from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.errors import IotrialError
from iotrial.folders.sent_tree import read_tree
from iotrial.measure.carry_out import carry_out
from iotrial.measure.run_setting import RunSetting
from iotrial.store.read import StoredRun, open_run
from iotrial.workers import other_host, window
from iotrial.workers.other_host import Way
from measure.silent import Silent
from unhurried import PYTHON, C, unhurried

#: A station whose clock is read as the code says.
STATION = """\
import time
from iotrial.workers import station
told = station.Station.now
{code}
station.main()
"""

#: Exchanges in a reading of such a clock.
FEW = 3

#: It answers late: the clock is known to within half of that.
LATE = "station.Station.now = lambda self: (time.sleep(0.03), told(self))[1]"

#: It is set forward and back again, between two readings.
MOVES = (
    "calls = iter(range(10**9)); station.Station.now = lambda self: "
    f"{{'now_ns': time.monotonic_ns() + next(calls) // {FEW} % 2 * 40_000_000}}"
)


def way(folder: Path, name: str, code: str = "") -> Way:
    if not code:
        return Way(name, ("sh", "-c"), sys.executable)
    script = folder / f"{name}.sh"
    words = shlex.join([sys.executable, "-c", STATION.format(code=code)])
    script.write_text(f"#!/bin/sh\nexec {words}\n")
    script.chmod(0o755)
    return Way(name, ("sh", "-c"), str(script))


#: A short window: a tenth of it is the most that clocks may be apart.
SHORT_NS = 100_000_000


def measured(
    tmp_path: Path,
    hosts: list[Way],
    methods: list[str],
    trees: tuple[Path, ...] = (),
    rounds: int = 1,
    window_ns: int = SHORT_NS,
) -> StoredRun:
    """A short run with two writers on two hosts."""
    catalog = tree.load(trees)
    study = make("append", catalog, {"records": "50", "writers": "2", "hosts": "2"}, methods=methods)
    target = tmp_path / "target"
    target.mkdir()
    sent = [read_tree(one) for one in trees]
    setting = RunSetting(
        catalog, tmp_path / "results", target, Silent(), False, hosts=hosts, trees=sent, harm_is_an_answer=True
    )
    with mock.patch.object(window, "LENGTH_NS", window_ns):
        stored = open_run(carry_out(dataclasses.replace(study, rounds=rounds, blocks=1, seed=1), setting))
    assert [one.name for one in stored.run.levels[0].hosts or ()] == [host.name for host in hosts]
    assert list(target.iterdir()) == []
    return stored


def samples_of(
    tmp_path: Path, hosts: list[Way], methods: tuple[str, ...] = (C,), rounds: int = 1
) -> list[dict[str, object]]:
    stored = measured(tmp_path, hosts, list(methods), (unhurried(tmp_path / "tree"),), rounds)
    table = duckdb.read_parquet(f"{stored.folder}/sweep-*.parquet")
    return [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]


def test_writers_on_two_hosts_fill_the_window_together(tmp_path: Path) -> None:
    found = samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2")], (C, PYTHON), rounds=2)
    assert {one["status"] for one in found} == {"ok"}
    assert all(one["lost"] == 0 and one["counted"] and one["clock_error_ns"] for one in found)


@pytest.mark.parametrize("code", [LATE, MOVES])
def test_a_window_is_void_if_the_clocks_may_be_far_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr(other_host, "EXCHANGES", FEW)
    found = samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2", code)])
    assert {one["status"] for one in found} == {"void"}
    assert all("the hosts' clocks may be" in str(one["reason"]) for one in found)
    assert all(int(str(one["clock_error_ns"])) > int(str(one["wall_ns"])) / 10 for one in found)


def test_a_host_that_lacks_the_runtime_names_it(tmp_path: Path) -> None:
    code = "station.Station.program = lambda self, job, arm, options: {'problem': 'php is not installed'}"
    with pytest.raises(IotrialError, match="on web2: php is not installed"):
        samples_of(tmp_path, [way(tmp_path, "web1"), way(tmp_path, "web2", code)])
    assert list((tmp_path / "target").iterdir()) == []


def test_records_that_hosts_empty_the_log_of_are_counted_exactly(tmp_path: Path) -> None:
    empties = Empties(tmp_path)
    hosts = [way(tmp_path, "web1"), way(tmp_path, "web2")]
    trees = (empties.tree, unhurried(tmp_path / "waits"))
    stored = measured(tmp_path, hosts, ["python/empties", C], trees, window_ns=4 * SHORT_NS)
    arms = {arm.arm: arm for arm in stored.run.levels[0].arms}
    found = arms["python/empties"].records
    assert found is not None and arms["python/empties"].status == "disqualified"
    assert (found.handed, found.lost) == (empties.handed, empties.lost) and found.lost > 0
    assert found.torn == found.interleaved == found.doubled == found.unknown == 0
    assert arms[C].status == "measured"
