"""The first call of a fresh process: what is timed, what is said of it, and where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from commandline.command import SMALL, Place

STUDY = """\
question = "Is the first call another?"
job = "append"
baseline = "c/write_keep_open"
methods = ["c/write_keep_open", "c/write_reopen"]

[[levels]]
records = 10
state = ["steady", "first"]
"""


def test_each_sample_is_one_call_of_a_process_of_its_own(place: Place) -> None:
    path = place.root / "mine.toml"
    path.write_text(STUDY)
    document = place.document("run", str(path), "--rounds", "12", "--blocks", "3", "--target", str(place.target))
    columns = "level, sweep, arm_number, block, iterations, pid, status"
    rows = place.document("query", f"SELECT {columns} FROM samples WHERE arm_number < 3")
    first, steady = ([row for row in rows if row["level"] == level] for level in (1, 0))
    assert document["levels"][1]["level"]["state"] == "first"
    assert {row["iterations"] for row in first} == {1} and {row["iterations"] for row in steady} != {1}
    assert len({(row["sweep"], row["arm_number"], row["pid"]) for row in first}) == len(first) == 12 * 3 * 3
    assert len({(row["sweep"], row["arm_number"], row["pid"]) for row in steady}) == 12 * 3
    spoilt = document["invalid"] or any(level["invalid"] for level in document["levels"])  # by what else runs here
    assert {effect["factor"] for effect in document["effects"]} == (set() if spoilt else {"state"})
    assert document["levels"][1]["arms"][0]["median_ns"] > 0
    shown = place.run("show").stdout.lower().replace("\n    ", " ")
    # On a busy machine twelve rounds may be too few for any interval, of either call or of both.
    told = ("on the first call of a process", "in steady state", "cannot tell after so few rounds")
    assert any(words in shown for words in (["no verdict holds"] if spoilt else told)), shown
    assert place.leftovers() == []


@pytest.mark.parametrize(
    ("factor", "reason"),
    [
        ("writers=2", "in a window of time calls follow each other: no first call"),
        ("memory_limit=64MiB", "under a memory limit each sample needs a call before it: no first call"),
    ],
)
def test_a_level_without_a_first_call_is_refused_in_one_line(place: Place, factor: str, reason: str) -> None:
    done = place.run("run", *SMALL, "--set", "state=first", "--set", factor, "--target", str(place.target))
    assert done.returncode == 2 and reason in done.stderr
    assert place.runs() == [] and place.leftovers() == []


def test_an_unknown_state_is_an_error_with_its_line(place: Place, tmp_path: Path) -> None:
    path = place.root / "mine.toml"
    path.write_text(STUDY.replace('"first"', '"frist"'))
    done = place.run("run", str(path), "--target", str(place.target))
    assert done.returncode == 2
    assert "mine.toml:8: 'state': 'frist' is none of steady, first; did you mean 'first'?" in done.stderr
