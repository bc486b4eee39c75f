"""Floors in a real run: shown as a share in every form, kept when a run is cut short, absent without a compiler."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place

RUN = (
    *("run", "deliver", "--set", "file_bytes=262144", "--blocks", "1", "--rounds", "8", "--no-evidence"),
    *("--method", "c/read_write_64k", "--method", "c/sendfile"),
)

#: Methods that need no compiler.
RUN_PYTHON = tuple(word.replace("c/", "python/") for word in RUN)

if shutil.which("cc") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
    pytest.skip("floors are written in C and there is no compiler", allow_module_level=True)


#: Those of `deliver`, by kind; of two of a kind the one that is faster here holds.
COPYING, NOT_COPYING = {"c/read_and_write", "c/read_and_write_1m"}, {"c/hand_over"}


@pytest.fixture
def place(place: Place) -> Place:
    place.measure_floors()
    return place


def held(document: dict[str, Any]) -> dict[str, str]:
    return {arm["arm"]: arm["floor_share"]["floor"] for arm in document["levels"][0]["arms"]}


def references(document: dict[str, Any]) -> list[str]:
    """The references by name, without the size of each that was kept."""
    return [floor["arm"].partition("(")[0] for floor in document["levels"][0]["floors"]]


def test_every_arm_is_held_against_the_floor_of_its_kind(place: Place) -> None:
    document = place.document(*RUN, "--target", str(place.target))
    found = held(document)
    assert found["c/read_write_64k"].partition("(")[0] in COPYING | {"c/read_write_64k"}
    assert found["c/sendfile"] in NOT_COPYING | {"c/sendfile"}
    level = document["levels"][0]
    assert sorted(references(document)) == sorted(COPYING | NOT_COPYING)  # one size of each
    assert {floor["record"]["floor"]: floor["status"] for floor in level["floors"]} == {
        "copying": "measured",
        "not copying": "measured",
    }
    assert "% of floor" in place.run("show", "--details").stdout
    rows = place.document("query", "SELECT arm, count(*) AS n FROM samples WHERE status = 'ok' GROUP BY arm")
    assert len({row["arm"] for row in rows}) == 6
    rows = place.document("query", "SELECT arm, role FROM arms ORDER BY arm_number")
    assert [row["role"] for row in rows] == ["baseline", "placebo", "arm", "floor", "floor", "floor"]
    assert place.leftovers() == []


def test_a_kind_that_no_arm_is_of_is_not_measured(place: Place) -> None:
    document = place.document(*RUN[:-2], "--target", str(place.target))
    assert set(references(document)) == COPYING


def test_a_run_that_was_killed_goes_on_with_its_floors(place: Place) -> None:
    place.interrupt(signal.SIGKILL, *RUN, "--rounds", "16", "--target", str(place.target), sweeps=3)
    assert place.run("run", "--resume", "last").returncode == 0
    shown = place.document("show")
    assert shown["complete"] and set(held(shown)) == {"c/read_write_64k", "c/sendfile"}
    rows = place.document("query", "SELECT arm, count(DISTINCT sweep) AS sweeps FROM samples GROUP BY arm")
    assert {row["sweeps"] for row in rows} == {16} and len(rows) == 6


def test_without_a_compiler_there_is_no_floor_and_a_caution_says_so(place: Place) -> None:
    binaries = place.root / "bin"
    binaries.mkdir()
    (binaries / "python3").symlink_to(Path(sys.executable).resolve())
    place.environment["PATH"] = str(binaries)
    document = place.document(*RUN_PYTHON, "--target", str(place.target))
    level = document["levels"][0]
    assert all(arm["floor_share"] is None and arm["status"] == "measured" for arm in level["arms"])
    assert all(floor["status"] == "skipped" and floor["reason"] for floor in level["floors"])
    assert {caution["code"] for caution in level["cautions"]} >= {"no_floor"}
