"""The document of a run: the promises that other commands and people build on."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.cautions import sentence
from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.report.level_answer import answer
from iotrial.store.record import Arm, Caution, LevelRecord, Memory
from judge import made

FACTORS: dict[str, int | str] = {"file_bytes": 20971520, "sink": "pipe"}


def judged(tmp_path: Path, level: LevelRecord, ratios: made.Ratios | None = None, **given: Any) -> Any:
    """A run of one level, judged; a figure that is None fails a comparison by itself."""
    return made.judged(tmp_path, made.run([level]), ratios, **given)


def only(tmp_path: Path, other: str | Arm, ratio: float = 1.0, **given: Any) -> Any:
    """The one arm beside the baseline."""
    name = other if isinstance(other, str) else other.arm
    return judged(tmp_path, made.level(FACTORS, "php/readfile", [other]), {name: ratio}, **given).levels[0].arms[1]


def codes(figure: JudgedArm | JudgedLevel) -> list[str]:
    return [caution.code for caution in figure.cautions]


def test_the_document_has_the_keys_of_the_design(tmp_path: Path) -> None:
    document = judged(tmp_path, made.level(FACTORS, "php/readfile", ["php/fread_1k"]), {"php/fread_1k": 1.5})
    assert {"format", "run", "study", "complete", "seconds", "levels"} <= document.model_dump().keys()
    level = document.levels[0]
    assert {"level", "baseline", "rounds", "placebo", "arms"} <= level.model_dump().keys()
    assert {"ratio", "low", "high"} <= level.placebo.model_dump().keys()
    design = "arm language method status record median_ns mean_ns runtime_peak_bytes ratio low high verdict cautions"
    assert set(design.split()) <= level.arms[0].model_dump().keys()
    assert document.sessions == "measured once"
    json.dumps(document.model_dump(), allow_nan=False)


def test_known_times_come_out_as_known_figures(tmp_path: Path) -> None:
    arm = only(tmp_path, "php/fread_1k", 1.5)
    assert arm.verdict == "slower"
    assert arm.ratio == pytest.approx(1.5, rel=0.005)
    assert arm.low < arm.ratio < arm.high
    assert arm.median_ns == pytest.approx(1.5 * made.BASE_NS, rel=0.005)
    assert arm.spread_low_ns < arm.median_ns < arm.spread_high_ns
    assert arm.throughput_per_second == pytest.approx(20_971_520 / arm.median_ns * 1e9)
    assert arm.cpu_ns == pytest.approx(0.75 * 1.5 * made.BASE_NS, rel=1e-6)
    assert arm.user_ns == pytest.approx(arm.cpu_ns / 3, rel=1e-6)
    assert arm.user_ns + arm.system_ns == pytest.approx(arm.cpu_ns)
    memory = arm.record.memory
    assert (memory.peak_bytes, memory.before_bytes, arm.runtime_peak_real_bytes) == (18 << 20, 16 << 20, None)


def test_the_baseline_has_ratio_one_and_no_verdict_and_the_placebo_is_no_arm(tmp_path: Path) -> None:
    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["c/sendfile"])).levels[0]
    assert [arm.record.role for arm in level.arms] == ["baseline", "arm"]
    baseline = level.arms[0]
    assert (baseline.ratio, baseline.low, baseline.verdict) == (1.0, None, None)


def test_a_winner_leads_over_a_named_runner_up(tmp_path: Path) -> None:
    ratios = {"c/sendfile": 0.5, "c/splice": 0.6, "php/fread_1k": 1.5}
    level = judged(tmp_path, made.level(FACTORS, "php/readfile", list(ratios)), ratios).levels[0]
    assert (level.winner, level.top_group) == ("c/sendfile", ["c/sendfile"])
    assert level.lead.over == "c/splice"
    assert level.lead.ratio == pytest.approx(1.2, rel=0.005)


def test_arms_that_cannot_be_told_apart_share_the_top(tmp_path: Path) -> None:
    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["php/fpassthru"])).levels[0]
    assert (level.winner, level.lead) == (None, None)
    assert sorted(level.top_group) == ["php/fpassthru", "php/readfile"]
    assert level.arms[1].verdict == "equivalent"


@pytest.mark.parametrize("status", ["skipped", "failed", "disqualified"])
def test_an_arm_that_was_not_measured_has_a_reason_and_no_verdict(tmp_path: Path, status: str) -> None:
    arm = only(tmp_path, made.arm("go/x", status=status, reason="because"), 0.1)
    assert (arm.status, arm.reason, arm.verdict) == (status, "because", None)


def test_a_disqualified_arm_that_was_timed_shows_its_time_and_never_wins(tmp_path: Path) -> None:
    other = made.arm("php/as_published", status="disqualified", reason="no names", tags=["as-published"])
    level = judged(tmp_path, made.level(FACTORS, "php/readfile", [other, "c/x"]), {"php/as_published": 0.1}).levels[0]
    assert level.arms[1].median_ns == pytest.approx(0.1 * made.BASE_NS, rel=0.01)
    assert "php/as_published" not in level.top_group


def test_arms_of_a_level_that_was_skipped_are_skipped_with_its_reason(tmp_path: Path) -> None:
    level = made.level(FACTORS, "php/readfile", ["c/x"], status="skipped", reason="no tmpfs here")
    found = judged(tmp_path, level).levels[0]
    assert (found.status, found.reason) == ("skipped", "no tmpfs here")
    assert {(arm.status, arm.reason, arm.verdict) for arm in found.arms} == {("skipped", "no tmpfs here", None)}


def test_an_arm_with_fewer_iterations_is_never_equivalent(tmp_path: Path) -> None:
    arm = only(tmp_path, made.arm("c/x", shift=2))
    assert arm.verdict == "undecided"
    assert "shifted" in codes(arm)


def test_an_arm_whose_time_is_the_kits_own_is_never_equivalent(tmp_path: Path) -> None:
    arm = only(tmp_path, made.arm("c/x", kit_ns=0.11 * made.BASE_NS))
    assert arm.verdict == "undecided"
    assert "kit_cost" in codes(arm)
    assert "220000 ns: 11%" in arm.cautions[0].text


def test_at_a_tenth_of_the_time_the_kits_cost_is_no_hindrance(tmp_path: Path) -> None:
    assert only(tmp_path, made.arm("c/x", kit_ns=0.09 * made.BASE_NS)).verdict == "equivalent"


def test_the_kits_share_is_of_the_arms_own_time_however_slow_others_are(tmp_path: Path) -> None:
    slow = {f"php/{name}": 10.0 for name in "bcde"}
    level = made.level(FACTORS, "php/a", [made.arm("c/x", kit_ns=0.11 * made.BASE_NS), *slow])
    assert judged(tmp_path, level, slow).levels[0].arms[1].verdict == "undecided"


def test_bytes_that_nobody_reads_are_not_ranked(tmp_path: Path) -> None:
    other = made.arm("c/sendfile", tags=["untouched"])
    level = made.level({**FACTORS, "sink": "null"}, "php/readfile", [other, "c/read_write"])
    found = judged(tmp_path, level, {"c/sendfile": 0.01}).levels[0]
    assert found.arms[1].verdict is None
    assert codes(found.arms[1]) == ["sink_never_reads"]
    assert "c/sendfile" not in found.top_group


def test_a_method_that_maps_small_files_is_ranked_where_it_reads_them(tmp_path: Path) -> None:
    verdicts = []
    for size in (4 << 20, (4 << 20) + 1):
        level = made.level(
            {"file_bytes": size, "sink": "null"}, "php/fread", [made.arm("php/x", tags=["maps-to-4mib"])]
        )
        found = judged(tmp_path / str(size), level, {"php/x": 0.5}).levels[0]
        verdicts.append(found.arms[1].verdict)
    assert verdicts == [None, "faster"]


def test_blocks_that_are_void_are_counted_with_the_commonest_reason(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        if sweep < 3:
            first = np.asarray(columns["block"]) == 0
            columns["status"] = np.where(first, "void", "ok").tolist()
            columns["reason"] = [("php/b broke" if sweep else "php/a broke") if void else None for void in first]
        return columns

    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["php/a", "php/b"]), change=spoil).levels[0]
    assert [caution.text for caution in level.cautions] == [
        "5.0% of the blocks are void, most often because php/b broke"
    ]


def test_a_sample_that_came_out_short_is_cautioned(tmp_path: Path) -> None:
    for wanted, cautioned in ((20_000_000, True), (8_000_000, False)):
        run = made.run([made.level(FACTORS, "php/readfile", ["php/a"])], sample_ns=wanted)
        document = made.judged(tmp_path / str(wanted), run)
        assert ("short_sample" in codes(document.levels[0].arms[1])) is cautioned


def test_the_same_method_is_ranked_at_a_sink_that_reads(tmp_path: Path) -> None:
    arm = only(tmp_path, made.arm("c/sendfile", tags=["untouched"]), 0.5)
    assert (arm.verdict, codes(arm)) == ("faster", [])


def test_among_arms_with_the_baselines_guarantees_there_is_a_ranking_of_its_own(tmp_path: Path) -> None:
    locked = made.arm("php/locked", guarantees={"lock": "record"})
    level = made.level(FACTORS, "php/a", [locked, made.arm("php/b"), made.arm("php/c")])
    document = judged(tmp_path, level, {"php/locked": 0.5, "php/b": 0.8})
    found = document.levels[0]
    assert found.winner == "php/locked"
    assert found.alike.winner == "php/b"
    assert found.alike.lead.ratio == pytest.approx(1.25, rel=0.01)
    said = answer(found)
    assert "Among those that give the guarantees of php/a, php/b is the fastest; next is php/" in said


@pytest.mark.parametrize(("precision", "rank"), [(None, 2), (0.01, 1)])
def test_a_lead_among_arms_with_alike_guarantees_has_the_runs_own_interval(
    tmp_path: Path, precision: float | None, rank: int
) -> None:
    def later(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(given["arm"] == 3, 1 + 0.1 * made.shuffled(sweep), 1.0)
        return {**given, "wall_ns": (given["wall_ns"] * factor).round().astype(np.int64)}

    level = made.level(FACTORS, "php/a", [made.arm("php/locked", guarantees={"lock": "record"}), "php/b"])
    run = made.run([level], precision=precision)
    ratios = {"php/locked": 0.1, "php/b": 0.2}
    found: Any = made.judged(tmp_path, run, ratios, noise=0, change=later).levels[0].alike
    assert (found.winner, found.lead.over) == ("php/b", "php/a")
    # Six pairs and twelve rounds: the second from either end, or the first if the run looks often.
    leads = sorted(5 / (1 + 0.1 * np.arange(12)))
    assert (found.lead.low, found.lead.high) == pytest.approx((leads[rank - 1], leads[-rank]))


def test_where_all_guarantees_are_alike_there_is_one_ranking(tmp_path: Path) -> None:
    found = judged(tmp_path, made.level(FACTORS, "php/a", ["php/b"]), {"php/b": 0.8}).levels[0]
    assert found.alike is None and "guarantees" not in answer(found)


def test_unlike_guarantees_are_said_wherever_they_are_compared(tmp_path: Path) -> None:
    level = made.level(
        FACTORS, "php/keep_open", [made.arm("php/flock", guarantees={"lock": "record", "append": "yes"})]
    )
    baseline = level.arms[0].model_copy(update={"guarantees": {"lock": "none", "append": "yes"}})
    level = level.model_copy(update={"arms": [baseline, *level.arms[1:]]})
    arm = judged(tmp_path, level).levels[0].arms[1]
    assert codes(arm) == ["unlike_guarantees"]
    assert (
        arm.cautions[0].text
        == "its guarantees differ from those of the baseline php/keep_open: lock record instead of none"
    )


def test_a_caution_that_the_run_stored_is_shown_once_in_its_own_words(tmp_path: Path) -> None:
    stored = Caution(code="kit_cost", text="as it was said then")
    arm = only(tmp_path, made.arm("c/x", kit_ns=made.BASE_NS, cautions=[stored]))
    assert arm.cautions == [stored]


def test_a_coarse_clock_is_a_caution(tmp_path: Path) -> None:
    assert "coarse_clock" in codes(only(tmp_path, made.arm("c/x", clock_step_ns=1_000_000)))


def slower_placebo(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
    return {**given, "wall_ns": np.where(given["arm"] == 1, given["wall_ns"] * 11 // 10, given["wall_ns"])}


def test_a_placebo_that_differs_makes_every_verdict_of_the_run_invalid(tmp_path: Path) -> None:
    document = judged(tmp_path, made.level(FACTORS, "php/readfile", ["c/x"]), {"c/x": 2.0}, change=slower_placebo)
    level = document.levels[0]
    assert document.invalid is not None and "placebo" in level.invalid
    assert (level.arms[1].verdict, level.winner, level.top_group) == ("invalid", None, [])


def test_one_level_with_a_bad_placebo_spoils_that_level_only(tmp_path: Path) -> None:
    def change(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return (
            slower_placebo(sweep, given)
            if sweep < 0
            else {
                **given,
                "wall_ns": np.where(
                    (given["arm"] == 1) & (given["level"] == 0), given["wall_ns"] * 2, given["wall_ns"]
                ),
            }
        )

    levels = [made.level({"entries": number}, "php/readdir", ["c/x"]) for number in range(4)]
    document = made.judged(tmp_path, made.run(levels), {"c/x": 2.0}, change=change)
    assert document.invalid is None
    assert [level.arms[1].verdict for level in document.levels] == ["invalid", "slower", "slower", "slower"]


@pytest.mark.parametrize("index", [0, 1])
def test_a_baseline_or_placebo_that_failed_makes_the_level_invalid(tmp_path: Path, index: int) -> None:
    level = made.level(FACTORS, "php/readfile", ["c/x"])
    folder = made.store(tmp_path, made.run([level]), {"c/x": 2.0})
    arms = list(level.arms)
    arms[index] = arms[index].model_copy(update={"status": "failed", "reason": "died"})
    run = made.run([level.model_copy(update={"arms": arms})])
    (folder / "run.json").write_text(run.model_dump_json())
    found = judge_folder(folder).levels[0]
    assert "died" in str(found.invalid)
    assert found.arms[1].verdict == "invalid"


def test_over_a_tenth_of_void_blocks_makes_the_level_invalid(tmp_path: Path) -> None:
    def void(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "status": ["void" if block == 2 else "ok" for block in given["block"]]}

    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["c/x"]), {"c/x": 2.0}, change=void).levels[0]
    assert "20.0%" in level.invalid
    assert "void_blocks" in codes(level)


def test_too_few_rounds_give_figures_without_a_verdict_either_way(tmp_path: Path) -> None:
    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["c/x"]), {"c/x": 2.0}, sweeps=3).levels[0]
    arm = level.arms[1]
    assert (arm.low, arm.verdict) == (None, "undecided")
    assert "few_rounds" in codes(level)


def test_an_undecided_arm_says_how_many_rounds_it_would_take(tmp_path: Path) -> None:
    arm = only(tmp_path, "c/x", 1.009, noise=0.02)
    assert arm.verdict == "undecided"
    assert arm.needed_rounds > 12


def test_a_run_that_is_still_going_says_so(tmp_path: Path) -> None:
    run = made.run([made.level(FACTORS, "php/readfile", ["c/x"])], complete=False, seconds=None, finished_at=None)
    document = made.judged(tmp_path, run, sweeps=5)
    assert (document.complete, document.seconds) == (False, None)
    assert "5 sweeps" in document.cautions[-1].text


def test_a_part_that_cannot_be_read_is_named_after_what_is_missing(tmp_path: Path) -> None:
    run = made.run([made.level(FACTORS, "php/readfile", ["c/x"])], complete=False)
    folder = made.store(tmp_path, run, sweeps=3)
    last = sorted(folder.glob("sweep-*.parquet"))[-1]
    last.write_bytes(last.read_bytes()[:-1])
    document = judge_folder(folder)
    assert document.levels[0].rounds == 2
    assert [(caution.code, caution.text) for caution in document.cautions] == [
        ("incomplete", sentence("incomplete", {"sweeps": 2})),
        ("damaged_part", sentence("damaged_part", {"problem": f"{last.name} is cut short or is not Parquet"})),
    ]


def test_doubts_about_the_placebo_are_those_of_the_level(tmp_path: Path) -> None:
    def move(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        later = np.where((given["arm"] == 1) & (given["block"] >= 3), 1.05, 1.0)
        return {**given, "wall_ns": (given["wall_ns"] * later).round().astype(np.int64)}

    level = judged(tmp_path, made.level(FACTORS, "php/readfile", ["c/x"]), noise=0, change=move).levels[0]
    assert codes(level) == ["drift", "two_humps"]
    assert level.cautions[0].text == sentence("drift", {"change": 0.05})
    assert level.invalid is None and codes(level.arms[1]) == []


@pytest.mark.parametrize("targets", [None, 7, {"target": "disk"}])
def test_a_run_that_stored_no_list_of_targets_has_none(tmp_path: Path, targets: object) -> None:
    run = made.run([made.level(FACTORS, "php/readfile", ["c/x"])], machine={"targets": targets})
    assert made.judged(tmp_path, run, sweeps=0).targets == []


def test_no_work_and_no_memory_figure_are_missing_not_zero(tmp_path: Path) -> None:
    arm = only(tmp_path, made.arm("c/x", work=0, memory=Memory(), kit_ns=None))
    assert arm.throughput_per_second is None
    assert (arm.record.memory.peak_bytes, arm.runtime_peak_bytes) == (None, None)


def test_the_runtimes_peak_of_the_samples_stands_in_where_no_other_pass_told_it(tmp_path: Path) -> None:
    def peaks(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "runtime_peak_bytes": [1000 + sweep] * len(given["sweep"])}

    assert only(tmp_path, made.arm("c/x", memory=Memory()), change=peaks).runtime_peak_bytes == 1011


def test_planted_iterations_are_not_divided_by(tmp_path: Path) -> None:
    def plant(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "iterations": given["iterations"] * 2}

    level = made.level(FACTORS, "php/readfile", ["c/x"])
    judged = judge_folder(made.store(tmp_path, made.run([level]), change=plant))  # read from a file, by its query
    assert judged.levels[0].by_name["c/x"].median_ns == pytest.approx(made.BASE_NS, rel=0.01)


def test_a_precise_run_is_judged_by_the_sequences_wider_interval(tmp_path: Path) -> None:
    level = made.level(FACTORS, "php/readfile", ["c/x"])
    widths = []
    for place, precision in (("fixed", None), ("sequence", 0.01)):
        document = made.judged(tmp_path / place, made.run([level], precision=precision), sweeps=40, noise=0.01)
        arm = document.levels[0].arms[1]
        assert arm.low is not None and arm.high is not None
        widths.append(math.log(arm.high / arm.low))
    assert widths[1] > widths[0]


def test_what_moves_within_and_between_rounds_is_a_caution_with_its_figures(tmp_path: Path) -> None:
    def move(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        later = np.where(given["block"] >= 3, 1.05, 1.0) * (1 + 0.01 * sweep)
        return {**given, "wall_ns": np.where(given["arm"] == 2, given["wall_ns"] * later, given["wall_ns"]).astype(int)}

    arm = only(tmp_path, "c/x", sweeps=16, change=move)
    assert {"drift", "trend"} <= set(codes(arm))
    assert all("%" in caution.text for caution in arm.cautions if caution.code in ("drift", "trend"))


def test_an_arm_that_was_still_warming_up_has_no_confident_verdict_and_nobody_wins_beside_it(tmp_path: Path) -> None:
    """One method came out at 1.676, 1.985 and 1.483 in three runs, each with an interval of a few per cent."""
    moving = made.arm("php/b", no_plateau=True)
    level = made.level({"n": 1}, "php/a", [moving, "php/c"])
    document = made.judged(tmp_path, made.run([level]), {"php/b": 1.7, "php/c": 0.5})
    (found,) = document.levels
    rows = {arm.arm: arm for arm in found.arms}
    assert rows["php/b"].verdict == "undecided" and rows["php/b"].needed_rounds is None
    assert rows["php/b"].ratio is not None and rows["php/b"].is_moving
    assert rows["php/c"].verdict == "faster" and not rows["php/c"].is_moving
    assert found.winner is None and set(found.top_group) == {"php/b", "php/c"}


def test_beside_a_baseline_that_was_still_warming_up_everything_is_undecided(tmp_path: Path) -> None:
    arms = [made.arm("php/a", role=role, no_plateau=True) for role in made.ROLES_OF_1]
    level = made.level({"n": 1}, "php/a", [], arms=[*arms, made.arm("php/b"), made.arm("php/c")])
    found = made.judged(tmp_path, made.run([level]), {"php/b": 1.7, "php/c": 0.5}).levels[0]
    assert {arm.arm: arm.verdict for arm in found.arms} == {"php/a": None, "php/b": "undecided", "php/c": "undecided"}
    assert found.winner is None
