"""The fair form beside the published one: artefacts, and figures that are wrong as they were published."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import SIZES, claim, memories, row, told, verdicts
from judge import made


def test_an_artefact_is_what_the_fair_benchmark_does_not_bear_out(tmp_path: Path) -> None:
    told = claim("order", "php/a", "php/b", fair=("php/a", "php/c"))
    for ratios, verdict in (
        ({"php/b": 2.0, "php/c": 1.0}, "artefact"),
        ({"php/b": 2.0, "php/c": 0.5}, "artefact"),
        ({"php/b": 2.0, "php/c": 1.5}, "confirmed"),
        ({"php/b": 1.0, "php/c": 1.0}, "equal here"),
        ({"php/b": 2.0, "php/c": 1.01}, "confirmed"),
    ):
        (row,) = verdicts(tmp_path / f"{ratios}", told, ratios=ratios)
        assert row.verdict == verdict, ratios
        if verdict == "artefact":
            assert "php/a, php/c" in row.reason and row.fair.measured == pytest.approx(1 / ratios["php/c"], rel=0.01)


def test_a_fair_form_that_overlaps_with_the_published_one_makes_no_artefact(tmp_path: Path) -> None:
    told = claim("ratio", "php/b", "php/a", figure=(1.5, 1.5), fair=("php/c", "php/a"))
    (found,) = verdicts(tmp_path, told, ratios={"php/b": 1.04, "php/c": 1.015}, noise=0.02)
    assert found.low < found.fair.high and found.fair.low < 1 < found.fair.high  # neither quicker nor slower
    assert (found.verdict, found.design) == ("same direction, smaller", "open")
    assert found.reason == "with the fault mended it is equal, and the two overlap"


def test_what_depends_on_the_level_is_an_artefact_too_if_the_fair_benchmark_says_otherwise(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 2, np.array([2.0, 2.0, 0.5])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    for ratio, verdict in ((1.0, "artefact"), (0.5, "artefact"), (2.0, "only at")):
        (row,) = verdicts(
            tmp_path / str(ratio),
            claim("order", "php/a", "php/b", fair=("php/a", "php/c")),
            levels=levels,
            ratios={"php/c": ratio},
            change=turn,
        )
        assert row.verdict == verdict, ratio
        assert row.fair.measured == pytest.approx(1 / ratio, rel=0.01)


def test_a_fair_benchmark_that_depends_on_the_level_is_told(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in SIZES]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        ratio = np.where(columns["arm"] == 3, np.array([2.0, 2.0, 0.5])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * ratio).astype(np.int64)}

    told = claim("order", "php/a", "php/b", fair=("php/a", "php/c"))
    (row,) = verdicts(tmp_path, told, levels=levels, ratios={"php/b": 2.0}, change=turn)
    assert row.verdict == "confirmed" and row.reason is not None
    assert row.reason.startswith("with the fault mended it holds only in part: records: as said up to")


def test_the_fair_benchmark_is_told_with_all_its_figures(tmp_path: Path) -> None:
    found = row(
        tmp_path,
        "order",
        "php/a",
        "php/b",
        of_claim={"fair": ("php/a", "php/c")},
        ratios={"php/b": 2.0, "php/c": 0.5},
    )
    reason = "with the fault mended (php/a, php/c) it comes out otherwise: opposite"
    assert (found.verdict, found.reason) == ("artefact", reason)
    fair = found.fair
    assert (fair.measured, fair.low, fair.high) == pytest.approx((2.0, 2.0, 2.0))
    assert (fair.said, fair.level) == (None, "records=10 sink=pipe")
    assert (fair.arm, fair.over) == ("php/a", "php/c")
    records = made.level({"records": 10}, "php/a", [made.arm("php/b", memory=memories(runtime_peak_bytes=9)), "php/c"])
    counted = row(
        tmp_path / "counted",
        "differ",
        "php/a",
        "php/b",
        of_claim={"of": "runtime memory", "fair": ("php/a", "php/c")},
        levels=[records],
    )
    assert counted.verdict == "artefact" and counted.fair.said == "430,080 bytes each"


def test_a_fair_benchmark_that_says_nothing_leaves_the_verdict_and_says_why(tmp_path: Path) -> None:
    absent = row(tmp_path, "order", "php/a", "php/b", of_claim={"fair": ("php/a", "php/x")}, ratios={"php/b": 2.0})
    assert (absent.verdict, absent.reason) == (
        "confirmed",
        "the benchmark with the fault mended is not run: php/x is not in the run",
    )


def published(ratio: str = "php/as_published") -> list[Any]:
    """A level with an arm that is wrong as it was published, and is timed all the same."""
    wrong = made.arm(ratio, status="disqualified", reason="returns no names", tags=["as-published"])
    return [made.level({"entries": 10}, "php/a", [wrong, "php/fair"])]


@pytest.mark.parametrize(("fair", "verdict"), [(2.0, "confirmed"), (1.0, "artefact"), (1.01, "open")])
def test_what_is_wrong_as_published_counts_only_beside_the_fair_one(tmp_path: Path, fair: float, verdict: str) -> None:
    names = ("php/a", "php/as_published")
    ratios = {"php/as_published": 2.0, "php/fair": fair}
    beside, alone, fault = verdicts(
        tmp_path,
        claim("order", *names, fair=("php/a", "php/fair")),
        claim("order", *names),
        claim("order", *names, fault=True),
        levels=published(),
        ratios=ratios,
        noise=0.001 if fair != 1.01 else 0.02,
    )
    assert beside.verdict == verdict
    assert alone.verdict == "not run" and "returns no names" in alone.reason
    assert fault.verdict == "confirmed"


def test_an_arm_that_is_wrong_and_was_not_published_is_never_timed(tmp_path: Path) -> None:
    wrong = made.arm("php/b", status="disqualified", reason="returns no names")
    levels = [made.level({"entries": 10}, "php/a", [wrong])]
    (row,) = verdicts(tmp_path, claim("order", "php/a", "php/b", fault=True), levels=levels, ratios={"php/b": 2.0})
    assert row.verdict == "not run"


def test_an_arm_that_is_wrong_as_published_is_timed_at_another_level_too_and_gives_nothing(tmp_path: Path) -> None:
    wrong = made.arm(
        "php/wrong", status="disqualified", reason="no names", tags=["as-published"], guarantees={"lock": "none"}
    )
    levels = [made.level({"target": name}, "php/a", [wrong]) for name in ("ram", "disk")]
    of_claim = {
        "figure": (1.5, 2.5),
        "within": 0.0,
        "at": {"target": "ram"},
        "over_at": {"target": "disk"},
        "fault": True,
    }
    found = row(
        tmp_path,
        "ratio",
        "php/wrong",
        "php/wrong",
        of_claim=of_claim,
        levels=levels,
        change=lambda sweep, columns: {
            **columns,
            "wall_ns": columns["wall_ns"] * np.where((columns["level"] == 0) & (columns["arm"] == 2), 2, 1),
        },
    )
    assert (found.verdict, found.measured) == ("confirmed", pytest.approx(2))
    gives = row(
        tmp_path / "gives", "gives", "php/wrong", of_claim={"gives": {"lock": "none"}, "fault": True}, levels=levels
    )
    assert told(gives) == ("not run", None, None, "php/wrong is disqualified: no names")


@pytest.mark.parametrize(
    ("fair", "verdict", "of_published", "reason"),
    [
        (0.5, "open", "opposite here", "with the fault mended it is as said"),
        (2.0, "opposite here", None, "with the fault mended it is opposite, too"),
        (None, "not run", "opposite here", "the benchmark with the fault mended is not run"),
    ],
)
def test_what_is_wrong_as_published_refutes_nothing_alone(
    tmp_path: Path, fair: float | None, verdict: str, of_published: str | None, reason: str
) -> None:
    told = claim("slower", "php/a", "php/as_published", fair=("php/a", "php/fair" if fair else "php/gone"))
    ratios = {"php/as_published": 2.0, "php/fair": fair or 1.0}
    (found,) = verdicts(tmp_path, told, levels=published(), ratios=ratios)
    assert found.verdict == verdict and found.reason.startswith(reason)
    assert (found.as_published.verdict if found.as_published else None) == of_published
    assert found.direction == {"open": "as said", "opposite here": "opposite", "not run": None}[verdict]


def two_levels(folder: Path, published: tuple[float, float], fair: tuple[float, float], *, fails: bool = False) -> Any:
    """A claim that the first arm is slower, at two levels, by ratios of the second arm and of the fair one."""
    gone = made.arm("php/f", status="failed", reason="died")
    levels = [
        made.level({"records": size}, "php/a", ["php/b", gone if fails and size == 2 else "php/f"]) for size in (1, 2)
    ]
    factors = np.array([[1, 1, one, other] for one, other in zip(published, fair, strict=True)])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wall = columns["wall_ns"] * factors[columns["level"], columns["arm"]]
        return {**columns, "wall_ns": wall.astype(np.int64)}

    told = claim("slower", "php/b", "php/a", fair=("php/f", "php/a"))
    (found,) = verdicts(folder, told, levels=levels, change=change)
    return found


def test_an_artefact_is_judged_where_the_published_form_holds(tmp_path: Path) -> None:
    agrees = two_levels(tmp_path / "agrees", (0.5, 1.25), (0.8, 1.0), fails=True)
    assert (agrees.verdict, agrees.design) == ("only at", "open")
    assert agrees.reason.endswith(
        "with the fault mended it is opposite elsewhere, and not known at records=2, where it holds"
    )
    for order in ("first", "last"):
        figures = ((0.5, 1.25), (0.55, 0.85)) if order == "last" else ((1.25, 0.5), (0.85, 0.55))
        apart = two_levels(tmp_path / order, *figures)
        assert (apart.verdict, apart.design) == ("artefact", "artefact"), order


def test_a_fair_form_that_was_not_run_everywhere_is_told(tmp_path: Path) -> None:
    found = two_levels(tmp_path, (1.5, 1.5), (1.5, 1.5), fails=True)
    assert (found.verdict, found.design) == ("confirmed", "fair form agrees")
    assert found.reason == "with the fault mended it is not known at records=2"


def test_a_fair_form_that_holds_where_the_published_one_does_not_makes_no_artefact(tmp_path: Path) -> None:
    found = two_levels(tmp_path, (1.25, 0.5), (0.8, 1.25))
    assert (found.verdict, found.design) == ("only at", "open")
    assert "with the fault mended it holds only in part" in found.reason
