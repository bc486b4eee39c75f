"""Studies on several hosts, with a real scheduler and real workers: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hosts.hosts import PATIENCE_S, ROUNDS, WAITS, Fleet, fill, fleet, small_disk, wait_until
from iotrial.cli import main
from iotrial.judge.judge_run import judge_folder

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    with fleet(tmp_path_factory.mktemp("fleet"), "web1", "web2", has_forks=True) as one:
        yield one


@pytest.fixture
def one(running: Fleet, tmp_path: Path) -> Iterator[Fleet]:
    """A fleet of two hosts that are as they should be."""
    with running.used_from(tmp_path, "web1", "web2"):
        yield running


def runs_of(folder: Path) -> dict[str, list[str]]:
    """Host -> the runs that were brought."""
    hosts = [host for host in sorted(folder.iterdir()) if host.is_dir()]
    found = {host.name: sorted(run.name for run in host.iterdir()) for host in hosts}
    assert not any(name.startswith(".") for runs in found.values() for name in runs), "something is left"
    return found


def asked(one: Fleet, *words: object) -> tuple[object, ...]:
    return ("fleet", "run", *words, "--scheduler", one.address)


def parts(run: Path) -> dict[str, bytes]:
    return {part.name: part.read_bytes() for part in run.glob("sweep-*.parquet")}


def test_hosts_measure_keep_their_runs_and_send_them(one: Fleet, tmp_path: Path) -> None:
    told = one.iotrial("fleet", "machine", "--scheduler", one.address)
    assert all(host in told.stdout for host in ("web1", "web2")), told.stderr
    where = ("--to", "out", "--page", "on.html", "--results", f"file://{tmp_path}/store")
    done = one.iotrial(*asked(one, *one.study("appending"), *where))
    assert done.returncode == 0, done.stderr
    brought = runs_of(tmp_path / "out")
    assert {host: len(runs) for host, runs in brought.items()} == {"web1": 1, "web2": 1}
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
    assert f"2 runs of this fleet are in file://{tmp_path}/store" in done.stdout
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
    done = one.iotrial(*asked(one, *one.study("appending"), "--to", "out"))
    assert done.returncode == 2 and "is not empty" in done.stderr and "--resume out" in done.stderr


def test_a_host_that_is_killed_goes_on_with_its_run_when_it_is_back(one: Fleet, tmp_path: Path) -> None:
    with one.started(*asked(one, *one.waiting_study("long"), "--host", "web1", "--to", "out")) as process:
        one.wait_for_a_sweep("web1")
        one.kill_whole("web1")
        before = parts(one.kept("web1")[0])
        one.go_on()
        one.start_host("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    assert "web1: is cut off, or was restarted" in err
    (kept,) = one.kept("web1")
    after = parts(kept)
    assert before and len(after) == ROUNDS and before.items() <= after.items()
    assert runs_of(tmp_path / "out") == {"web1": [kept.name]}


def test_a_host_whose_worker_is_gone_finishes_and_does_nothing_twice(one: Fleet, tmp_path: Path) -> None:
    with one.started(*asked(one, *one.waiting_study("long"), "--host", "web1", "--to", "out")) as process:
        one.wait_for_a_sweep("web1")
        one.kill("web1")
        (measuring,) = one.measuring()
        one.start_host("web1")
        assert measuring.is_running()
        one.go_on()
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, err
    (kept,) = one.kept("web1")
    assert runs_of(tmp_path / "out") == {"web1": [kept.name]}
    assert len(parts(kept)) == ROUNDS


def test_a_scheduler_that_dies_loses_no_run(
    one: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with one.started(*asked(one, *one.waiting_study("long"), "--host", "web1", "--to", "out")) as process:
        one.wait_for_a_sweep("web1")
        one.kill("scheduler")
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 2 and "is gone; hosts finish what they have begun" in err, err
    with monkeypatch.context() as here:
        here.setattr("iotrial.hosts.engine.PATIENCE_S", 0.5)
        here.setenv("XDG_CACHE_HOME", one.environment["XDG_CACHE_HOME"])  # it is there that the scheduler is known
        assert main(["fleet", "status", str(tmp_path / "out"), "--json"]) == 0
    out, err = capsys.readouterr()
    assert not json.loads(out)["scheduler_answers"] and "no scheduler answers" in err
    one.go_on()
    wait_until(lambda: not one.measuring(), "the host to finish")
    for host in one.hosts:
        one.kill(host)
    one.start_scheduler()
    one.start_host("web1")
    done = one.iotrial("fleet", "collect", "out", "--scheduler", one.address)
    assert "1 run was brought" in done.stdout, done.stderr
    (kept,) = one.kept("web1")
    assert runs_of(tmp_path / "out") == {"web1": [kept.name]}


def test_ctrl_c_ends_the_rounds_of_all_hosts_and_they_go_on_later(one: Fleet, tmp_path: Path) -> None:
    with one.started(*asked(one, *one.waiting_study("long"), "--to", "out")) as process:
        one.wait_for_a_sweep("web1", "web2")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130 and "to go on: iotrial fleet run --resume out" in err, err
    one.go_on()
    wait_until(lambda: not one.measuring(), "the end of all rounds")
    records = [json.loads((run / "run.json").read_text()) for host in ("web1", "web2") for run in one.kept(host)]
    assert [record["stopped"] for record in records] == ["interrupted"] * 2
    done = one.iotrial("fleet", "run", "--resume", "out")
    assert done.returncode == 0, done.stderr
    assert {host: len(runs) for host, runs in runs_of(tmp_path / "out").items()} == {"web1": 1, "web2": 1}
    assert [len(parts(run)) for run in one.kept("web1")] == [ROUNDS]


def test_hosts_that_do_not_fit_are_named_all_at_once_before_anything_runs(one: Fleet, tmp_path: Path) -> None:
    older = tmp_path / "older.py"
    older.write_text("import iotrial.hosts.on_host\niotrial.hosts.on_host.__version__ = '0.0.1'\n")
    one.start_host("web3", "--resources", "iotrial=1", "--preload", str(older))
    one.start_host("web4", "--nthreads", "1")
    study = one.study("appending")
    chosen = [word for number in (1, 3, 4, 5) for word in ("--host", f"web{number}")]
    done = one.iotrial(*asked(one, *study, *chosen))
    assert done.returncode == 2
    assert "web3: it has iotrial 0.0.1, and here is" in done.stderr
    assert "web4: it was started without the resource iotrial" in done.stderr
    assert "web5: no worker of that name is there" in done.stderr
    assert not (tmp_path / "fleet").exists() and not one.kept("web1")
    one.kill("web2")
    done = one.iotrial(*asked(one, *study, "--keep-going"))
    assert done.returncode == 0, done.stderr
    assert list(runs_of(tmp_path / "fleet")) == ["web1"] and "left out: web3" in done.stderr


def test_a_study_that_fails_on_one_host_leaves_the_others_alone(one: Fleet, tmp_path: Path) -> None:
    one.start_host("web3", PATH="/nowhere")  # without a compiler
    one.kill("web2")
    done = one.iotrial(*asked(one, *one.study("appending"), "--to", "out"))
    assert done.returncode == 1
    assert "web3: appending failed (" in done.stderr and "1 of 2 runs are not here" in done.stderr
    assert list(runs_of(tmp_path / "out")) == ["web1"]


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone can have a small disk")
def test_a_host_without_room_keeps_what_it_has_finished_and_goes_on_when_there_is_some(
    one: Fleet, tmp_path: Path
) -> None:
    place = one.folder / "web3" / "fleets"
    with small_disk(place):
        one.start_host("web3")
        filler = fill(place)
        done = one.iotrial(*asked(one, *one.study("long"), "--host", "web3", "--to", "early"))
        assert done.returncode == 1 and f"web3: long failed (no room is left in {place})" in done.stderr, done.stderr
        filler.unlink()
        with one.started(*asked(one, *one.waiting_study("long"), "--host", "web3", "--to", "out")) as process:
            one.wait_for_a_sweep("web3")
            before = parts(one.kept("web3")[0])
            filler = fill(place)
            one.go_on()
            _, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1 and f"web3: long failed (no room is left in {place})" in err, err
        filler.unlink()
        done = one.iotrial("fleet", "run", "--resume", "out")
        assert done.returncode == 0, done.stderr
        (kept,) = one.kept("web3")
        after = parts(kept)
        assert before and len(after) == ROUNDS and before.items() <= after.items()
        assert runs_of(tmp_path / "out") == {"web3": [kept.name]}
        one.kill("web3")


def test_a_host_that_stays_away_is_given_up(one: Fleet) -> None:
    words = (*one.waiting_study("long"), "--host", "web1", "--to", "out", "--wait", "1s")
    with one.started(*asked(one, *words)) as process:
        one.wait_for_a_sweep("web1")
        one.kill("web1")
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 1 and "web1: is not waited for any longer" in err, err
    assert "web1: long gone (its host was gone for 1 s)" in err


def test_methods_are_sent_along_and_sessions_follow_each_other(one: Fleet, tmp_path: Path) -> None:
    words = one.waiting_study("appending")
    one.go_on()
    done = one.iotrial(*asked(one, *words, "--host", "web1", "--sessions", 2, "--to", "out"))
    assert done.returncode == 0, done.stderr
    assert "web1: appending, session 1: measuring" in done.stderr and "session 2: finished" in done.stderr
    names = runs_of(tmp_path / "out")["web1"]
    assert len(names) == 2 and [run.name for run in one.kept("web1")] == names
    for name in names:
        assert any(arm.arm == WAITS for arm in judge_folder(tmp_path / "out" / "web1" / name).levels[0].arms)
