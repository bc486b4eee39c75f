"""Runs as a user makes them: they answer, they can be cut short and go on, and they leave nothing behind."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from commandline.command import SMALL, Place
from commandline.recorded import recorded

TESTS = Path(__file__).resolve().parents[1]
LONG = (*SMALL, "--rounds", "400", "--budget", "10min")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


def test_a_run_answers_with_the_keys_of_the_design(place: Place) -> None:
    document = place.document("run", *SMALL, "--target", str(place.target))
    assert {"format", "run", "study", "complete", "seconds", "levels"} <= set(document)
    level = document["levels"][0]
    assert {"level", "baseline", "rounds", "placebo", "arms"} <= set(level)
    keys = "arm language method status record median_ns mean_ns ratio low high verdict cautions"
    assert set(keys.split()) <= set(level["arms"][0])
    assert document["complete"] and level["rounds"] >= 7
    assert place.leftovers() == []


def test_show_prints_what_run_printed(place: Place) -> None:
    run = recorded("small")
    assert "\x1b" not in run.out
    assert place.run("show", run.copy_to(place)).stdout.strip() == run.out.strip()


def test_a_run_can_be_looked_at_in_every_form(place: Place) -> None:
    name = recorded("small").copy_to(place)
    assert place.document("runs")[0]["run"] == name
    assert place.run("export", name, "--format", "csv").stdout.count("\n") == 1 + 2  # a row an arm
    hyperfine = json.loads(place.run("export", "--format", "hyperfine").stdout)
    assert {"command", "mean", "median", "min", "max", "times"} <= set(hyperfine["results"][0])
    assert place.run("export", "--format", "tsv").stdout.count("\t") >= 2
    rows = place.document("query", "SELECT count(*) AS n FROM samples WHERE status = 'ok'")
    assert rows[0]["n"] >= 3 * 7


def test_the_same_seed_draws_the_same_plan(place: Place) -> None:
    runs = [recorded(name).copy_to(place) for name in ("small", "the same again")]
    sql = "SELECT sweep, block, slot, arm, cpu, environment_bytes FROM samples WHERE run = '{}' ORDER BY 1, 2, 3"
    first, second = (place.document("query", sql.format(run)) for run in runs)
    assert first == second and first


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupted_run_keeps_its_sweeps_and_tidies_up(place: Place, number: signal.Signals) -> None:
    done = place.interrupt(number, "run", *LONG, "--target", str(place.target))
    assert done.returncode == 130
    assert "--resume" in done.stderr
    assert place.leftovers() == []
    shown = json.loads(place.run("show", "--json").stdout)
    assert not shown["complete"] and shown["levels"][0]["rounds"] >= 2


def test_a_killed_run_goes_on_where_it_was_and_the_next_start_tidies_up(place: Place) -> None:
    place.interrupt(signal.SIGKILL, "run", *SMALL, "--rounds", "12", "--target", str(place.target), sweeps=3)
    assert len(place.leftovers()) == 1
    folder = place.runs()[0]
    kept = {path.name: path.stat().st_mtime_ns for path in folder.glob("sweep-*.parquet")}
    elsewhere = place.run("run", "--resume", "last", "--target", str(place.root))
    assert elsewhere.returncode == 2 and "leave --target out" in elsewhere.stderr
    resumed = place.run("run", "--resume", "last")
    assert resumed.returncode == 0, resumed.stderr
    assert place.leftovers() == []
    now = {path.name: path.stat().st_mtime_ns for path in folder.glob("sweep-*.parquet")}
    assert len(now) == 12 and kept.items() <= now.items()
    assert json.loads(place.run("show", "--json").stdout)["complete"]


def test_arms_keep_their_numbers_when_a_run_goes_on_in_which_a_baseline_gave_way(place: Place) -> None:
    study = place.root / "two_sinks.toml"
    study.write_text(
        'question = "Which?"\njob = "deliver"\nbaseline = "c/sendfile"\n'
        'methods = ["c/sendfile", "c/read_write_64k", "c/mmap_write"]\n'
        '[[levels]]\nfile_bytes = 65536\nsink = ["pipe", "null"]\n'
    )
    plan = ("--rounds", "9", "--blocks", "1", "--no-evidence", "--target", str(place.target))
    place.interrupt(signal.SIGINT, "run", str(study), *plan)

    def arms() -> list[list[tuple[str, str]]]:
        levels = json.loads((place.runs()[0] / "run.json").read_text())["levels"]
        return [[(arm["arm"], arm["role"]) for arm in level["arms"]] for level in levels]

    before = arms()
    assert before[0][0] == ("c/sendfile", "baseline") and before[1][0] != ("c/sendfile", "baseline")
    assert place.run("run", "--resume", "last", "--target", str(place.target)).returncode == 0
    assert arms() == before
    assert place.leftovers() == []


def test_a_run_that_goes_on_can_be_looked_at(place: Place) -> None:
    process = place.start("run", *LONG, "--target", str(place.target))
    try:
        while not list(place.results.glob("[!.]*/sweep-00002-*.parquet")):
            assert process.poll() is None
        assert "not complete" in place.run("runs").stdout
        assert not place.document("show")["complete"]
        assert place.document("query", "SELECT count(*) AS n FROM samples")[0]["n"] > 0
        assert place.run("export", "--format", "csv").returncode == 0
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert place.leftovers() == []


def test_a_fifth_language_joins_without_a_change(place: Place) -> None:
    if not place.document("methods", "append", "--language", "perl", "--with", str(TESTS / "fifth_language"))[0][
        "available"
    ]:
        pytest.skip("perl is not installed")
    document = place.document(
        "run", "append", "--with", str(TESTS / "fifth_language"), "--set", "records=20", "--method", "syswrite",
        "--method", "c/write_keep_open", "--rounds", "8", "--blocks", "1", "--target", str(place.target),
    )  # fmt: skip
    arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
    assert arms["perl/syswrite"]["status"] == arms["c/write_keep_open"]["status"] == "measured"
    assert arms["perl/syswrite"]["median_ns"] > 0


BROKEN = {
    "dies_at_start": "failed",
    "dies_midway": "failed",
    "prints_garbage": "failed",
    "wrong_version": "failed",
    "lies_about_work": "disqualified",
    "lies_about_time": "failed",
    "tears_records": "disqualified",
    "writes_too_few": "disqualified",
    "errors_always": "failed",
    "says_too_much": "failed",
    "exits_zero_early": "failed",
}


CLOCKS = """
question = "Whose clock can be believed?"
job = "append"
baseline = "c/write_keep_open"
methods = ["c/write_keep_open", "c/fwrite_flush_each", "broken/honest", "broken/*s_its_clock"]
rounds = 8
blocks = 1
[[levels]]
records = 20000
"""


def test_a_clock_that_is_bent_is_found_out_by_the_clocks_outside_without_any_reference(place: Place) -> None:
    study = place.root / "clocks.toml"
    study.write_text(CLOCKS)
    words = ("run", str(study), "--with", str(TESTS / "broken_workers"), "--no-evidence", "--target", str(place.target))
    for _ in range(3):  # where others keep the CPUs busy, few rounds are long enough to be judged
        document = place.document(*words)
        arms = {arm["arm"]: arm for arm in document["levels"][0]["arms"]}
        bent, stretched = arms["broken/bends_its_clock"], arms["broken/stretches_its_clock"]
        if bent["status"] != "measured":
            break
    assert bent["status"] == stretched["status"] == "disqualified" and bent["verdict"] is stretched["verdict"] is None
    assert bent["reason"].startswith("its clock ") and stretched["reason"].endswith(" times the time that passed")
    for honest in ("c/write_keep_open", "c/fwrite_flush_each", "broken/honest"):
        assert arms[honest]["status"] == "measured"
    assert not {"broken/bends_its_clock", "broken/stretches_its_clock"} & set(document["levels"][0]["top_group"])


@pytest.fixture(scope="module")
def with_broken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, dict[str, Any]]:
    """A place, and the arms of a run in it of all broken workers beside two that are whole."""
    place = Place(tmp_path_factory.mktemp("broken"))
    counts = place.root / "counts"  # where one sample is long enough, a worker is asked for fewer than three
    counts.mkdir()
    place.environment["BROKEN_STATE"] = str(counts)
    document = place.document(
        "run", "append", "--with", str(TESTS / "broken_workers"), "--set", "records=100",
        "--method", "c/write_keep_open", "--method", "c/write_reopen",
        *(word for name in BROKEN for word in ("--method", f"broken/{name}")), "--rounds", "10", "--blocks", "1",
        "--target", str(place.target),
    )  # fmt: skip
    return place, {arm["arm"]: arm for arm in document["levels"][0]["arms"]}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_worker_costs_its_own_arm_and_no_other(with_broken: tuple[Place, dict[str, Any]], name: str) -> None:
    place, arms = with_broken
    assert arms[f"broken/{name}"]["status"] == BROKEN[name]
    assert arms[f"broken/{name}"]["reason"]
    assert arms[f"broken/{name}"]["verdict"] is None
    assert arms["c/write_keep_open"]["status"] == arms["c/write_reopen"]["status"] == "measured"
    assert place.leftovers() == []
