"""A made-up run without noise: floors, and how far arms are above them, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.cautions import sentence
from iotrial.store.record import (
    Arm,
    LevelRecord,
)
from judge import made
from judge.every_figure import judged


def floored(*arms: str | Arm, **given: Any) -> LevelRecord:
    floors = [
        made.arm("c/least", role="floor", floor="copying", guarantees={"lock": "none"}, iterations=9, work=500),
        made.arm("c/moves", role="floor", floor="not copying"),
    ]
    return made.level({"file_bytes": 20_971_520, "sink": "pipe"}, "php/a", arms, floors=floors, **given)


def test_floors_have_their_times_and_arms_their_shares(tmp_path: Path) -> None:
    locked = [made.arm(name, guarantees={"lock": "none"}) for name in ("php/b", "php/c")]
    ratios = {"php/b": 2.0, "php/c": 0.2, "c/least": 0.5, "c/moves": 0.25}
    level_of = floored(*locked)
    (level,) = judged(tmp_path, level_of, ratios=ratios).levels
    copies, moves = level.floors
    assert copies.record == level_of.floors[0]
    assert copies.model_dump(exclude={"record"}) == {
        "arm": "c/least",
        "language": "c",
        "method": "least",
        "variant": None,
        "status": "measured",
        "reason": None,
        "median_ns": pytest.approx(1_000_000),
        "throughput_per_second": pytest.approx(500_000, rel=1e-12),
    }
    assert (moves.record.floor, moves.median_ns) == ("not copying", pytest.approx(500_000))
    baseline, within, beyond = level.arms
    assert baseline.floor_share is None  # it does not say what the floor guarantees
    share = within.floor_share
    assert (share.floor, share.is_arm, share.kind) == ("php/c", True, "copying")
    assert (share.share, share.low, share.high) == pytest.approx((0.1, 0.1, 0.1))
    itself = beyond.floor_share
    assert (itself.floor, itself.is_arm, itself.share, itself.low, itself.high) == ("php/c", True, 1.0, 1.0, 1.0)
    assert beyond.verdict == "faster" and level.winner == "php/c"
    told = {"floor": "c/least", "kind": "copying", "arm": "php/c", "share": 2.5, "low": 2.5, "high": 2.5}
    assert (level.cautions[0].code, level.cautions[0].text) == ("reference_beaten", sentence("reference_beaten", told))
    alone = judged(tmp_path / "alone", floored(locked[0]), ratios=ratios).levels[0].arms[1].floor_share
    assert (alone.floor, alone.is_arm, alone.share) == ("c/least", False, pytest.approx(0.25))


def test_with_too_few_rounds_a_share_has_no_interval(tmp_path: Path) -> None:
    arm = made.arm("php/b", guarantees={"lock": "none"})
    (level,) = judged(tmp_path, floored(arm), ratios={"c/least": 0.5}, sweeps=3).levels
    share = level.arms[1].floor_share
    assert (share.share, share.low, share.high) == (pytest.approx(0.5), None, None)


def test_a_floor_of_a_level_that_was_skipped_is_skipped_with_the_levels_reason(tmp_path: Path) -> None:
    (level,) = judged(tmp_path, floored("php/b", status="skipped", reason="no room")).levels
    assert [(one.status, one.reason, one.median_ns) for one in level.floors] == [("skipped", "no room", None)] * 2
    assert level.floors[0].throughput_per_second is None


def test_kinds_of_floors_that_were_not_measured_are_cautions_with_each_reason_once(tmp_path: Path) -> None:
    floors = [
        made.arm(f"c/{number}", role="floor", floor="copying", status="skipped", reason=reason)
        for number, reason in enumerate(("no cc", "no cc", None))
    ]
    level = made.level({"file_bytes": 20_971_520, "sink": "pipe"}, "php/a", ["php/b"], floors=floors)
    (found,) = judged(tmp_path, level).levels
    told = sentence("no_floor", {"kind": "copying", "reason": "no cc; it has no sample"})
    assert [(one.code, one.text) for one in found.cautions] == [("no_floor", told)]
    measured = [*floors, made.arm("c/least", role="floor", floor="copying")]
    level = level.model_copy(update={"floors": measured})
    assert judged(tmp_path / "one", level, ratios={"c/least": 0.1}).levels[0].cautions == []
