"""A made-up run without noise: the variants of a method, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.cautions import sentence
from iotrial.store.record import (
    Arm,
    LevelRecord,
    VariantRecord,
)
from judge import made
from judge.every_figure import FACTORS, codes, judged, slower_at_times


def varied(*others: Arm, **given: Any) -> LevelRecord:
    first = made.arm("php/a@1", variant=VariantRecord(of="php/a", label="1", is_first=True), role="baseline")
    arms = [first, first.model_copy(update={"role": "placebo"}), *others]
    return made.level(FACTORS, "php/a@1", [], arms=arms, **given)


def second(**given: Any) -> Arm:
    return made.arm("php/a@2", variant=VariantRecord(of="php/a", label="2"), **given)


def test_a_variant_has_all_its_figures(tmp_path: Path) -> None:
    (level,) = judged(tmp_path, varied(second()), ratios={"php/a@2": 1.5}, change=slower_at_times).levels
    (row,) = level.variants
    ratios = 1.5 * (1 + 0.1 * np.arange(12))
    assert row.model_dump(exclude={"cautions"}) == {
        "arm": "php/a@2",
        "over": "php/a@1",
        "ratio": pytest.approx(np.sqrt(ratios[5] * ratios[6])),
        "low": pytest.approx(ratios[1]),  # one pair of a run with other verdicts: the second of twelve from either end
        "high": pytest.approx(ratios[10]),
        "rounds": 12,
        "verdict": "slower",
        "may_be_equal": True,
        "reason": None,
    }
    assert codes(row) == []


def test_a_variant_that_still_moves_is_undecided_and_says_so(tmp_path: Path) -> None:
    def slower_and_slower(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, 1.5 + 0.1 * sweep, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).round().astype(np.int64)}

    (level,) = judged(tmp_path, varied(second()), change=slower_and_slower).levels
    (row,) = level.variants
    assert (row.verdict, row.may_be_equal, codes(row)) == ("undecided", False, ["autocorrelation", "trend"])
    assert row.low > 1.5 and (level.arms[1].verdict, level.winner) == ("undecided", None)


def test_a_clock_that_is_too_coarse_bars_equality_and_nothing_else(tmp_path: Path) -> None:
    coarse = {"iterations": 4, "clock_step_ns": 100_000}  # a sample of 8 ms has 80 steps, and takes 1000
    level = varied(second(**coarse), made.arm("php/b", **coarse), made.arm("php/c", **coarse))
    (found,) = judged(tmp_path, level, ratios={"php/a@2": 1.0, "php/b": 1.0, "php/c": 2.0}).levels
    assert [arm.verdict for arm in found.arms[1:]] == ["undecided", "undecided", "slower"]
    assert [codes(arm) for arm in found.arms[1:]] == [["coarse_clock"]] * 3
    (row,) = found.variants
    assert (row.verdict, row.may_be_equal, codes(row)) == ("undecided", False, ["coarse_clock"])
    several = varied(second(**coarse), window_ns=250_000_000)  # there the window says how long a sample is
    (found,) = judged(tmp_path / "several", several, ratios={"php/a@2": 1.0}).levels
    assert found.arms[1].verdict == "equivalent" and found.variants[0].verdict == "equivalent"


def test_a_variant_that_cannot_be_compared_says_why(tmp_path: Path) -> None:
    def row(name: str, other: Arm, **given: Any) -> Any:
        of_level = {key: given.pop(key) for key in ("level", "floors") if key in given}
        level = varied(other, **{key: value for key, value in of_level.items() if key != "level"})
        level = level.model_copy(update={"level": of_level.get("level", FACTORS)})
        (found,) = judged(tmp_path / name, level, **given).levels[0].variants
        return found

    failed = row("failed", second(status="failed"))
    assert (failed.verdict, failed.reason) == (None, "php/a@2 is failed: no reason is stored")
    assert (failed.ratio, failed.low, failed.high, failed.rounds, failed.may_be_equal) == (None, None, None, 0, False)
    assert failed.cautions == []
    unread = row("unread", second(tags=["untouched"]), level={"sink": "null"})
    assert (unread.verdict, unread.reason) == (None, "php/a@2 hands over bytes that nobody reads")
    floor = made.arm("c/least", role="floor", floor="copying")
    ratios = {"php/a@2": 0.3, "c/least": 0.5}
    level = {"file_bytes": 20_971_520, "sink": "pipe"}
    beyond = row("beyond", second(), floors=[floor], level=level, ratios=ratios)
    assert (beyond.verdict, beyond.reason) == ("faster", None)
    few = row("few", second(), sweeps=3)
    assert (few.verdict, few.reason, few.ratio, few.low, few.rounds) == ("undecided", None, 1.0, None, 3)


def test_doubts_about_variants_have_their_figures(tmp_path: Path) -> None:
    def told(name: str, other: Arm) -> list[tuple[str, str]]:
        (row,) = judged(tmp_path / name, varied(other)).levels[0].variants
        assert (row.verdict, row.may_be_equal) == ("undecided", False)
        return [(one.code, one.text) for one in row.cautions]

    uneven = sentence("uneven_pair", {"iterations": 8, "others": 4, "over": "php/a@1"})
    assert told("uneven", second(iterations=8)) == [("uneven_pair", uneven)]
    cost = sentence("kit_cost", {"kit_ns": 500_000.0, "share": 0.25})
    assert told("kit", second(kit_ns=500_000.0)) == [("kit_cost", cost)]
    (row,) = judged(tmp_path / "tenth", varied(second(kit_ns=200_000.0))).levels[0].variants
    assert (row.verdict, row.cautions) == ("equivalent", [])
    changed = second(guarantees={"lock": "none"})
    (row,) = judged(tmp_path / "changed", varied(changed)).levels[0].variants
    told_of = {"over": "php/a@1", "differences": "lock none instead of undeclared"}
    assert (row.verdict, row.may_be_equal) == ("equivalent", True)
    assert [(one.code, one.text) for one in row.cautions] == [
        ("changed_guarantees", sentence("changed_guarantees", told_of))
    ]


def test_the_dearer_kit_of_two_variants_is_told(tmp_path: Path) -> None:
    level = varied(second(kit_ns=400_000.0))
    dear = [arm.model_copy(update={"kit_ns": 600_000.0}) if arm.role != "arm" else arm for arm in level.arms]
    (row,) = judged(tmp_path, level.model_copy(update={"arms": dear})).levels[0].variants
    assert [one.text for one in row.cautions] == [sentence("kit_cost", {"kit_ns": 600_000.0, "share": 0.3})]


def test_a_kit_whose_cost_is_not_known_is_no_hindrance(tmp_path: Path) -> None:
    (found,) = judged(tmp_path, made.level(FACTORS, "php/a", [made.arm("php/b", kit_ns=None)])).levels[0].arms[1:]
    assert found.verdict == "equivalent"


def test_a_coarse_clock_and_a_short_sample_say_how_coarse_and_how_short(tmp_path: Path) -> None:
    # 4 iterations of 2 ms are 8 ms.
    def told(**given: Any) -> list[tuple[str, str]]:
        of_run = {"sample_ns": given.pop("sample_ns", None)}
        window = given.pop("window_ns", None)
        level = made.level(FACTORS, "php/a", [made.arm("php/b", **given)], window_ns=window)
        root = tmp_path / str(len(list(tmp_path.iterdir())) if tmp_path.exists() else 0)
        return [(one.code, one.text) for one in judged(root, level, of_run=of_run).levels[0].arms[1].cautions]

    coarse = sentence("coarse_clock", {"step_ns": 8001, "share": 8001 / 8_000_000})
    assert told(clock_step_ns=8001) == [("coarse_clock", coarse)]
    assert told(clock_step_ns=8000) == told(clock_step_ns=None) == told(clock_step_ns=8001, iterations=None) == []
    short = sentence("short_sample", {"sample_ms": 8.0, "wanted_ms": 17.0})
    assert told(sample_ns=17_000_000) == [("short_sample", short)]
    assert told(sample_ns=16_000_000) == told(sample_ns=17_000_000, iterations=None) == []
    assert told(sample_ns=17_000_000, clock_step_ns=8001, window_ns=8_000_000) == []
