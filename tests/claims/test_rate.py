"""Rates: told by the spread of the rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claims.judged import claim, row, told, verdicts
from judge import made


@pytest.mark.parametrize(
    ("band", "sweeps", "verdict"),
    [
        ((40, 60), 12, "confirmed"),
        ((200, 300), 12, "same direction, smaller"),
        ((10, 50), 12, "open"),
        ((40, 60), 3, "open"),
    ],
)
def test_a_rate_is_told_by_the_spread_of_rounds(
    tmp_path: Path, band: tuple[float, float], sweeps: int, verdict: str
) -> None:
    # 100 records of 1,000 bytes in 2 ms are 50 MB/s.
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]
    (row,) = verdicts(
        tmp_path,
        claim("rate", "php/b", figure=band, within=0.0),
        levels=levels,
        ratios={"php/b": 1.0},
        sweeps=sweeps,
        noise=0.05,
    )
    assert row.verdict == verdict
    if sweeps == 12:
        assert row.measured == pytest.approx(50, rel=0.1) and "MB/s, spread" in row.said


def test_an_arm_that_beats_the_reference_has_a_rate(tmp_path: Path) -> None:
    least = made.arm("c/least", role="floor", floor="copying", work=100)
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("c/d", work=100)], floors=[least])]
    (row,) = verdicts(
        tmp_path, claim("rate", "c/d", figure=(40, 600), within=0.0), levels=levels, ratios={"c/d": 0.3, "c/least": 0.5}
    )
    assert row.verdict == "confirmed"


@pytest.mark.parametrize(
    ("band", "verdict", "reason"),
    [
        ((50, 60), "confirmed", None),
        ((40, 50), "confirmed", None),
        ((51, 60), "same direction, smaller", None),
        ((40, 49), "same direction, larger", None),
    ],
)
def test_a_rate_is_in_millions_of_bytes_a_second(
    tmp_path: Path, band: tuple[float, float], verdict: str, reason: str | None
) -> None:
    # 100 records of 1,000 bytes in 2 ms.
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]
    found = row(tmp_path, "rate", "php/b", of_claim={"figure": band, "within": 0.0}, levels=levels, sweeps=6)
    assert told(found) == (verdict, pytest.approx(50), "50 MB/s, spread 50 to 50", reason)
    assert (found.low, found.high) == pytest.approx((50, 50))
    few = row(tmp_path / "few", "rate", "php/b", of_claim={"figure": band, "within": 0.0}, levels=levels, sweeps=5)
    assert told(few) == ("open", None, None, "too few rounds for a spread")


@pytest.mark.parametrize(
    ("factors", "work", "rate"),
    [
        ({"file_bytes": 100_000}, 100_000, 50),
        ({"file_bytes": 100_000, "files": 3}, 100_000, None),
        ({"entries": 10}, 100_000, None),
        ({"record_bytes": 1000}, None, None),
    ],
)
def test_a_rate_is_of_arms_whose_bytes_are_counted(
    tmp_path: Path, factors: dict[str, int | str], work: int | None, rate: float | None
) -> None:
    levels = [made.level(factors, "php/a", [made.arm("php/b", work=work)])]
    found = row(tmp_path, "rate", "php/b", of_claim={"figure": (40, 60), "within": 0.0}, levels=levels)
    if rate is None:
        assert told(found) == ("not run", None, None, "nobody counts the bytes of php/b")
    else:
        assert (found.verdict, found.measured) == ("confirmed", pytest.approx(rate))


def test_a_spread_that_reaches_over_a_bound_decides_no_rate(tmp_path: Path) -> None:
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * (2 if sweep % 2 else 1)}

    found = row(tmp_path, "rate", "php/b", of_claim={"figure": (20, 40), "within": 0.0}, levels=levels, change=waver)
    assert found.verdict == "open" and found.reason == "the spread reaches over a bound of 20 to 40 MB/s"
    assert (found.low, found.high) == pytest.approx((25, 50)) and found.said == "33 MB/s, spread 25 to 50"
    for band in ((50, 60), (10, 25)):  # the bounds belong to the band
        beside = row(
            tmp_path / str(band), "rate", "php/b", of_claim={"figure": band, "within": 0.0}, levels=levels, change=waver
        )
        assert beside.verdict == "open"
