"""Studies on several hosts, with a real scheduler and real workers: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from fleet.hosts import PATIENCE_S, Fleet, fill, fleet, small_disk, wait_until
from iotrial.analysis.judge import judge_folder

pytest.importorskip("distributed")


def runs_of(folder: Path) -> dict[str, list[str]]:
    """Host -> the runs that were brought."""
    hosts = [host for host in sorted(folder.iterdir()) if host.is_dir()]
    found = {host.name: sorted(run.name for run in host.iterdir()) for host in hosts}
    assert not any(name.startswith(".") for runs in found.values() for name in runs), "something is left"
    return found


def asked(one: Fleet, *words: object) -> tuple[object, ...]:
    return ("fleet", "run", *words, "--scheduler", one.address)


def test_hosts_measure_keep_their_runs_and_send_them(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1", "web2") as one:
        wait_until(lambda: "web2" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "two hosts")
        where = ("--to", "out", "--page", "on.html", "--results", f"file://{tmp_path}/store")
        done = one.iotrial(*asked(one, one.study("appending"), "--sessions", 2, *where))
        assert done.returncode == 0, done.stderr
        brought = runs_of(tmp_path / "out")
        assert {host: len(runs) for host, runs in brought.items()} == {"web1": 2, "web2": 2}
        for host, names in brought.items():
            assert [run.name for run in one.kept(host)] == names
            for kept in one.kept(host):
                here = tmp_path / "out" / host / kept.name
                assert {path.name: path.read_bytes() for path in kept.iterdir()} == {
                    path.name: path.read_bytes() for path in here.iterdir()
                }
                assert judge_folder(here).complete
        assert "appending on 2 machines" in done.stdout
        assert "appending on 2 machines" in (tmp_path / "on.html").read_text()
        assert "web1: appending, session 1: measuring" in done.stderr
        assert f"4 runs of this fleet are in file://{tmp_path}/store" in done.stdout
        every = sorted(run for runs in brought.values() for run in runs)
        assert sorted(path.name for path in (tmp_path / "store").iterdir()) == every
        again = one.iotrial("across", "out", "--json")
        assert {of["machine"]: of["runs"] for of in json.loads(again.stdout)["machines"]} == brought
        # Nothing is left to do, and nothing is done twice.
        done = one.iotrial("fleet", "run", "--resume", "out")
        assert done.returncode == 0, done.stderr
        assert runs_of(tmp_path / "out") == brought == {host: [run.name for run in one.kept(host)] for host in brought}
        status = json.loads(one.iotrial("fleet", "status", "out", "--json").stdout)
        assert {of["state"] for of in status["assignments"]} == {"finished"} and status["scheduler_answers"]
        done = one.iotrial(*asked(one, one.study("appending"), "--to", "out"))
        assert done.returncode == 2 and "is not empty" in done.stderr and "--resume out" in done.stderr


def test_a_host_that_is_killed_goes_on_with_its_run_when_it_is_back(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1") as one, one.started(*asked(one, one.study("long", 30), "--to", "out")) as process:
        wait_until(lambda: one.sweeps("web1") > 3, "sweeps")
        one.kill_whole("web1")
        before = {part.name: part.read_bytes() for run in one.kept("web1") for part in run.glob("sweep-*.parquet")}
        one.start_host("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, err
        assert "web1: is cut off, or was restarted" in err
        (kept,) = one.kept("web1")
        after = {part.name: part.read_bytes() for part in kept.glob("sweep-*.parquet")}
        assert len(after) == 30 and before.items() <= after.items()
        assert runs_of(tmp_path / "out") == {"web1": [kept.name]}


def test_a_host_whose_worker_is_gone_finishes_and_does_nothing_twice(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1") as one, one.started(*asked(one, one.study("long", 25), "--to", "out")) as process:
        wait_until(lambda: one.sweeps("web1") > 3, "sweeps")
        one.kill("web1")
        assert one.measuring()[0].is_running()
        one.start_host("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, err
        (kept,) = one.kept("web1")
        assert runs_of(tmp_path / "out") == {"web1": [kept.name]}
        assert len(list(kept.glob("sweep-*.parquet"))) == 25


def test_a_scheduler_that_dies_loses_no_run(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1") as one, one.started(*asked(one, one.study("long", 25), "--to", "out")) as process:
        wait_until(lambda: one.sweeps("web1") > 3, "sweeps")
        one.kill("scheduler")
        _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 2 and "is gone; hosts finish what they have begun" in err, err
        status = one.iotrial("fleet", "status", "out", "--json")
        assert not json.loads(status.stdout)["scheduler_answers"] and "no scheduler answers" in status.stderr
        wait_until(lambda: not one.measuring(), "the host to finish")
        one.kill("web1")
        one.start_scheduler()
        one.start_host("web1")
        words = ("fleet", "collect", "out", "--scheduler", one.address)
        wait_until(lambda: "1 run was brought" in one.iotrial(*words).stdout, "the run")
        (kept,) = one.kept("web1")
        assert runs_of(tmp_path / "out") == {"web1": [kept.name]}


def test_ctrl_c_ends_the_rounds_of_all_hosts_and_they_go_on_later(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1", "web2") as one:
        wait_until(lambda: "web2" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "two hosts")
        with one.started(*asked(one, one.study("long", 50), "--to", "out")) as process:
            wait_until(lambda: one.sweeps("web1") and one.sweeps("web2"), "sweeps")
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 130 and "to go on: iotrial fleet run --resume out" in err, err
        wait_until(lambda: not one.measuring(), "the end of all rounds")
        records = [json.loads((run / "run.json").read_text()) for host in ("web1", "web2") for run in one.kept(host)]
        assert [record["stopped"] for record in records] == ["interrupted"] * 2
        done = one.iotrial("fleet", "run", "--resume", "out")
        assert done.returncode == 0, done.stderr
        assert {host: len(runs) for host, runs in runs_of(tmp_path / "out").items()} == {"web1": 1, "web2": 1}
        assert [len(list(run.glob("sweep-*.parquet"))) for run in one.kept("web1")] == [50]


def test_hosts_that_do_not_fit_are_named_all_at_once_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sitecustomize.py").write_text(
        "import importlib.util, sys\nimport iotrial\niotrial.__version__ = '0.0.1'\n"
    )
    with fleet(tmp_path, "web1") as one:
        one.start_host("web2", PYTHONPATH=str(tmp_path / "other"))
        one.start_host("web3", "--nthreads", "1")
        words = ("fleet", "machine", "--scheduler", one.address)
        wait_until(lambda: "web2" in (err := one.iotrial(*words).stderr) and "web3" in err, "hosts")
        study = one.study("appending")
        done = one.iotrial(*asked(one, study, "--host", "web1", "--host", "web2", "--host", "web3", "--host", "web4"))
        assert done.returncode == 2
        assert "web2: it has iotrial 0.0.1, and here is" in done.stderr
        assert "web3: it was started without the resource iotrial" in done.stderr
        assert "web4: no worker of that name is there" in done.stderr
        assert not (tmp_path / "fleet").exists() and not one.kept("web1")
        done = one.iotrial(*asked(one, study, "--keep-going"))
        assert done.returncode == 0, done.stderr
        assert list(runs_of(tmp_path / "fleet")) == ["web1"] and "left out: web2" in done.stderr


def test_a_study_that_fails_on_one_host_leaves_the_others_alone(tmp_path: Path) -> None:
    with fleet(tmp_path, "web1") as one:
        one.start_host("web2", PATH="/nowhere")  # without a compiler
        wait_until(lambda: "web2" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "two hosts")
        done = one.iotrial(*asked(one, one.study("appending"), "--to", "out"))
        assert done.returncode == 1
        assert "web2: appending failed (" in done.stderr and "1 of 2 runs are not here" in done.stderr
        assert list(runs_of(tmp_path / "out")) == ["web1"]


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can have a small disk")
def test_a_host_without_room_keeps_what_it_has_finished_and_goes_on_when_there_is_some(tmp_path: Path) -> None:
    place = tmp_path / "web1" / "fleets"
    with small_disk(place), fleet(tmp_path, "web1") as one:
        filler = fill(place)
        done = one.iotrial(*asked(one, one.study("long", 30), "--to", "early"))
        assert done.returncode == 1 and f"web1: long failed (no room is left in {place})" in done.stderr, done.stderr
        filler.unlink()
        with one.started(*asked(one, one.study("long", 30), "--to", "out")) as process:
            wait_until(lambda: one.sweeps("web1") > 3, "sweeps")
            before = {part.name: part.read_bytes() for part in one.kept("web1")[0].glob("sweep-*.parquet")}
            filler = fill(place)
            _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1 and f"web1: long failed (no room is left in {place})" in err, err
        filler.unlink()
        done = one.iotrial("fleet", "run", "--resume", "out")
        assert done.returncode == 0, done.stderr
        (kept,) = one.kept("web1")
        after = {part.name: part.read_bytes() for part in kept.glob("sweep-*.parquet")}
        assert len(after) == 30 and before.items() <= after.items()
        assert runs_of(tmp_path / "out") == {"web1": [kept.name]}


def test_a_host_that_stays_away_is_given_up(tmp_path: Path) -> None:
    with (
        fleet(tmp_path, "web1") as one,
        one.started(*asked(one, one.study("long", 30), "--to", "out", "--wait", "2s")) as process,
    ):
        wait_until(lambda: one.sweeps("web1") > 1, "sweeps")
        one.kill("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1 and "web1: is not waited for any longer" in err, err
        assert "web1: long gone (its host was gone for 2 s)" in err


def test_methods_are_sent_along(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "append" / "c"
    own.mkdir(parents=True)
    text = (Path(__file__).parents[2] / "methods" / "append" / "c" / "write_keep_open.c").read_text()
    (own / "mine.c").write_text(text)
    with fleet(tmp_path, "web1") as one:
        study = one.study("appending")
        study.write_text(study.read_text().replace("c/fwrite_buffered", "c/mine"))
        wait_until(lambda: "web1" in one.iotrial("fleet", "machine", "--scheduler", one.address).stdout, "a host")
        done = one.iotrial(*asked(one, study, "--to", "out", "--with", tmp_path / "mine"))
        assert done.returncode == 0, done.stderr
        (name,) = runs_of(tmp_path / "out")["web1"]
        assert any(arm.arm == "c/mine" for arm in judge_folder(tmp_path / "out" / "web1" / name).levels[0].arms)
