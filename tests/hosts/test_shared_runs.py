"""The runs of a fleet beside those of others."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from iotrial.hosts.campaign import share
from iotrial.hosts.fleet_folder import FleetFolder, new_record
from judge import made

RUNS = ("20261121-143055-aaaaaa", "20261121-143055-bbbbbb")


def fleet(folder: Path) -> FleetFolder:
    """A fleet of two hosts that have each sent a run, and of one that has not."""
    hosts = ["web1", "web2", "web3"]
    begun = FleetFolder.begin(folder, new_record("tcp://one", hosts, {"readfile": ""}, [datetime.now(UTC)], [], []))
    for number, (host, run) in enumerate(zip(hosts, RUNS, strict=False)):
        level = made.level({"file_bytes": 1 << 20}, "php/readfile", ["php/b"])
        stored = made.store(folder / host, made.run([level], run=run))
        assert stored == folder / host / run
        begun.note(number, "finished", run=run)
    return begun


def test_runs_are_copied_and_what_is_there_already_stays(tmp_path: Path) -> None:
    of_others = tmp_path / "runs" / "20261120-000000-cccccc"
    of_others.mkdir(parents=True)
    one = fleet(tmp_path / "fleet")
    for _ in range(2):
        assert share(one, tmp_path / "runs") == (2, [])
        assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == sorted([*RUNS, of_others.name])
    for host, run in zip(("web1", "web2"), RUNS, strict=True):
        here, there = tmp_path / "fleet" / host / run, tmp_path / "runs" / run
        assert {path.name: path.read_bytes() for path in here.iterdir()} == {
            path.name: path.read_bytes() for path in there.iterdir()
        }


def test_a_run_that_cannot_be_copied_is_named_and_the_others_are_copied(tmp_path: Path) -> None:
    one = fleet(tmp_path / "fleet")
    share(one, tmp_path / "runs")
    record = tmp_path / "fleet" / "web1" / RUNS[0] / "run.json"
    record.write_text(json.dumps({**json.loads(record.read_text()), "seed": 8}))
    (tmp_path / "fleet" / "web2" / RUNS[1] / "run.json").unlink()
    count, (changed, gone) = share(one, tmp_path / "runs")
    assert count == 0 and changed.message == "it was not copied: the run of its name there is another"
    assert gone.where == str(tmp_path / "fleet" / "web2" / RUNS[1])


def test_a_folder_that_cannot_be_written_is_said_for_each_run(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("no folder")
    count, problems = share(fleet(tmp_path / "fleet"), tmp_path / "runs")
    assert count == 0 and len(problems) == 2 and "it was not copied: " in problems[0].line()
