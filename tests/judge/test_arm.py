"""One arm: figures that are told to their last digit, and those of an arm that left its level early."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judge_run import judge_folder
from iotrial.store.record import LevelRecord
from judge import made


def second_of(root: Path, level: LevelRecord, ratio: float = 1.0, **given: Any) -> Any:
    """The arm beside the baseline, judged from a run of this level without noise."""
    run = made.run([level], **given)
    return made.judged(root, run, {"php/b": ratio}, noise=0).levels[0].arms[1]


def test_throughput_is_the_work_of_a_second(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", [made.arm("php/b", work=5000)])
    assert second_of(tmp_path, level, 0.5).throughput_per_second == pytest.approx(5_000_000, rel=1e-12)


def test_a_short_sample_is_told_in_hundredths_of_a_millisecond(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", ["php/b"])  # 4 iterations of 4 s
    (told,) = second_of(tmp_path, level, 2000, sample_ns=40_000_000_000).cautions
    assert told.text.startswith("a sample lasts 16000.00 ms, less than the 40000.00 ms asked for")


def test_the_first_call_of_a_process_is_as_short_as_it_is(tmp_path: Path) -> None:
    level = made.level({"n": 1, "state": "first"}, "php/a", ["php/b"])
    assert second_of(tmp_path, level, 2000, sample_ns=40_000_000_000).cautions == []


def test_each_shift_doubles_the_iterations_or_halves_them(tmp_path: Path) -> None:
    arms = [made.arm("php/b", shift=3), made.arm("php/c", shift=-3)]
    run = made.run([made.level({"n": 1}, "php/a", arms)])
    more, fewer = made.judged(tmp_path, run, noise=0).levels[0].arms[1:]
    told = "its samples have 8 times {} iterations than those of the baseline"
    assert more.cautions[0].text.startswith(told.format("more"))
    assert fewer.cautions[0].text.startswith(told.format("fewer"))


def test_an_arm_without_samples_has_no_round(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", [made.arm("php/b", status="failed", reason="it died")])
    arm = second_of(tmp_path, level)
    assert (arm.status, arm.rounds, arm.median_ns, arm.differs_within_margin) == ("failed", 0, None, False)


def test_an_arm_of_a_level_that_was_given_up_keeps_what_was_measured(tmp_path: Path) -> None:
    level = made.level({"n": 1}, "php/a", ["php/b"])
    folder = made.store(tmp_path, made.run([level]), {"php/b": 2.0}, noise=0)
    given_up = level.model_copy(update={"status": "skipped", "reason": "the disk is full"})
    (folder / "run.json").write_text(made.run([given_up]).model_dump_json())
    (found,) = judge_folder(folder).levels
    assert (found.status, found.reason) == ("skipped", "the disk is full")
    arm = found.arms[1]
    assert (arm.status, arm.reason, arm.rounds, arm.ratio) == ("measured", "the disk is full", 12, 2.0)


def test_an_arm_that_waits_for_its_samples_is_not_skipped_and_one_that_failed_stays_so(tmp_path: Path) -> None:
    waits = made.level({"n": 1}, "php/a", ["php/b"])
    failed = made.level({"n": 2}, "php/a", [made.arm("php/b", status="failed")], status="skipped")
    run = made.run([waits, failed])
    found = made.judged(tmp_path, run, sweeps=0).levels
    assert [[arm.status for arm in level.arms] for level in found] == [["measured", "measured"], ["skipped", "failed"]]


def test_an_arm_without_a_tick_of_cpu_time_has_none_to_split(tmp_path: Path) -> None:
    def idle(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "user_ns": columns["user_ns"] * 0, "system_ns": columns["system_ns"] * 0}

    run = made.run([made.level({"n": 1}, "php/a", ["php/b"])])
    arm = made.judged(tmp_path, run, change=idle).levels[0].arms[1]
    assert (arm.cpu_ns, arm.user_ns, arm.system_ns) == (0, None, None)


def test_an_arm_that_is_undecided_and_yet_not_the_same_is_said_to_differ_within_the_margin(tmp_path: Path) -> None:
    def slower(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, 1.004 + 0.001 * made.shuffled(sweep), 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).round().astype(np.int64)}

    run = made.run([made.level({"n": 1}, "php/a", ["php/b", "php/c"])])
    differs, same = made.judged(tmp_path, run, noise=0, change=slower).levels[0].arms[1:]
    assert (differs.low, differs.high) == pytest.approx((1.005, 1.014))
    assert (differs.verdict, differs.differs_within_margin) == ("undecided", True)
    assert (same.verdict, same.differs_within_margin) == ("equivalent", False)
