"""Time and memory over sizes: a line, flat, or neither."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import SIZES, claim, row, told, verdicts
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds.growth import Growth
from iotrial.claims.outcome import Outcome
from iotrial.judge.bounds import Bounds, KnownBounds
from iotrial.judge.judging import Judging
from iotrial.judge.statements_across import MemoryGrowth, SizeCost
from iotrial.store.record import Arm
from judge import made


def sized() -> list[Any]:
    """Levels of three sizes, each with as much work."""
    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in SIZES]
    return [
        level.model_copy(update={"arms": [arm.model_copy(update={"work": size}) for arm in level.arms]})
        for level, size in zip(levels, SIZES, strict=True)
    ]


def test_memory_of_too_few_processes_leaves_it_open_whatever_it_looks_like(tmp_path: Path) -> None:
    arms = {
        size: [
            made.with_memory("php/a", size, mapped=0, own=0, processes=3, role=role) for role in ("baseline", "placebo")
        ]
        for size in made.MEMORY_SIZES
    }
    levels = [made.level({"file_bytes": size}, "php/a", [], arms=given) for size, given in arms.items()]
    (row,) = verdicts(tmp_path, claim("growth", "php/a", of="held memory", shape="flat"), levels=levels)
    assert row.verdict == "open"
    assert (row.measured, row.low, row.high, row.said) == (0, None, None, "0.00 bytes")


def test_memory_grows_or_is_flat(tmp_path: Path) -> None:
    stored = made.opened(tmp_path, made.memory_run())
    told = [
        claim("growth", "php/readfile", of="held memory", shape="flat"),
        claim("growth", "php/file_get_contents", of="held memory", shape="linear"),
        claim("growth", "c/mmap_write", of="memory", shape="linear"),
        claim("growth", "c/mmap_write", of="held memory", shape="linear"),
    ]
    rows: list[Any] = list(judge_claims([Judging(stored)], told))
    assert [row.verdict for row in rows] == ["confirmed", "confirmed", "confirmed", "holds nowhere tested"]
    assert rows[0].said.startswith("0.00 [0.00, ") and rows[0].said.endswith("] bytes")
    assert rows[1].said == "1.00 [1.00, 1.00] bytes"
    assert (rows[1].low, rows[1].measured, rows[1].high) == pytest.approx((1, 1, 1), abs=0.01)
    assert rows[1].level == "file_bytes"
    assert rows[1].reason == "php/file_get_contents, memory for each of file_bytes"


@pytest.mark.parametrize(("bend", "verdict"), [(1.0, "confirmed"), (4.0, "holds nowhere tested")])
def test_time_is_linear_where_a_line_describes_it(tmp_path: Path, bend: float, verdict: str) -> None:
    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        sizes = np.array([10.0, 100.0 * bend, 1000.0])[columns["level"]]
        return {**columns, "wall_ns": (columns["wall_ns"] * sizes).astype(np.int64)}

    linear = claim("growth", "php/b", of="time", shape="linear", within=0.2)
    (row,) = verdicts(tmp_path, linear, levels=sized(), change=grow, sweeps=14)
    assert row.verdict == verdict


@pytest.mark.parametrize(
    ("slope", "shape", "verdict"),
    [
        (0.0, "flat", "confirmed"),
        (1.0, "flat", "holds nowhere tested"),
        (0.0, "linear", "holds nowhere tested"),
        (1.0, "linear", "confirmed"),
    ],
)
def test_time_that_is_flat_is_told_from_time_that_grows(tmp_path: Path, slope: float, shape: str, verdict: str) -> None:
    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        sizes = 1 + slope * np.array(SIZES)[columns["level"]]
        return {**columns, "wall_ns": (columns["wall_ns"] * sizes).astype(np.int64)}

    told = claim("growth", "php/b", of="time", shape=shape, within=0.1)
    (row,) = verdicts(tmp_path, told, levels=sized(), change=grow)
    (few,) = verdicts(tmp_path / "few", told, levels=sized(), change=grow, sweeps=6)
    assert row.verdict == verdict and row.low <= row.measured <= row.high
    assert few.verdict == "open"


def costs(misfit: tuple[float, float, float], growth: tuple[float | None, float | None, float | None]) -> SizeCost:
    """Cost over sizes, as medians with their bounds."""
    none = Bounds(median=None, low=None, high=None)
    bounds = [Bounds(median=median, low=low, high=high) for low, median, high in (misfit, growth)]
    return SizeCost(
        factor="records",
        at={},
        arm="php/b",
        sizes=3,
        fixed_ns=none,
        unit_ns=none,
        misfit_share=bounds[0],
        growth_share=bounds[1],
    )


FITS, BENDS, EITHER = (0.01, 0.02, 0.1), (0.11, 0.2, 0.3), (0.1, 0.15, 0.2)


GROWS, GROWS_A_LITTLE, FLAT, OPEN = (0.11, 2.0, 3.0), (0.01, 0.02, 0.1), (0.0, 0.02, 0.1), (0.0, 0.05, 0.11)


@pytest.mark.parametrize(
    ("misfit", "growth", "linear", "flat"),
    [
        (FITS, GROWS, "confirmed", "holds nowhere tested"),
        (FITS, GROWS_A_LITTLE, "confirmed", "confirmed"),
        (FITS, FLAT, "holds nowhere tested", "confirmed"),
        (FITS, OPEN, "open", "open"),
        (BENDS, GROWS, "holds nowhere tested", "holds nowhere tested"),
        (BENDS, FLAT, "holds nowhere tested", "open"),
        (EITHER, GROWS, "open", "holds nowhere tested"),
        (EITHER, FLAT, "open", "open"),
        (FITS, (0.1, 0.2, 0.3), "confirmed", "open"),
    ],
)
def test_time_over_sizes_is_a_line_flat_or_neither(
    misfit: tuple[float, float, float], growth: tuple[float, float, float], linear: str, flat: str
) -> None:
    for shape, figure, verdict in (("linear", misfit, linear), ("flat", growth, flat)):
        found = Growth(key="1", says="", of="time", shape=shape, within=0.1)._time(costs(misfit, growth))
        low, median, high = figure
        off = "off a line" if shape == "linear" else "more at the largest size"
        said = f"php/b {median:.0%} [{low:.0%}, {high:.0%}] {off}"
        reason = "the interval reaches over 10%" if verdict == "open" else None
        assert found == Outcome(verdict, median, low, high, reason, said, "records", "php/b")  # type: ignore[arg-type]


def test_time_over_sizes_without_an_interval_is_open() -> None:
    for shape in ("linear", "flat"):
        told_of = Growth(key="1", says="", of="time", shape=shape)
        found = told_of._time(costs(FITS, (None, 0.5, None)))
        reason = "too few rounds for a line of php/b"
        assert found == Outcome("open", reason=reason, level="records", series="php/b")


def test_growth_takes_several_sizes(tmp_path: Path) -> None:
    for of in ("time", "memory", "held memory"):
        found = row(tmp_path / of, "growth", "php/b", of_claim={"of": of, "shape": "flat"})
        needs = "it takes several sizes, and for memory a run that takes it apart"
        assert told(found) == ("not run", None, None, needs)


def test_growth_is_of_the_levels_that_the_claim_speaks_of(tmp_path: Path) -> None:
    stored = made.opened(tmp_path, made.memory_run())

    def said(of: str, sink: str) -> str:
        told_of = claim("growth", "c/mmap_write", of=of, shape="linear", at={"sink": sink})
        (found,) = judge_claims([Judging(stored)], [told_of])
        return found.verdict

    assert (said("memory", "pipe"), said("held memory", "pipe"), said("memory", "unix")) == (
        "confirmed",
        "holds nowhere tested",
        "not run",
    )


def test_memory_over_sizes_is_told_in_bytes_for_each_unit() -> None:
    def said(shape: str, verdict: Any, *bounds: float | None, misfit_bytes: float = 0.0) -> Outcome:
        low, median, high = bounds
        assert median is not None
        return Growth(key="1", says="", of="memory", shape=shape)._memory(
            MemoryGrowth(
                factor="records",
                at={},
                arm="php/b",
                of="peak",
                units=[1, 2],
                processes=8,
                needed_processes=6,
                bytes_per_unit=KnownBounds(median=median, low=low, high=high),
                least=0.0,
                most=0.0,
                steps=[],
                misfit_bytes=misfit_bytes,
                flat_below=1.0,
                verdict=verdict,
            )
        )

    reason = "php/b, memory for each of records"
    grows = said("linear", "grows", 1000.125, 2000.0, 3000.5)
    told_of = "2,000.00 [1,000.12, 3,000.50] bytes"
    assert grows == Outcome("confirmed", 2000.0, 1000.125, 3000.5, reason, told_of, "records", "php/b")
    assert said("flat", "flat", -0.001, -0.004, 0.0).said == "0.00 [0.00, 0.00] bytes"
    assert said("flat", "undecided", None, 1.5, None) == Outcome(
        "open", 1.5, None, None, reason, "1.50 bytes", "records", "php/b"
    )
    verdicts_of = {
        (shape, verdict): said(shape, verdict, 1.0, 2.0, 3.0).verdict
        for shape in ("linear", "flat")
        for verdict in ("flat", "grows", "falls", "undecided")
    }
    assert verdicts_of == {
        ("linear", "flat"): "holds nowhere tested",
        ("linear", "grows"): "confirmed",
        ("linear", "falls"): "holds nowhere tested",
        ("linear", "undecided"): "open",
        ("flat", "flat"): "confirmed",
        ("flat", "grows"): "holds nowhere tested",
        ("flat", "falls"): "holds nowhere tested",
        ("flat", "undecided"): "open",
    }

    # It grows by 2,000 bytes from the smallest to the largest.
    assert said("linear", "grows", 1000.0, 2000.0, 3000.0, misfit_bytes=400.0).verdict == "confirmed"
    bent = said("linear", "grows", 1000.0, 2000.0, 3000.0, misfit_bytes=401.0)
    assert bent.verdict == "open"
    assert bent.reason == f"{reason}: more at the largest, and by over 20% off a line between"


def test_an_arm_without_a_line_and_sizes_without_a_figure_are_named(tmp_path: Path) -> None:
    def level(size: int, *, b: str, c: str) -> Any:
        arms = [made.arm("php/a", role=role, work=size) for role in made.ROLES_OF_1]
        others = [
            made.arm(name, status=status, reason="no names", work=size) for name, status in (("php/b", b), ("php/c", c))
        ]
        return made.level({"entries": size}, "php/a", [], arms=[*arms, *others])

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.array([1, 10, 100, 1000])[columns["level"]]}

    measured, wrong = "measured", "disqualified"
    linear = claim("growth", "php/b", "php/c", of="time", shape="linear", within=0.2)
    levels = [level(size, b=measured, c=wrong) for size in (1, 10, 100, 1000)]
    (found,) = verdicts(tmp_path / "arm", linear, levels=levels, change=grow, sweeps=20)
    assert (found.verdict, found.reason) == ("not run", "nothing is known of php/c: php/c is disqualified: no names")

    levels = [level(size, b=measured, c=measured if size > 1 else wrong) for size in (1, 10, 100, 1000)]
    (found,) = verdicts(tmp_path / "size", linear, levels=levels, change=grow, sweeps=20)
    assert (found.verdict, found.missing_levels) == ("confirmed", ("entries=1",))
    assert found.reason == "not known at entries=1: php/c is disqualified: no names"


def sized_arms(size: int) -> list[Arm]:
    return [made.arm("php/a", role=role, work=size) for role in made.ROLES_OF_1]


def test_the_cost_of_work_is_of_the_levels_that_the_claim_speaks_of(tmp_path: Path) -> None:
    levels = [
        made.level({"records": size, "sink": sink}, "php/a", [], arms=sized_arms(size))
        for sink in ("pipe", "unix")
        for size in (10, 100, 1000)
    ]

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.array([10, 100, 1000, 1, 1, 1])[columns["level"]]
        return {**columns, "wall_ns": columns["wall_ns"] * factor}

    for sink, verdict in (("pipe", "confirmed"), ("unix", "holds nowhere tested")):
        of_claim = {"of": "time", "shape": "linear", "within": 0.1, "at": {"sink": sink}}
        found = row(tmp_path / sink, "growth", "php/a", of_claim=of_claim, levels=levels, change=grow)
        assert found.verdict == verdict
