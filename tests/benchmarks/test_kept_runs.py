"""What kept runs say is counted: claims that they decide, and differences that something explains."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchmarks.kept_runs import causes_row, claims_row, rows


def claim(verdict: str, name: str = "1", study: str = "readfile") -> Any:
    return SimpleNamespace(study=study, claim=name, verdict=verdict, reason=None)


def test_nothing_is_said_where_nothing_is_kept(tmp_path: Path) -> None:
    found = list(rows(False, tmp_path))
    assert [row.state for row in found] == ["not measured", "not measured"]
    assert all("iotrial claims" in row.found for row in found)


@pytest.mark.parametrize(("decided", "is_reached"), [(19, True), (18, False)])
def test_claims_are_decided_or_named_and_what_cannot_be_tested_does_not_count(decided: int, is_reached: bool) -> None:
    asked = [claim("confirmed")] * decided + [claim("open", f"open {n}") for n in range(20 - decided)]
    row = claims_row([*asked, claim("not run"), claim("in the text")], ["scan-memory"])
    assert row.is_reached is is_reached
    assert row.found.startswith(f"{decided} of 20 (")
    assert row.found.endswith("open: " + ", ".join(f"readfile: open {n}" for n in range(20 - decided)) + (
        "; left out, with one session: scan-memory"
    ))  # fmt: skip
    assert len(row.table) == 20


def test_the_share_of_claims_needs_two_sessions_of_one_study() -> None:
    row = claims_row([], ["readfile"])
    assert (row.is_reached, row.found) == (None, "no study has so many: iotrial claims --again")


@pytest.mark.parametrize(("unexplained", "is_reached"), [(1, True), (2, False)])
def test_differences_are_explained_or_counted_by_study(unexplained: int, is_reached: bool) -> None:
    causes = [("readfile", "calls")] * (10 - unexplained) + [("list-directory", "none")] * unexplained
    row = causes_row(causes)
    assert row.is_reached is is_reached
    assert row.found.startswith(f"{10 - unexplained} of 10 (")
    assert row.found.endswith(f"; not explained: {unexplained} of list-directory")
    assert {(line["study"], line["cause"]): line["arms"] for line in row.table} == {
        ("readfile", "calls"): 10 - unexplained,
        ("list-directory", "none"): unexplained,
    }
