"""One bad file in a tree: each command goes on without it, and says so; who names it is told what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from commandline.command import SMALL_PYTHON, Place
from commandline.test_lists import METHOD
from iotrial.cli import main

STUDY = 'question = "Which?"\njob = "append"\nbaseline = "python/os_write"\nmethods = [{}]\n[[levels]]\nrecords = 100\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A tree with a good method, a bad one, a study of each, and a job and a kit that cannot be read."""
    folder = tmp_path / "mine"
    methods = folder / "methods" / "append" / "python"
    methods.mkdir(parents=True)
    (methods / "good.py").write_text(METHOD.format(what="good"))
    (methods / "bad.py").write_text(METHOD.format(what="bad").replace("lock: none", "lock: perhaps"))
    (folder / "studies").mkdir()
    for name in ("good", "bad"):
        text = STUDY.format(f'"python/os_write", "python/{name}"')
        (folder / "studies" / f"study_{name}.toml").write_text(text)
    for path in ("methods/broken/job.toml", "kits/broken/kit.toml"):
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text("no = \n")
    return folder


FAULT = "bad.py:4: 'lock' cannot be 'perhaps'"


def warned(capsys: pytest.CaptureFixture[str]) -> tuple[str, list[str]]:
    told = capsys.readouterr()
    return told.out, [line for line in told.err.splitlines() if line.startswith("warning: ")]


@pytest.mark.parametrize(
    "arguments",
    [("methods", "append"), ("methods", "list"), ("studies",), ("machine",), ("machine", "--install")],
    ids=" ".join,
)
def test_a_command_that_needs_no_bad_file_goes_on_and_names_each_in_a_line(
    mine: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main([*arguments, "--with", str(mine), "--json"]) == 0
    out, lines = warned(capsys)
    assert json.loads(out)
    for said in (FAULT, "job.toml:1: is not TOML", "kit.toml:1: is not TOML"):
        assert sum(line.startswith(f"warning: left out: {mine}") and said in line for line in lines) == 1, lines


def test_the_list_of_studies_has_the_good_ones_and_names_the_other(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["studies", "--with", str(mine), "--json"]) == 0
    out, lines = warned(capsys)
    names = {row["study"] for row in json.loads(out)}
    assert "study_good" in names and "readfile" in names and "study_bad" not in names
    assert any("not listed" in line and "study_bad.toml:4" in line and FAULT in line for line in lines)


def test_the_list_of_methods_has_the_bad_one_with_all_that_is_wrong(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = mine / "methods" / "append" / "python" / "bad.py"
    path.write_text(path.read_text().replace("append: yes", "append: no way"))
    assert main(["methods", "append", "--with", str(mine), "--json"]) == 0
    out, lines = warned(capsys)
    rows = {row["arm"]: row for row in json.loads(out)}
    assert not rows["python/bad"]["available"] and FAULT in rows["python/bad"]["reason"]
    assert rows["python/good"]["available"]
    assert any(FAULT in line for line in lines) and any("'append' cannot be 'no way'" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "append", "--method", "python/bad"), FAULT),
        (("run", "append", "--method", "bad"), FAULT),
        (("run", "study_bad"), FAULT),
        (("run", "study_good", "--method", "python/bad"), FAULT),
        (("run", "broken"), "job.toml:1: is not TOML"),
        (("run", "append", "--language", "broken"), "kit.toml:1: is not TOML"),
        (("check", "python/bad"), FAULT),
        (("check", "append/python"), FAULT),
        (("check", "--kit", "broken"), "kit.toml:1: is not TOML"),
        (("advise", "append", "--language", "python", "--usual", "bad"), FAULT),
        (("advise", "broken", "--language", "python"), "job.toml:1: is not TOML"),
        (("methods", "broken"), "job.toml:1: is not TOML"),
        (("gate", "append", "--against", "HEAD"), FAULT),
        (("fleet", "run", "study_bad", "--on", "hosts"), FAULT),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_who_names_a_bad_file_is_told_what_is_wrong_with_it(
    mine: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert main([*arguments, "--with", str(mine)]) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert any(said in line for line in errors), errors
    assert not any("unknown" in line or "matches no" in line for line in errors)


def test_of_many_bad_files_the_first_are_named_and_the_rest_is_counted(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = mine / "methods" / "append" / "python"
    for number in range(20):
        (folder / f"bad{number}.py").write_text("no header\n")
    assert main(["studies", "--with", str(mine), "--json"]) == 0
    _, lines = warned(capsys)
    assert sum("left out: " in line for line in lines) == 5 and any("18 more are left out" in line for line in lines)


def test_a_run_of_other_methods_is_measured_and_stored(tmp_path: Path, mine: Path) -> None:
    place = Place(tmp_path)
    done = place.run("run", *SMALL_PYTHON, "--no-evidence", "--with", str(mine))
    assert done.returncode == 0, done.stderr
    assert FAULT in done.stderr and "hint: mend or remove" in done.stderr
    assert len(place.document("runs")) == 1
