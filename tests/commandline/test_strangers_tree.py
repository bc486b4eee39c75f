"""A job of a stranger's tree gets all that ours get: odd inputs, floors, guarantees, evidence, claims and advice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline.command import Place

ROOT = Path(__file__).resolve().parents[2]

#: A job of ours, and the name under which a stranger brings the same files, beside jobs that are there. It has a shape,
#: so it needs nothing in any kit.
OURS, JOB = "copy", "duplicate"
LANGUAGES = ("c", "cpp", "go", "java", "javascript", "php", "python", "rust")


#: What somebody published of it, as What's New In Python 3.8 has it.
CLAIMS = """
[article]
title = "What's New In Python 3.8"
author = "Giampaolo Rodola"
date = "2019"

[[claims]]
claim = "cycles"
answers = true
says = "Also, much less CPU cycles are consumed."
place = "the last sentence"
kind = "order"
of = "cpu time"
arms = ["python/shutil_copyfile", "python/copyfileobj(piece_bytes=16384)"]
"""


def bring(path: Path, target: Path) -> None:
    """Copy a file whose job has another name now."""
    target.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        text = text.replace(f'"{OURS}"', f'"{JOB}"')
    target.write_text(text, encoding="utf-8")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A stranger's tree: a job, its methods in eight languages and floors, and a study with claims."""
    folder = tmp_path / "stranger"
    job = ROOT / "methods" / OURS
    for path in sorted(job.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            bring(path, folder / "methods" / JOB / path.relative_to(job))
    bring(ROOT / "studies" / f"{OURS}-file.toml", folder / "studies" / f"{JOB}-file.toml")
    with (folder / "studies" / f"{JOB}-file.toml").open("a", encoding="utf-8") as study:
        study.write(CLAIMS)
    return folder


#: A method of each language that is quick to start or to compile; tests/kits/test_shapes.py has new jobs of a
#: stranger's in all of them.
OF_SOME = ("c/read_write", "javascript/read_write", "php/fread_fwrite", "python/copyfileobj")


@pytest.mark.parametrize(
    "names", [OF_SOME, pytest.param(("",), marks=pytest.mark.long)], ids=["one of each quick language", "all"]
)
def test_its_methods_are_checked_on_its_own_odd_inputs(place: Place, tree: Path, names: tuple[str, ...]) -> None:
    languages = {name.partition("/")[0] for name in names if name} or set(LANGUAGES)
    chosen = [f"{JOB}/{name}".rstrip("/") for name in names]
    done = place.run("check", *chosen, "--with", str(tree), "--target", str(place.target), "--json")
    assert done.returncode == 0, done.stdout
    methods = json.loads(done.stdout)
    assert {method["arm"].partition("/")[0] for method in methods} == languages
    assert {(method["status"], method["inputs"]) for method in methods} == {("ok", 7)}


@pytest.fixture
def measured(place: Place, tree: Path) -> Place:
    place.measure_floors()
    done = place.run(
        "run", f"{JOB}-file", "--with", str(tree), "--quick", "--target", str(place.target), "--rounds", "9",
        "--blocks", "1", "--budget", "10 min",  # its rounds are named: on a busy machine they may take longer
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return place


def test_its_study_is_run_explained_and_its_claims_are_judged(measured: Place, tree: Path) -> None:
    (level,) = measured.document("show")["levels"]
    arms = {arm["arm"]: arm for arm in level["arms"]}
    assert len(arms) == 7 and all(arm["status"] == "measured" for arm in arms.values())
    assert arms["cpp/filesystem_copy_file"]["record"]["guarantees"]["mode"] == "kept"
    assert {floor["record"]["floor"]: floor["status"] for floor in level["floors"]} == {
        "copying": "measured",
        "not copying": "measured",
    }
    assert arms["c/read_write"]["floor_share"]["kind"] == "copying"
    assert arms["c/copy_file_range"]["floor_share"]["kind"] == "not copying"
    smaller = "python/copyfileobj(piece_bytes=16384)"
    run = json.loads((measured.runs()[0] / "run.json").read_text())
    (kept,) = [arm for arm in run["levels"][0]["arms"] if arm["arm"] == smaller]
    assert kept["parameters"] == {"piece_bytes": 16384}
    assert "\nPIECE_BYTES = 16384\n" in run["texts"][kept["method_sha256"]]
    assert run["unsaid"] == {"cache": "warm", "memory_limit": "none", "state": "steady"}
    explained = measured.run("explain", "last").stdout
    assert "8 MiB" in explained.replace("\N{NO-BREAK SPACE}", " ") and "cache=warm" not in explained
    assert f"{smaller} makes 512 reads and 512 writes of 16,384 bytes" in " ".join(explained.split())
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
    assert (advice["usual"], advice["declared"]) == ("python/shutil_copyfile", "declared by the job")


def test_without_its_tree_nobody_knows_it(place: Place) -> None:
    done = place.run("check", JOB)
    assert done.returncode == 2 and JOB in done.stderr
