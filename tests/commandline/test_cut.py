"""A file that is cut while it is read: who dies, who gives back less, and who says so; the same every time."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from commandline.command import Place
from iotrial.probes.cut import READS

if sys.platform != "linux" or platform.machine() not in READS:
    pytest.skip("a process is stopped on its way to a file on Linux only", allow_module_level=True)

PLANTED = Path(__file__).resolve().parents[1] / "cut"
RECORDS = 1022
HALF, WHOLE = f"{RECORDS // 2 * 512:,}", f"{RECORDS * 512:,}"
#: Java's runtime takes the signal, too, and throws an error that the method does not catch.
THROWS = ("measured", "error")
#: One that dies, and one that gives back what was left.
TWO = ("--method", "python/mmap", "--method", "python/readinto_1m")
LEVEL = ("scan", "--set", f"records={RECORDS}", "--set", "cut=halfway")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """On a disk."""
    return Place(tmp_path)


def looked_at(document: Any) -> dict[str, tuple[str, str | None]]:
    """Arm -> its status, and the code of what came of it."""
    (level,) = document["levels"]
    assert level["status"] == "observed" and level["rounds"] == 0
    found = {}
    for arm in level["arms"]:
        assert arm["median_ns"] is arm["verdict"] is arm["ratio"] is None
        found[arm["arm"]] = (arm["status"], arm["record"]["outcome"] and arm["record"]["outcome"]["code"])
    return found


#: Of each language a method that maps the file or one that reads it, and of some both.
OF_EACH = (
    *("c/mmap", "c/read_1m", "cpp/ifstream", "go/mmap", "java/mapped_byte_buffer", "javascript/read_sync_1m"),
    *("php/fread_64k", "python/mmap", "python/readinto_1m", "rust/read_1m"),
)


@pytest.mark.parametrize(
    "methods", [OF_EACH, pytest.param((), marks=pytest.mark.long)], ids=["some of each language", "all"]
)
def test_every_method_that_maps_the_file_dies_and_no_other_does(place: Place, methods: tuple[str, ...]) -> None:
    chosen = [word for method in methods for word in ("--method", method)]
    document = place.document("run", *LEVEL, *chosen, "--target", str(place.target))
    assert document["complete"] and document["cautions"] == []
    found = looked_at(document)
    if os.environ.get("IOTRIAL_REQUIRE_KITS"):
        assert {arm.partition("/")[0] for arm in found} >= {"c", "cpp", "php", "python"}
    for arm, (status, code) in found.items():
        if status != "skipped":  # its toolchain is not here
            maps = "mmap" in arm
            expected = ("failed", "died") if maps else ("measured", "short")
            assert (status, code) == (THROWS if arm == "java/mapped_byte_buffer" else expected), arm
    died = next(arm for arm in document["levels"][0]["arms"] if arm["arm"] == "python/mmap")
    assert (died["reason"], died["record"]["outcome"]["text"]) == ("SIGBUS", "SIGBUS")
    died = next(arm for arm in document["levels"][0]["arms"] if arm["arm"] == "go/mmap")
    if died["status"] != "skipped":  # its runtime takes the signal, and ends it
        assert (died["reason"], died["record"]["outcome"]["text"]) == ("ended with status 2", "ended with status 2")
    assert place.leftovers() == []


def test_what_came_of_it_is_the_same_every_time(place: Place) -> None:
    methods = ("--method", "c/mmap", "--method", "c/read_*", "--method", "python/mmap")
    found = [looked_at(place.document("run", *LEVEL, *methods, "--target", str(place.target))) for _ in range(2)]
    assert found[0] == found[1]


def test_it_is_told_in_a_table_and_a_sentence(place: Place) -> None:
    shown = place.run("run", *LEVEL, *TWO, "--target", str(place.target)).stdout
    lines = " ".join(shown.split())
    assert f"records={RECORDS} cut=halfway target=disk" in lines and "cache" not in lines
    assert "python/mmap failed (SIGBUS)" in lines
    assert f"python/readinto_1m {HALF} of {WHOLE} integers, no error" in lines
    assert "Looked at, not timed: 1 of 2 die (SIGBUS), 1 give back what was left and report no error." in lines
    assert "noise floor" not in lines and "not measured" not in lines.lower()
    assert place.run("show").stdout.strip() == shown.strip()
    assert "looked at and not timed: SIGBUS" in " ".join(place.run("explain").stdout.split())
    outcomes = place.document("query", "SELECT name, outcome FROM arms WHERE role <> 'placebo' ORDER BY name")
    assert [row["outcome"] for row in outcomes] == ["died", "short"]
    assert ",died," in place.run("export", "--format", "csv").stdout


def test_an_error_a_wrong_result_and_what_cannot_be_cut_are_told_apart(place: Place) -> None:
    document = place.document(
        "run", *LEVEL, "--with", str(PLANTED), "--method", "notices", "--method", "pads", "--method", "asks_another",
        "--method", "python/readinto_1m", "--target", str(place.target),
    )  # fmt: skip
    arms = {arm["method"]: arm for arm in document["levels"][0]["arms"]}
    assert arms["notices"]["record"]["outcome"]["code"] == "error"
    assert "was cut while it was read" in arms["notices"]["record"]["outcome"]["text"]
    assert str(place.target) not in arms["notices"]["record"]["outcome"]["text"]
    assert arms["pads"]["record"]["outcome"]["code"] == "wrong"
    assert arms["readinto_1m"]["record"]["outcome"]["code"] == "short"
    assert arms["asks_another"]["record"]["outcome"] is None
    assert (arms["asks_another"]["status"], arms["asks_another"]["reason"]) == (
        "skipped",
        "the method was not seen to read the file",
    )


def test_levels_that_are_timed_stand_beside_those_that_are_not(place: Place) -> None:
    document = place.document(
        "run", "scan", "--set", f"records={RECORDS}", "--set", "cut=never,halfway", "--method", "c/mmap", "--method",
        "c/read_1m", "--rounds", "8", "--blocks", "1", "--no-evidence", "--target", str(place.target),
    )  # fmt: skip
    timed, observed = document["levels"]
    assert timed["status"] == "measured" and timed["rounds"] == 8
    assert all(arm["median_ns"] > 0 and arm["record"]["outcome"] is None for arm in timed["arms"])
    assert observed["status"] == "observed" and observed["invalid"] is None
    assert document["effects"] == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (("cut=halfway", "records=1"), "takes 512 records or more"),
        (("cut=halfway", "records=0"), "takes 512 records or more"),
        (("cut=halfway", "cache=cold"), "may as well be warm"),
        (("cut=sometimes",), "'sometimes' is none of never, halfway"),
    ],
)
def test_what_cannot_be_cut_is_refused_before_the_run(place: Place, settings: tuple[str, ...], said: str) -> None:
    given = [word for setting in settings for word in ("--set", setting)]
    done = place.run("run", "scan", *given, "--method", "python/*", "--target", str(place.target))
    assert done.returncode == 2 and said in done.stderr
    assert place.runs() == [] and place.leftovers() == []


def test_the_study_of_it_answers_in_a_sentence(place: Place) -> None:
    done = place.run("run", "truncated-scan", "--quick", "--language", "python", "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    assert re.search(r"Looked at, not timed: 1 of \d+ die \(SIGBUS\)", " ".join(done.stdout.split()))
    run = json.loads((place.runs()[0] / "run.json").read_text())
    assert {level["kind"] for level in run["levels"]} == {"observed"}
