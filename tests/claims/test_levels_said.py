"""Levels: how they are named, what leaves one open, and what is said of those that say nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from claims.judged import SIZES, claim, row, told, verdicts
from iotrial.cautions import sentence
from judge import made


def test_where_levels_differ_it_depends_and_says_on_which(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 2), 0.5, np.where(columns["arm"] == 2, 2.0, 1.0))
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    whole, at = verdicts(
        tmp_path,
        claim("order", "php/a", "php/b"),
        claim("order", "php/a", "php/b", at={"records": 10}),
        levels=levels,
        change=turn,
    )
    assert whole.verdict == "only at"
    assert whole.reason == "records: as said up to 100, opposite from 1000"
    assert at.verdict == "confirmed"


def test_a_level_at_which_an_arm_failed_is_named_beside_the_verdict(tmp_path: Path) -> None:
    failed = made.arm("php/b", status="failed", reason="died")
    levels = [
        made.level({"records": 10}, "php/a", ["php/b"]),
        made.level({"records": 100}, "php/a", [failed]),
        made.level({"records": 1000}, "php/a", ["php/c"]),  # the study never meant to have it there
    ]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), levels=levels, ratios={"php/b": 2.0})
    assert row.verdict == "confirmed" and row.reason is not None
    assert row.reason.endswith("not known at records=100: php/b is failed: died")


def test_an_invalid_level_decides_nothing(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(columns["arm"] == 1, 2, 1)}

    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), ratios={"php/b": 9.0}, change=spoil)
    assert row.verdict == "open" and "invalid" in row.reason


def test_an_arm_without_a_figure_is_not_run_with_the_reason(tmp_path: Path) -> None:
    levels = [made.level({"records": 1}, "php/a", [made.arm("c/d", status="skipped", reason="no compiler")])]
    missing, absent = verdicts(tmp_path, claim("order", "php/a", "c/d"), claim("order", "php/a", "c/x"), levels=levels)
    assert missing.verdict == absent.verdict == "not run"
    assert "no compiler" in missing.reason and "c/x is not in the run" in absent.reason


def test_a_run_of_several_runtimes_says_under_which_names_it_has_the_method(tmp_path: Path) -> None:
    levels = [made.level({"records": 1}, "php/a@8.2", ["php/a@8.4", "php/b@8.2", "php/b@8.4"])]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b"), levels=levels)
    assert (row.verdict, row.reason) == ("not run", "php/a is in the run only as php/a@8.2, php/a@8.4")


def test_why_a_level_says_nothing_is_told_with_the_level(tmp_path: Path) -> None:
    levels = [made.level({"records": 10, "sink": "pipe"}, "php/a", ["php/b"])]

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(columns["arm"] == 1, 2, 1)}

    found = row(tmp_path, "order", "php/a", "php/b", levels=levels, change=spoil)
    assert found.verdict == "open"
    told_at = "the level records=10 sink=pipe is invalid: the placebo is slower than the baseline that it repeats: "
    assert found.reason == f"{told_at}2.0000 [2.0000, 2.0000]"


def test_a_figure_that_takes_several_workers_says_so(tmp_path: Path) -> None:
    found = row(tmp_path, "order", "php/a", "php/b", of_claim={"of": "p99"})
    needs = "the samples say nothing of p99; that takes several workers at once"
    assert told(found) == ("not run", None, None, needs)


def test_an_arm_whose_bytes_nobody_reads_says_why(tmp_path: Path) -> None:
    level = made.level({"records": 10, "sink": "null"}, "php/a", [made.arm("c/d", tags=["untouched"])])
    unread = row(tmp_path, "order", "c/d", "php/a", levels=[level])
    own = sentence("sink_never_reads", {})
    assert told(unread) == ("not run", None, None, f"the time of c/d is not ranked: {own}")
    kit = made.arm("c/d", tags=["untouched"], kit_ns=made.BASE_NS / 2)
    level = made.level({"records": 10, "sink": "null"}, "php/a", [kit])
    unread = row(tmp_path / "kit", "order", "c/d", "php/a", levels=[level])
    cost = sentence("kit_cost", {"kit_ns": made.BASE_NS / 2, "share": 0.5})
    assert unread.reason == f"the time of c/d is not ranked: {cost}; {own}"


def test_levels_that_differ_in_several_factors_are_named_by_all_of_them(tmp_path: Path) -> None:
    levels = [
        made.level({"records": n, "sink": s, "cache": "warm"}, "php/a", ["php/b"]) for n, s in ((1, "x"), (2, "y"))
    ]
    found = row(tmp_path, "order", "php/a", "php/b", levels=levels, ratios={"php/b": 2.0})
    assert [one.level for one in found.levels] == ["records=1 sink=x", "records=2 sink=y"]


def test_the_only_level_is_named_without_what_goes_without_saying(tmp_path: Path) -> None:
    levels = [made.level({"records": 1, "cache": "warm"}, "php/a", ["php/b"])]
    assert row(tmp_path, "order", "php/a", "php/b", levels=levels).level == "records=1"


def wavering(root: Path, last: float) -> Any:
    """A claim that b takes longer than a: twice at the first size, open at the second, `last` times at the third."""
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2, 3)]

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        by_level = np.choose(columns["level"], [2.0, 1.3 if sweep % 2 else 0.7, last])
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, by_level, 1)).astype(int)}

    (row,) = verdicts(root, claim("order", "php/a", "php/b"), levels=levels, change=change)
    return row


def test_levels_that_are_open_are_named_beside_those_it_depends_on(tmp_path: Path) -> None:
    row = wavering(tmp_path, 0.5)
    assert row.verdict == "only at" and row.flips[0].between == ((1, 3),)
    assert row.reason == "records: as said up to 1, opposite from 3; open at records=2"


def test_a_claim_that_is_open_at_some_levels_only_says_at_which_and_what_the_others_say(tmp_path: Path) -> None:
    row = wavering(tmp_path, 2.0)
    assert row.verdict == "open"
    told = "open at records=2 (1 of 3 levels); at the others: as said"
    assert row.reason == told


def test_a_claim_can_speak_of_several_values_of_a_factor(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2, 3)]
    (row,) = verdicts(
        tmp_path, claim("order", "php/a", "php/b", at={"records": (1, 3)}), levels=levels, ratios={"php/b": 2.0}
    )
    assert [one.level for one in row.levels] == ["records=1", "records=3"] and row.verdict == "confirmed"
