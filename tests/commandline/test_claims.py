"""`iotrial claims`: what is missing is measured, what is stored is used, and a check that fails ends with 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from commandline.command import Place

STUDY = """question = "Which?"
job = "append"
baseline = "c/write_keep_open"
methods = ["c/write_keep_open", "c/write_reopen"]
rounds = 8
blocks = 1

[[levels]]
records = 20

[article]
title = "On <b>logs</b>"
author = "A. Nyone"
date = "2009"

[[claims]]
claim = "1"
place = "paragraph 2"
says = "Reopening takes longer."
kind = "order"
arms = ["c/write_keep_open", "c/write_reopen"]

[[claims]]
claim = "2"
place = "paragraph 3"
says = "Both do the work."
kind = "survives"
arms = ["c/write_reopen", "c/write_keep_open"]

[[claims]]
claim = "3"
by = "a reader"
place = "comment 1"
says = "Reopening does not."
kind = "fails"
arms = ["c/write_reopen"]

[[claims]]
claim = "of 1"
fault = true
says = "The unit is wrong."
kind = "text"
place = "table 1, row 2"
"""


@pytest.fixture
def study(place: Place) -> Path:
    path = place.root / "logs.toml"
    path.write_text(STUDY)
    return path


def test_what_is_missing_is_measured_once_and_used_again(place: Place, study: Path) -> None:
    asked = ("claims", str(study), "--target", str(place.target), "--details", "--measure")
    first = place.document(*asked)
    assert len(place.runs()) == 1
    assert first[0]["verdict"] in ("confirmed", "open")  # other tests run meanwhile
    assert [row["verdict"] for row in first[1:]] == ["confirmed", "holds nowhere tested", "in the text"]
    assert set(first[0]) >= {"article", "claim", "says", "published", "measured", "low", "high", "verdict", "reason"}
    assert first[1]["sessions"] == 1 and first[1]["settled"] is False
    assert [row["where"] for row in first] == [first[0]["where"], "everywhere tested", "nowhere", None]
    study.write_text(STUDY.replace("takes longer", "takes much longer"))  # another sentence, the same measurement
    text = place.run(*asked).stdout
    assert len(place.runs()) == 1 and "takes much longer" in text and "On <b>logs</b> (A. Nyone, 2009)" in text
    assert "measured once" in text
    again = place.document(*asked, "--again")
    assert len(place.runs()) == 2 and again[1]["sessions"] == 2 and again[1]["settled"] is True
    assert place.leftovers() == []


def test_a_required_verdict_that_is_not_there_ends_with_1(place: Place, study: Path) -> None:
    sure = STUDY.partition("[[claims]]")[0] + "[[claims]]" + STUDY.split("[[claims]]")[2]
    study.write_text(sure)
    asked = ("claims", str(study), "--target", str(place.target), "--require", "confirmed", "--measure")
    first = place.run(*asked)
    assert first.returncode == 0
    assert first.stderr.startswith("logs: measuring since no full run of it is stored, for up to ")
    study.write_text(sure + "[[claims]]" + STUDY.split("[[claims]]")[3])
    done = place.run(*asked)
    assert len(place.runs()) == 1
    assert done.returncode == 1 and done.stderr.startswith(
        "error: 1 of 2 claims are not found to be 'confirmed': logs 3"
    )


def test_a_study_without_claims_says_how_to_write_them(place: Place, study: Path) -> None:
    study.write_text(STUDY.partition("[article]")[0])
    done = place.run("claims", str(study), "--details")
    assert done.returncode == 2 and "has no claims" in done.stderr and "docs/claims.md" in done.stderr
    assert place.runs() == []
