"""Work that arrives at a rate of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from claims.judged import claim, row, told, verdicts
from judge import made


def test_who_keeps_up_is_told_by_what_was_done_in_time(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        return {
            **columns,
            **dict.fromkeys(("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns"), np.full(rows, 5000)),
            "due": np.full(rows, 1000),
            "served": np.where(columns["arm"] == 2, 400, 1000),
        }

    rows = verdicts(
        tmp_path,
        claim("keeps_up", "php/a"),
        claim("keeps_up", "php/a", "php/b"),
        claim("falls_behind", "php/b"),
        claim("falls_behind", "php/a", "php/b"),
        levels=[level],
        change=serve,
    )
    assert [row.verdict for row in rows] == ["confirmed", "holds nowhere tested", "confirmed", "holds nowhere tested"]
    assert rows[1].said == "40.0% to 100.0% done in time"
    (row,) = verdicts(tmp_path / "b", claim("keeps_up", "php/a"))
    assert row.verdict == "not run"


def test_rounds_that_differ_do_not_decide_who_keeps_up(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows, late = len(columns["arm"]), (columns["arm"] == 2) & (sweep % 2 == 0)
        return {**columns, "due": np.full(rows, 1000), "served": np.where(late, 900, 1000)}

    behind, keeps, own = verdicts(
        tmp_path,
        claim("falls_behind", "php/b"),
        claim("keeps_up", "php/a", "php/b"),
        claim("keeps_up", "php/a"),
        levels=[level],
        change=serve,
    )
    assert behind.verdict == keeps.verdict == "open" and "php/b" in keeps.reason
    assert own.verdict == "confirmed"


def test_work_that_arrives_is_told_by_its_share(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        served = np.where(columns["arm"] == 2, 400, 1000)
        return {**columns, "due": np.full(len(served), 1000), "served": served}

    def said(kind: str, *arms: str, change: Any = serve) -> tuple[Any, ...]:
        folder = tmp_path / kind / "-".join(arms) / change.__name__
        return told(row(folder, kind, *arms, levels=[level], change=change))

    assert said("keeps_up", "php/a") == ("confirmed", None, "100.0% done in time", None)
    assert said("falls_behind", "php/b") == ("confirmed", None, "40.0% done in time", None)
    assert said("keeps_up", "php/a", "php/b") == ("holds nowhere tested", None, "40.0% to 100.0% done in time", None)
    assert said("falls_behind", "php/b", "php/a") == (
        "holds nowhere tested",
        None,
        "40.0% to 100.0% done in time",
        None,
    )

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        served = np.where((columns["arm"] == 2) & (sweep % 2 == 0), 900, 1000)
        return {**columns, "due": np.full(len(served), 1000), "served": served}

    differ = "rounds of php/b differ in whether it keeps up"
    assert said("keeps_up", "php/a", "php/b", change=waver) == (
        "open",
        None,
        "95.0% to 100.0% done in time",
        differ,
    )
    none = "php/a has no figure of what arrives at a rate"
    assert told(row(tmp_path / "none", "keeps_up", "php/a")) == ("not run", None, None, none)


def test_an_arm_that_left_and_too_few_rounds_keep_up_with_nothing(tmp_path: Path) -> None:
    left = made.arm("php/b", status="failed", reason="two samples failed")
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", [left], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        return {**columns, "due": np.full(rows, 1000), "served": np.full(rows, 1000)}

    found = row(tmp_path / "left", "keeps_up", "php/b", levels=[level], change=serve)
    assert told(found) == ("not run", None, None, "php/b is failed: two samples failed")
    found = row(tmp_path / "few", "keeps_up", "php/a", levels=[level], change=serve, sweeps=3)
    assert (found.verdict, found.reason) == ("open", "too few rounds of php/a for an interval")
