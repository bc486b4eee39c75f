"""The command that a report gives to repeat a run: it works as it stands there, and measures the same."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from commandline.command import SMALL_PYTHON, Place

SNIPPET = "def run(path):\n    with open(path) as file:\n        return len(file.readlines())\n"


@pytest.fixture
def filled(place: Place) -> Place:
    """A place with two snippets and their input."""
    (place.root / "a log.txt").write_text("line\n" * 2000)
    for name in ("one.py", "two.py"):
        (place.root / name).write_text(SNIPPET)
    return place


@pytest.mark.parametrize(
    "typed",
    [
        ("run", *SMALL_PYTHON, "--no-evidence", "--json"),
        ("vs", "one.py", "two.py", "--input", "a log.txt", "--rounds", "8", "--blocks", "1", "--no-evidence"),
        ("advise", "append", "--language", "python", "--writers", "1", "--set", "records=20", "--budget", "4s"),
    ],
)
def test_the_command_that_repeats_a_run_can_be_pasted(filled: Place, typed: tuple[str, ...]) -> None:
    at = ("--target", str(filled.target))
    first = filled.run(*typed, *at)
    assert filled.runs(), first.stderr
    said = filled.run("report", "last", "-o", "-", "--format", "md").stdout
    found = re.search(r"To repeat it: `+ ?(iotrial .*?) ?`+", said)
    assert found is not None, said
    program, *words = shlex.split(found[1])
    (before,) = [json.loads((folder / "run.json").read_text()) for folder in filled.runs()]
    wanted = [word for word in (*typed, *at) if word != "--json"]
    assert (program, words[0]) == ("iotrial", typed[0])
    assert sorted(words) == sorted([*wanted, "--seed", str(before["seed"])])

    again = filled.run(*words)
    assert {first.returncode, again.returncode} <= {0, 4}, again.stderr  # advice of so short a run may be none
    records = [json.loads((folder / "run.json").read_text()) for folder in filled.runs()]
    (after,) = [record for record in records if record["run"] != before["run"]]
    for name in ("study", "job", "quick", "seed", "asked", "study_text"):
        assert after[name] == before[name]
    assert [level["level"] for level in after["levels"]] == [level["level"] for level in before["levels"]]
    for one, other in zip(before["levels"], after["levels"], strict=True):
        assert [arm["arm"] for arm in one["arms"]] == [arm["arm"] for arm in other["arms"]]
