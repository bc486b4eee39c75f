"""iotrial on trial: what `selftest` answers, on however noisy a machine."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commandline.command import Place, require_shape


def trials(place: Place, kind: str, *arguments: str) -> Any:
    """What trials come to as a document. Some of them may be false, as often as the level allows; the exit code says if
    any is, and tests/selftest/ says of which outcomes that is so."""
    done = place.run("selftest", kind, *arguments, "--target", str(place.target), "--json")
    found = json.loads(done.stdout)
    require_shape(found, "selftest", kind)
    counted = found.get("sizes", [found])
    false = sum(one["false_verdicts"] + one.get("more_names_than_promised", False) for one in counted)
    assert done.returncode == (1 if false else 0), done.stderr
    return found


def test_identical_arms_are_tried_as_often_as_asked(place: Place) -> None:
    found = trials(place, "aa", "--trials", "2", "--seconds", "1")
    assert found["trials"] == 2 and found["arms"] == 4 and found["hogs"] == 0
    assert 0 <= found["false_verdicts"] <= 2 and 0 <= found["without_interval"] <= 2
    assert 1 <= found["p99_ratio"] <= found["worst_ratio"]
    assert found["clock"] in ("wall", "wall less queue")
    assert 1 <= found["by_wall"]["p99_ratio"] <= found["by_wall"]["worst_ratio"]
    assert found["clock"] != "wall" or found["by_wall"]["worst_ratio"] == found["worst_ratio"]
    assert place.leftovers() == []


def test_a_planted_slowdown_of_half_is_not_mistaken_for_its_opposite(place: Place) -> None:
    (row,) = trials(place, "inject", "--trials", "2", "--seconds", "2", "--size", "50%", "--hogs", "1")["sizes"]
    assert row["trials"] == 2 and row["planted"] == pytest.approx(0.5, abs=0.02)
    assert row["measured"] > 0  # how near it comes, beside other tests and a hog, is for benchmarks/injected.py
    assert 0 <= row["found"] <= 2 and row["false_verdicts"] == 0
    assert place.leftovers() == []


@pytest.mark.parametrize("kind", ["aa", "inject"])
def test_a_trial_too_short_for_a_verdict_says_so(place: Place, kind: str) -> None:
    done = place.run("selftest", kind, "--trials", "1", "--seconds", "0.1", "--target", str(place.target))
    assert done.returncode == 0, done.stderr
    if kind == "aa":
        assert "more --seconds" in done.stdout
    assert place.leftovers() == []


def test_surroundings_are_drawn_and_false_names_are_no_more_than_promised(place: Place) -> None:
    found = trials(place, "surroundings", "--trials", "1", "--seconds", "2")
    assert found["drawn"] == ["path", "heap", "environment"] and found["trials"] == 1 and found["arms"] == 4
    assert found["false_names"] <= 1 and not found["more_names_than_promised"]  # one of two in ten runs, two in 400
    assert 0 <= found["found"] <= 1  # how often is for benchmarks on a quiet machine
    assert (found["measured"] is None) == (found["found"] == 0)
    assert place.leftovers() == []
