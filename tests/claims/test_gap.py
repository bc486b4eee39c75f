"""The time that a unit of work takes longer, in nanoseconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, row, told, verdicts
from iotrial.stats.interval import Interval
from judge import made


@pytest.mark.parametrize(
    ("band", "verdict"), [((-2000, 0), "opposite here"), ((500, 1500), "confirmed"), ((1000, 1500), "open")]
)
def test_a_gap_is_what_a_unit_of_work_takes_longer(tmp_path: Path, band: tuple[float, float], verdict: str) -> None:
    levels = [made.level({"target": name}, "php/a", [made.arm("php/a2", work=1000)]) for name in ("disk", "ram")]

    def slower(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        # 2 ms for 1,000 records on RAM, 3 ms on the disk: 1,000 ns for each record.
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["level"] == 0, 1.5, 1)).astype(np.int64)}

    (row,) = verdicts(
        tmp_path,
        claim("gap", "php/a2", "php/a2", figure=band, within=0.0, at={"target": "disk"}, over_at={"target": "ram"}),
        levels=levels,
        change=slower,
    )
    assert row.verdict == verdict and row.measured == pytest.approx(1000, rel=0.01)
    assert "ns for each of its" in row.said


def test_a_gap_is_only_between_equal_work(tmp_path: Path) -> None:
    levels = [made.level({"target": "disk"}, "php/a", [made.arm("php/b", work=7)])]
    (row,) = verdicts(tmp_path, claim("gap", "php/b", "php/a", figure=(1, 2), within=0.0), levels=levels)
    assert row.verdict == "not run" and "do not do the same work" in row.reason


@pytest.mark.parametrize(
    ("band", "verdict", "reason"),
    [
        ((999, 1500), "confirmed", None),
        ((500, 1001), "confirmed", None),
        ((1001, 1500), "same direction, smaller", None),
        ((500, 999), "same direction, larger", None),
    ],
)
def test_a_gap_says_how_many_nanoseconds_of_what(
    tmp_path: Path, band: tuple[float, float], verdict: str, reason: str | None
) -> None:
    # 2 ms for 1,000 bytes, and 3 ms.
    levels = [made.level({"records": 1}, "php/a", [made.arm(name, work=1000) for name in ("php/b", "php/c")])]
    found = row(
        tmp_path,
        "gap",
        "php/c",
        "php/b",
        of_claim={"figure": band, "within": 0.0},
        levels=levels,
        ratios={"php/c": 1.5},
    )
    said = "1,000 [1,000, 1,000] ns for each of its bytes"
    assert told(found) == (verdict, pytest.approx(1000), said, reason)
    few = row(
        tmp_path / "few",
        "gap",
        "php/c",
        "php/b",
        of_claim={"figure": band, "within": 0.0},
        levels=levels,
        ratios={"php/c": 1.5},
        sweeps=3,
    )
    assert told(few) == ("open", None, None, "too few rounds for an interval")


def test_a_gap_of_arms_without_work_or_with_unlike_work_is_none(tmp_path: Path) -> None:
    arms = [made.arm("php/b", work=0), made.arm("php/c", work=0), made.arm("php/d", work=7)]
    levels = [made.level({"records": 1}, "php/a", arms)]
    for first, second in (("php/b", "php/c"), ("php/d", "php/a")):
        found = row(tmp_path / second, "gap", first, second, of_claim={"figure": (1, 2), "within": 0.0}, levels=levels)
        assert told(found) == ("not run", None, None, f"{first} and {second} do not do the same work")


@pytest.mark.parametrize(
    ("gap", "verdict", "reason"),
    [
        ((10, 20), "confirmed", None),
        ((9, 20), "open", "the interval reaches over a bound of 10 to 20 ns"),
        ((10, 21), "open", "the interval reaches over a bound of 10 to 20 ns"),
        ((0, 10), "open", "less than published, and the direction is open"),  # open which way
        ((1, 10), "same direction, smaller", None),
        ((20, 30), "same direction, larger", None),
        ((-9, -1), "opposite here", None),
    ],
)
def test_the_bounds_of_a_band_belong_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gap: tuple[float, float], verdict: str, reason: str | None
) -> None:
    monkeypatch.setattr("iotrial.claims.evaluator.apart", lambda *given, **more: Interval(15, *gap))
    of_claim = {"figure": (10, 20), "within": 0.0}
    levels = [made.level({"records": 1}, "php/a", ["php/b"])]
    ratios = {"php/b": 0.5 if gap[1] < 0 else 1.5}
    found = row(tmp_path, "gap", "php/b", "php/a", of_claim=of_claim, levels=levels, ratios=ratios)
    assert told(found) == (verdict, 15, f"15 [{gap[0]}, {gap[1]}] ns for each of its bytes", reason)


@pytest.mark.parametrize("gap", [(-9, -1), (1, 9), (30, 40)])
def test_a_gap_within_the_margin_of_both_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gap: tuple[float, float]
) -> None:
    monkeypatch.setattr("iotrial.claims.evaluator.apart", lambda *given, **more: Interval(sum(gap) / 2, *gap))
    of_claim = {"figure": (10, 20), "within": 0.0}
    levels = [made.level({"records": 1}, "php/a", ["php/b"])]
    given: Any = {"of_claim": of_claim, "levels": levels}
    assert row(tmp_path / "same", "gap", "php/b", "php/a", **given, ratios={"php/b": 1.001}).verdict == "equal here"
    of_claim["figure"] = (10, 20) if gap[1] < 0 else (-20, -10)
    (wide,) = verdicts(
        tmp_path / "wide", claim("gap", "php/b", "php/a", **of_claim), levels=levels, ratios={"php/b": 1.0}, noise=0.2
    )
    assert (wide.verdict, wide.reason) == ("open", "less than published, and the direction is open")  # and not opposite


@pytest.mark.parametrize(
    ("arms", "figure", "verdict"),
    [
        (("php/c", "php/b"), 3000, "confirmed"),
        (("php/c", "php/b"), 1001, "confirmed"),
        (("php/c", "php/b"), 800, "same direction, larger"),
        (("php/b", "php/c"), 800, "confirmed"),
    ],
)
def test_what_takes_only_so_much_longer_may_take_less(
    tmp_path: Path, arms: tuple[str, str], figure: float, verdict: str
) -> None:
    # 2 ms for 1,000 bytes, and 3 ms: 1,000 ns for each.
    levels = [made.level({"records": 1}, "php/a", [made.arm(name, work=1000) for name in ("php/b", "php/c")])]
    of_claim = {"figure": (figure, figure), "within": 0.0, "at_most": True}
    found = row(tmp_path, "gap", *arms, of_claim=of_claim, levels=levels, ratios={"php/c": 1.5})
    assert found.verdict == verdict and found.size is None
    assert found.tolerance == f"{figure:,.0f} ns or less"
