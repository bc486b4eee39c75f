"""Every arm of a level against every other: the same figures from either side, and wider than against the baseline."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import pair_ratio
from iotrial.store.record import Arm
from judge import made
from judge.arm_pairs import ArmPair, pairs

OTHERS: list[str | Arm] = ["php/same", "php/slow", "c/fast", made.arm("go/x", status="failed", reason="died")]


def of_level(root: Path, **given: float) -> dict[tuple[str, str], ArmPair]:
    level = made.level({"sink": "pipe"}, "php/base", OTHERS)
    ratios = {"php/same": 1.0, "php/slow": 1.5, "c/fast": 0.5, **given}
    stored = made.opened(root, made.run([level]), ratios)
    return {(one.arm, one.over): one for one in pairs(Judging(stored), 0, judge_run(Judging(stored)).levels[0])}


def test_each_two_arms_that_have_a_verdict_are_compared_once(tmp_path: Path) -> None:
    names = ["php/base", "php/same", "php/slow", "c/fast"]
    assert set(of_level(tmp_path)) == {(one, other) for one in names for other in names[names.index(one) + 1 :]}


def test_the_verdict_is_of_the_first_against_the_second(tmp_path: Path) -> None:
    found = of_level(tmp_path)
    assert found["php/slow", "c/fast"].verdict == "slower"
    assert found["php/slow", "c/fast"].ratio == pytest.approx(3, rel=0.01)
    assert found["php/base", "php/slow"].verdict == "faster"
    assert found["php/base", "php/same"].verdict == "equivalent"


def test_a_pair_with_the_baseline_is_the_row_of_the_table_and_any_other_allows_for_all_pairs(tmp_path: Path) -> None:
    level = made.level({"sink": "pipe"}, "php/base", [*OTHERS, *(f"php/{number}" for number in range(6))])
    stored = made.opened(tmp_path, made.run([level]), {"php/slow": 1.5, "c/fast": 0.5}, sweeps=40)
    judged = judge_run(Judging(stored)).levels[0]
    found = {(one.arm, one.over): one for one in pairs(Judging(stored), 0, judged)}
    for name in ("php/slow", "c/fast"):
        arm, pair = judged.by_name[name], found["php/base", name]
        assert pair.low and pair.high and (1 / pair.high, 1 / pair.low) == pytest.approx((arm.low, arm.high))
    plain = pair_ratio(Judging(stored), 0, "php/slow", "c/fast", alpha=Judging(stored).risk.level(10) / 9)
    pair = found["php/slow", "c/fast"]
    assert plain and pair.low and pair.high and pair.low < plain.low and plain.high < pair.high


def test_with_too_few_rounds_there_is_a_ratio_and_no_verdict(tmp_path: Path) -> None:
    level = made.level({"sink": "pipe"}, "php/base", ["c/fast", "php/slow"])
    stored = made.opened(tmp_path, made.run([level]), {"c/fast": 0.5, "php/slow": 1.5}, sweeps=3)
    found = pairs(Judging(stored), 0, judge_run(Judging(stored)).levels[0])
    assert [one.ratio for one in found] == pytest.approx([2, 1 / 1.5, 0.5 / 1.5], rel=0.01)
    assert [(one.low, one.high, one.verdict) for one in found] == [(None, None, None)] * 3


def test_with_few_rounds_a_pair_is_decided_if_it_is_far_apart(tmp_path: Path) -> None:
    level = made.level({"sink": "pipe"}, "php/base", ["c/fast", "php/slow"])
    stored = made.opened(tmp_path, made.run([level]), {"c/fast": 0.5, "php/slow": 1.4}, sweeps=4)
    found = pairs(Judging(stored), 0, judge_run(Judging(stored)).levels[0])
    assert [one.verdict for one in found] == ["slower", "undecided", "faster"]
    for one in found:  # by far too few rounds for more than that: none of them is 1.5 times as near
        assert (one.low, one.high) == pytest.approx((one.ratio / 1.5, one.ratio * 1.5), rel=0.02)


def test_arms_that_are_wrong_are_not_compared(tmp_path: Path) -> None:
    others: list[str | Arm] = ["php/same", made.arm("php/wrong", status="disqualified", reason="gives 0 bytes")]
    level = made.level({"sink": "pipe"}, "php/base", others)
    stored = made.opened(tmp_path, made.run([level]), {"php/wrong": 0.9})
    judged = judge_run(Judging(stored)).levels[0]
    assert {arm.arm: (arm.verdict, arm.ratio is None) for arm in judged.arms[2:]} == {"php/wrong": (None, False)}
    assert [(one.arm, one.over) for one in pairs(Judging(stored), 0, judged)] == [("php/base", "php/same")]


def test_an_arm_that_beats_every_reference_is_compared_like_any_other(tmp_path: Path) -> None:
    floors = [made.arm("c/least", role="floor", floor="copying")]
    level = made.level({"sink": "pipe"}, "php/base", ["php/best"], floors=floors)
    stored = made.opened(tmp_path, made.run([level]), {"php/best": 0.3, "c/least": 0.4})
    (pair,) = pairs(Judging(stored), 0, judge_run(Judging(stored)).levels[0])
    assert (pair.arm, pair.over, pair.verdict) == ("php/base", "php/best", "slower")


def test_an_arm_that_is_mostly_the_kits_cost_is_equivalent_to_none(tmp_path: Path) -> None:
    costly = made.arm("php/costly", kit_ns=1e9)
    level = made.level({"sink": "pipe"}, "php/base", ["php/same", costly])
    stored = made.opened(tmp_path, made.run([level]), {})
    found = {
        (one.arm, one.over): one.verdict for one in pairs(Judging(stored), 0, judge_run(Judging(stored)).levels[0])
    }
    assert found["php/base", "php/same"] == "equivalent"
    assert found["php/base", "php/costly"] == found["php/same", "php/costly"] == "undecided"


def test_nothing_is_compared_at_an_invalid_level(tmp_path: Path) -> None:
    level = made.level({"sink": "pipe"}, "php/base", ["c/fast"])
    stored = made.opened(tmp_path, made.run([level]), {})
    judged = judge_run(Judging(stored)).levels[0].model_copy(update={"invalid": "the baseline is failed"})
    assert pairs(Judging(stored), 0, judged) == []
