"""Targets that iotrial makes: for a run or on request, and never a mount, a loop device or a file left behind."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator

import pytest

from commandline.command import SMALL, Place
from run.mounting import loops_in, mounted_in, require

LONG = (*SMALL, "--rounds", "400", "--budget", "10min")
TWO = ("--set", "target=ext4,overlay")


@pytest.fixture(autouse=True)
def nothing_stays(place: Place) -> Iterator[None]:
    """What a failed test left is taken away, and it is said that it was left."""
    yield
    left = [mount.point for mount in mounted_in(place.root)]
    for point in reversed(left):
        subprocess.run(["umount", "--lazy", point], check=False)
    assert left == [] and loops_in(place.root) == []


def test_a_run_makes_the_targets_that_it_names_and_takes_them_away(place: Place) -> None:
    require("ext4", "overlay")
    document = place.document("run", *SMALL, *TWO, "--target", str(place.target))
    assert [level["level"]["target"] for level in document["levels"]] == ["ext4", "overlay"]
    assert all(level["status"] == "measured" for level in document["levels"])
    told = json.loads((place.runs()[0] / "run.json").read_text())["machine"]["targets"]
    assert [target["filesystem"] for target in told] == ["ext4", "overlay"]
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_an_interrupted_run_takes_its_targets_away(place: Place, number: signal.Signals) -> None:
    require("ext4", "overlay")
    done = place.interrupt(number, "run", *LONG, *TWO, "--target", str(place.target))
    assert done.returncode == 130, done.stderr
    assert "is left" not in done.stderr, done.stderr
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


def test_what_a_killed_run_left_mounted_is_taken_away_at_the_next_start(place: Place) -> None:
    require("ext4", "overlay", "ext4-in-memory")
    names = "target=ext4,overlay,ext4-in-memory"
    place.interrupt(signal.SIGKILL, "run", *LONG, "--set", names, "--target", str(place.target))
    assert len(mounted_in(place.root)) == 4 and len(loops_in(place.root)) == 2
    elsewhere = place.root / "elsewhere"
    elsewhere.mkdir()
    assert place.run("run", *SMALL, "--target", str(elsewhere)).returncode == 0
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []


def test_a_killed_run_goes_on_with_its_targets_made_anew(place: Place) -> None:
    require("ext4", "overlay")
    place.interrupt(signal.SIGKILL, "run", *SMALL, "--rounds", "12", *TWO, "--target", str(place.target))
    resumed = place.run("run", "--resume", "last")
    assert resumed.returncode == 0, resumed.stderr
    assert place.document("show")["complete"]
    assert place.leftovers() == [] and mounted_in(place.root) == [] and loops_in(place.root) == []
