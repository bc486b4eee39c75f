"""A job of a stranger's tree gets all that ours get: odd inputs, floors, guarantees, evidence, claims and advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline.command import Place

TREE = Path(__file__).resolve().parents[1] / "strangers_tree"
JOB = "copy"
LANGUAGES = ("c", "cpp", "php", "python")


@pytest.fixture(scope="module")
def tree() -> Path:
    return TREE


def test_its_methods_are_checked_on_its_own_odd_inputs(place: Place, tree: Path) -> None:
    done = place.run("check", JOB, "--with", str(tree), "--target", str(place.target), "--json")
    assert done.returncode == 0, done.stdout
    methods = json.loads(done.stdout)
    assert {method["arm"].partition("/")[0] for method in methods} == set(LANGUAGES)
    assert {(method["status"], method["inputs"]) for method in methods} == {("ok", 7)}


@pytest.fixture
def measured(place: Place, tree: Path) -> Place:
    done = place.run(
        "run", f"{JOB}-file", "--with", str(tree), "--quick", "--target", str(place.target), "--rounds", "9",
        "--blocks", "1", "--budget", "1 min",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return place


def test_its_study_is_run_explained_and_its_claims_are_judged(measured: Place, tree: Path) -> None:
    (level,) = measured.document("show")["levels"]
    arms = {arm["arm"]: arm for arm in level["arms"]}
    assert len(arms) == 7 and all(arm["status"] == "measured" for arm in arms.values())
    assert arms["cpp/filesystem_copy_file"]["guarantees"]["mode"] == "kept"
    assert {floor["kind"]: floor["status"] for floor in level["floors"]} == {
        "copying": "measured",
        "not copying": "measured",
    }
    assert arms["c/read_write_128k"]["floor_share"]["kind"] == "copying"
    assert arms["c/copy_file_range"]["floor_share"]["kind"] == "not copying"
    explained = measured.run("explain", "last").stdout
    assert "c/copy_file_range makes 1 copy_file_range call of 8,388,608 bytes" in " ".join(explained.split())
    claims = measured.run("claims", f"{JOB}-file", "--quick", "--with", str(tree))
    assert "cycles" in claims.stdout and claims.returncode == 0, claims.stderr
    assert measured.leftovers() == []


def test_its_usual_method_is_what_advice_compares_with(place: Place, tree: Path) -> None:
    done = place.run(
        "advise", JOB, "--language", "python", "--set", "file_bytes=4096", "--budget", "6s", "--with", str(tree),
        "--target", str(place.target), "--json",
    )  # fmt: skip
    advice = json.loads(done.stdout)
    usual = advice["usual"]
    assert (usual["arm"], usual["declared"]) == ("python/shutil_copyfile", f"the job {JOB} says so")


def test_without_its_tree_nobody_knows_it(place: Place) -> None:
    done = place.run("check", JOB)
    assert done.returncode == 2 and JOB in done.stderr
