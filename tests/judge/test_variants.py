"""Variants of one method, each directly over the first of them, whatever the level's baseline is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judge_run import judge_run
from iotrial.judge.judge_variants import VariantPair, pairs_of
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import pair_ratio
from iotrial.stats.interval import ALPHA
from iotrial.store.record import Arm, Run, VariantRecord
from judge import made


def variant(of: str, label: str, *, is_first: bool = False, **given: Any) -> Arm:
    record = VariantRecord(of=of, label=label, is_first=is_first, runtime_path=f"/usr/bin/php{label}")
    return made.arm(f"{of}@{label}", variant=record, **given)


def run(*others: Arm, **given: Any) -> Run:
    """Two sizes, php/readfile at 8.2 the baseline, and php/readfile at 8.4."""
    first = variant("php/readfile", "8.2", is_first=True, role="baseline")
    arms = [first, first.model_copy(update={"role": "placebo"}), variant("php/readfile", "8.4"), *others]
    levels = [made.level({"file_bytes": size}, "php/readfile@8.2", [], arms=arms) for size in (1, 2)]
    return made.run(levels, **given)


FREAD = (variant("php/fread", "8.2", is_first=True), variant("php/fread", "8.4"))


def test_every_variant_is_held_against_the_first_of_its_method(tmp_path: Path) -> None:
    ratios = {"php/readfile@8.4": 1.05, "php/fread@8.2": 2.0, "php/fread@8.4": 1.8, "c/splice": 0.5}
    document = made.judged(tmp_path, run(*FREAD, made.arm("c/splice")), ratios)
    for level in document.levels:
        rows = {row.arm: row for row in level.variants}
        assert {arm: (row.over, row.verdict) for arm, row in rows.items()} == {
            "php/readfile@8.4": ("php/readfile@8.2", "slower"),
            "php/fread@8.4": ("php/fread@8.2", "faster"),
        }
        low, ratio, high = (getattr(rows["php/fread@8.4"], name) for name in ("low", "ratio", "high"))
        assert ratio == pytest.approx(0.9, rel=0.002)
        assert low < ratio < high


def test_arms_name_their_method_and_what_tells_them_apart(tmp_path: Path) -> None:
    document = made.judged(tmp_path, run())
    told = [(arm.language, arm.method, arm.variant) for arm in document.levels[0].arms]
    assert told == [("php", "readfile", "8.2"), ("php", "readfile", "8.4")]


def test_only_levels_that_are_timed_have_pairs() -> None:
    given = run()
    skipped = given.levels[0].model_copy(update={"status": "skipped", "reason": "no room"})
    observed = given.levels[0].model_copy(update={"kind": "observed"})
    levels = [skipped, observed, given.levels[1]]
    assert pairs_of(given.model_copy(update={"levels": levels})) == [
        VariantPair(2, "php/readfile", "php/readfile@8.4", "php/readfile@8.2")
    ]


def test_a_baseline_that_is_not_the_first_of_its_method_is_compared_once(tmp_path: Path) -> None:
    later = variant("php/readfile", "8.4", role="baseline")
    arms = [later, later.model_copy(update={"role": "placebo"}), variant("php/readfile", "8.2", is_first=True)]
    level = made.level({"file_bytes": 1}, "php/readfile@8.4", [], arms=arms)
    (found,) = made.judged(tmp_path, made.run([level]), {"php/readfile@8.2": 2.0}, noise=0).levels
    (row,) = found.variants
    assert (row.arm, row.over) == ("php/readfile@8.4", "php/readfile@8.2")
    assert row.ratio == pytest.approx(0.5)


def test_the_intervals_are_corrected_for_all_pairs_and_levels(tmp_path: Path) -> None:
    stored = made.opened(tmp_path, run(*FREAD), noise=0.05, sweeps=30)
    assert len(pairs_of(stored.run)) == 4
    row = judge_run(Judging(stored)).levels[0].variants[0]
    names = ("php/readfile@8.4", "php/readfile@8.2")
    corrected, alone = (pair_ratio(Judging(stored), 0, *names, alpha=alpha) for alpha in (ALPHA / 4, ALPHA))
    assert corrected is not None and alone is not None
    assert (row.low, row.high) == (corrected.low, corrected.high) != (alone.low, alone.high)


@pytest.mark.parametrize(
    ("spoilt", "code"),
    [
        ({"iterations": 8}, "uneven_pair"),
        ({"kit_ns": 500_000.0}, "kit_cost"),
    ],
)
def test_unequal_counts_and_a_dear_kit_keep_two_from_being_equal(
    tmp_path: Path, spoilt: dict[str, Any], code: str
) -> None:
    first = variant("php/readfile", "8.2", is_first=True, role="baseline")
    arms = [first, first.model_copy(update={"role": "placebo"}), variant("php/readfile", "8.4", **spoilt)]
    levels = [made.level({"file_bytes": 1}, "php/readfile@8.2", [], arms=arms)]
    (row,) = made.judged(tmp_path, made.run(levels)).levels[0].variants
    assert not row.may_be_equal and row.verdict == "undecided"
    assert code in [caution.code for caution in row.cautions]
    equal = made.judged(tmp_path / "equal", run()).levels[0].variants[0]
    assert equal.may_be_equal and equal.verdict == "equivalent"


def test_what_still_moves_within_its_rounds_is_never_equal(tmp_path: Path) -> None:
    def moving(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        later = (columns["arm"] == 2) & (columns["block"] > 2)
        return {**columns, "wall_ns": np.where(later, columns["wall_ns"] * 1.02, columns["wall_ns"] * 1.0).astype(int)}

    (row,) = made.judged(tmp_path, run(), change=moving).levels[0].variants
    assert not row.may_be_equal
    assert "drift" in [caution.code for caution in row.cautions]


def test_changed_guarantees_are_told(tmp_path: Path) -> None:
    first = variant("php/log", "old", is_first=True, role="baseline", guarantees={"lock": "record"})
    arms = [
        first,
        first.model_copy(update={"role": "placebo"}),
        variant("php/log", "new", guarantees={"lock": "none"}),
    ]
    levels = [made.level({"records": 1}, "php/log@old", [], arms=arms)]
    (row,) = made.judged(tmp_path, made.run(levels)).levels[0].variants
    told = {caution.code: caution.text for caution in row.cautions}
    assert "lock none instead of record" in told["changed_guarantees"]


def test_one_that_was_not_measured_has_no_verdict_and_its_reason(tmp_path: Path) -> None:
    first = variant("php/readfile", "8.2", is_first=True, role="baseline")
    gone = variant("php/readfile", "8.4", status="failed", reason="it died")
    arms = [first, first.model_copy(update={"role": "placebo"}), gone, made.arm("c/splice")]
    levels = [made.level({"file_bytes": 1}, "php/readfile@8.2", [], arms=arms)]
    (row,) = made.judged(tmp_path, made.run(levels)).levels[0].variants
    assert row.verdict is None and row.reason == "php/readfile@8.4 is failed: it died"


def test_at_an_invalid_level_no_pair_has_a_verdict(tmp_path: Path) -> None:
    def other_placebo(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        slower = np.where(columns["arm"] == 1, columns["wall_ns"] * 1.2, columns["wall_ns"] * 1.0)
        return {**columns, "wall_ns": slower.astype(int)}

    document = made.judged(tmp_path, run(), change=other_placebo)
    assert [row.verdict for level in document.levels for row in level.variants] == ["invalid", "invalid"]
    assert "placebo" in str(document.levels[0].variants[0].reason)


def test_before_any_round_is_stored_nothing_is_decided(tmp_path: Path) -> None:
    document = made.judged(tmp_path, run(), sweeps=0)
    assert document.levels[0].variants[0].reason == "no round of it is stored"
    assert document.levels[0].variants[0].verdict == "undecided"


def test_a_run_without_variants_has_no_pairs(tmp_path: Path) -> None:
    levels = [made.level({"file_bytes": 1}, "php/readfile", ["c/splice"])]
    assert judge_run(Judging(made.opened(tmp_path, made.run(levels)))).levels[0].variants == []


def test_a_pair_is_looked_at_for_trend_and_likeness_by_itself(tmp_path: Path) -> None:
    """The order of its rounds has a p of 0.009 for both: below 0.01, and above half of it."""
    order = (11, 10, 7, 9, 8, 3, 5, 0, 2, 1, 6, 4)

    def move(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, 1 + 0.1 * order[sweep], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(int)}

    (row,) = made.judged(tmp_path, run(), noise=0, change=move).levels[0].variants
    assert [caution.code for caution in row.cautions] == ["autocorrelation", "trend"]


def test_a_variant_whose_samples_all_failed_has_no_ratio(tmp_path: Path) -> None:
    def fail(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "status": ["failed" if arm == 2 else "ok" for arm in columns["arm"]]}

    (row,) = made.judged(tmp_path, run(), change=fail).levels[0].variants
    assert (row.ratio, row.low, row.rounds, row.verdict) == (None, None, 0, "undecided")


def test_another_arm_that_beats_its_reference_spoils_no_pair(tmp_path: Path) -> None:
    factors: dict[str, int | str] = {"file_bytes": 20_971_520, "sink": "pipe"}
    floor = made.arm("c/least", role="floor", floor="copying")
    given = run(made.arm("c/splice"))
    level = given.levels[0].model_copy(update={"level": factors, "floors": [floor]})
    ratios = {"c/splice": 0.1, "c/least": 0.2}
    (found,) = made.judged(tmp_path, made.run([level]), ratios).levels
    assert [arm.verdict for arm in found.arms] == [None, "equivalent", "faster"]
    assert [(row.verdict, row.reason) for row in found.variants] == [("equivalent", None)]


def test_of_two_kits_that_cost_the_same_share_one_is_told(tmp_path: Path) -> None:
    dear: dict[str, Any] = run().model_dump()
    for level in dear["levels"]:
        for arm in level["arms"]:
            arm["kit_ns"] = 500_000.0
    (row,) = made.judged(tmp_path, Run.model_validate(dear), noise=0).levels[0].variants
    assert [caution.code for caution in row.cautions] == ["kit_cost"]
