"""A made-up run without noise: every figure of its document, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import made
from iotrial.analysis.arm import unlike
from iotrial.analysis.direct import across_levels, apart, direct
from iotrial.analysis.judge import judge_folder, judge_run
from iotrial.cautions import sentence
from iotrial.store.read import open_run
from iotrial.store.record import (
    Arm,
    Calls,
    Caution,
    Evidence,
    LevelRecord,
    LockWait,
    Memory,
    Observation,
    Reading,
    Records,
    Variant,
)

FACTORS: dict[str, int | str] = {"records": 10}


def judged(root: Path, *levels: LevelRecord, **given: Any) -> Any:
    """A run without noise, judged; what its record says otherwise is in `of_run`."""
    made_run = made.run(levels, **given.pop("of_run", {}))
    return judge_folder(made.store(root, made_run, given.pop("ratios", {}), **{"noise": 0.0, **given}))


def slower_at_times(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
    """The third arm takes a tenth more or less in each round than in any other."""
    factor = np.where(columns["arm"] == 2, 1 + 0.1 * made.shuffled(sweep), 1.0)
    return {**columns, "wall_ns": (columns["wall_ns"] * factor).round().astype(np.int64)}


def codes(figure: Any) -> list[str]:
    return [caution.code for caution in figure.cautions]


def test_an_arm_has_everything_that_was_recorded_of_it(tmp_path: Path) -> None:
    kinds = {"anonymous_bytes": 40, "file_bytes": 30, "shared_bytes": 20, "reclaimable_bytes": 10}
    memory = Memory(
        peak_bytes=100,
        before_bytes=90,
        runtime_peak_bytes=80,
        runtime_peak_real_bytes=85,
        cached_bytes=70,
        readings=[Reading(peak_bytes=100, how="samples", **kinds)] * 3,
        kinds_reason="one of them died",
    )
    arm = made.arm(
        "php/b@8.4",
        runtime="PHP 8.4",
        called="b()",
        guarantees={"lock": "none"},
        tags=["x"],
        iterations=8,
        shift=1,
        work=6000,
        memory=memory,
        evidence=Evidence(source="strace", calls={"read": Calls(count=3), "write": Calls(count=4)}),
    )
    level = made.level(FACTORS, "php/a", [arm])
    found = judged(tmp_path, level, ratios={"php/b@8.4": 1.5}, change=slower_at_times).levels[0].arms[1]
    ratios = 1.5 * (1 + 0.1 * np.arange(12))
    p90, p99 = np.exp(np.quantile(np.log(np.repeat(ratios, 5)), [0.9, 0.99]))
    expected: dict[str, Any] = {
        "arm": "php/b@8.4",
        "language": "php",
        "method": "b",
        "variant": "8.4",
        "called": "b()",
        "role": "arm",
        "status": "measured",
        "reason": None,
        "runtime": "PHP 8.4",
        "guarantees": {"lock": "none"},
        "tags": ["x"],
        "iterations": 8,
        "shift": 1,
        "rounds": 12,
        "median_ns": pytest.approx(4_650_000),
        "wall_ns": pytest.approx(4_650_000),
        "mean_ns": pytest.approx(4_650_000),
        "spread_low_ns": pytest.approx(3_330_000),
        "spread_high_ns": pytest.approx(5_970_000),
        "work": 6000,
        "throughput_per_second": pytest.approx(6000 / 4.65e-3),
        "cpu_ns": pytest.approx(2_250_000),
        "user_ns": pytest.approx(750_000),
        "system_ns": pytest.approx(1_500_000),
        "reader_ns": None,
        "call_count": 7,
        "outcome": None,
        "peak_bytes": 100,
        "before_bytes": 90,
        "runtime_peak_bytes": 80,
        "runtime_peak_real_bytes": 85,
        "peak_anonymous_bytes": 40,
        "peak_file_bytes": 30,
        "peak_shared_bytes": 20,
        "peak_reclaimable_bytes": 10,
        "held_bytes": 80,
        "cached_bytes": 70,
        "memory_processes": 3,
        "memory_how": "samples",
        "memory_reason": "one of them died",
        "several": None,
        "ratio": pytest.approx(np.sqrt(ratios[5] * ratios[6])),
        "low": pytest.approx(ratios[1]),  # two comparisons, twelve rounds: the second from either end
        "high": pytest.approx(ratios[10]),
        "verdict": "slower",
        "needed_rounds": None,
        "p90": pytest.approx(p90),
        "p99": pytest.approx(p99),
        "differs_within_margin": False,
        "moved": None,
        "floor_share": None,
    }
    assert found.model_dump(exclude={"cautions"}) == expected
    assert codes(found) == ["shifted", "unlike_guarantees"]
    assert found.cautions[0].text == sentence("shifted", {"factor": 2, "than": "more"})
    told = {"baseline": "php/a", "differences": "lock none instead of undeclared"}
    assert found.cautions[1].text == sentence("unlike_guarantees", told)


def test_an_arm_of_which_little_is_known_has_no_figure_in_its_place(tmp_path: Path) -> None:
    def no_times(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {name: values for name, values in columns.items() if name not in ("user_ns", "system_ns")}

    arm = made.arm("php/b", runtime=None, iterations=None, work=None, memory=Memory(), kit_ns=None, reason="well")
    found = judged(tmp_path, made.level(FACTORS, "php/a", [arm], reason="not so"), change=no_times).levels[0].arms[1]
    unknown = {name for name, value in found.model_dump().items() if value is None}
    assert {"cpu_ns", "user_ns", "system_ns", "work", "throughput_per_second", "peak_bytes", "memory_how"} <= unknown
    assert (found.called, found.reason, found.memory_processes) == ("b", "well", 0)


def test_the_runtimes_own_peaks_come_from_the_samples_if_nothing_else_tells_them(tmp_path: Path) -> None:
    def peaks(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        return {**columns, "runtime_peak_bytes": [7000] * rows, "runtime_peak_real_bytes": [8000] * rows}

    arms = [made.arm("php/b", memory=Memory()), made.arm("php/c", memory=Memory(runtime_peak_bytes=0))]
    found = judged(tmp_path, made.level(FACTORS, "php/a", arms), change=peaks).levels[0].arms[1:]
    assert [(one.runtime_peak_bytes, one.runtime_peak_real_bytes) for one in found] == [(7000, 8000), (0, 8000)]


def test_a_run_has_everything_that_was_recorded_of_it(tmp_path: Path) -> None:
    targets = [{"path": "/tmp", "kind": "tmpfs"}]
    of_run = {
        "quick": False,
        "complete": False,
        "stopped": "time",
        "precision": 0.02,
        "machine": {"targets": [*targets, "?"]},
        "cautions": [Caution(code="swap", text="it swapped")],
        "languages": {"php": "PHP"},
    }
    found = judged(tmp_path, made.level(FACTORS, "php/a", ["php/b"]), of_run=of_run, sweeps=3)
    kept = found.model_dump(
        include=set(
            [
                "run",
                "study",
                "question",
                "job",
                "work_unit",
                "languages",
                "quick",
                "complete",
                "stopped",
                "seconds",
                "started_at",
                "finished_at",
                "iotrial",
                "seed",
                "margin",
                "precision",
                "sessions",
                "placebo",
                "invalid",
                "effects",
                "costs",
                "growth",
                "answers",
            ]
        )
    )
    assert kept == {
        "run": "20261121-143055-k3x9",
        "study": "readfile",
        "question": "Does readfile() cost more than a loop?",
        "job": "deliver",
        "work_unit": "bytes",
        "languages": {"php": "PHP"},
        "quick": False,
        "complete": False,
        "stopped": "time",
        "seconds": 41.2,
        "started_at": "2026-11-21T14:30:55+00:00",
        "finished_at": "2026-11-21T14:31:36+00:00",
        "iotrial": "0.1.0",
        "seed": 7,
        "margin": 0.01,
        "precision": 0.02,
        "sessions": "measured once",
        "placebo": None,
        "invalid": None,
        "effects": [],
        "costs": [],
        "growth": [],
        "answers": kept["answers"],
    }
    assert [(one.code, one.text) for one in found.cautions] == [
        ("swap", "it swapped"),
        ("incomplete", sentence("incomplete", {"sweeps": 3})),
    ]
    assert len(found.targets) == 1


def test_a_level_has_its_rounds_its_placebo_and_its_ranking(tmp_path: Path) -> None:
    ratios = {"php/b": 0.5, "php/c": 0.8}
    level = made.level(FACTORS, "php/a", list(ratios), rounds=20, reason="asked for")
    found = judged(tmp_path, level, ratios=ratios)
    (one,) = found.levels
    assert one.model_dump(exclude={"arms", "lead"}) == {
        "level": FACTORS,
        "status": "measured",
        "reason": "asked for",
        "baseline": "php/a",
        "rounds": 12,
        "planned_rounds": 20,
        "needed_rounds": made.rounds_needed("levels", 6),
        "blocks": 5,
        "clock": "wall",
        "left_out_share": None,
        "placebo": {
            "arm": "php/a",
            "status": "measured",
            "reason": "asked for",
            "outcome": None,
            "ratio": 1.0,
            "low": 1.0,
            "high": 1.0,
            "verdict": "equivalent",
            "median_ns": 2_000_000,
            "rounds": 12,
        },
        "invalid": None,
        "top_group": ["php/b"],
        "winner": "php/b",
        "alike": None,
        "cautions": [],
        "floors": [],
        "variants": [],
    }
    lead = one.lead
    assert lead.over == "php/c" and (lead.ratio, lead.low, lead.high) == pytest.approx((1.6, 1.6, 1.6))
    placebo = found.placebo
    assert (placebo.ratio, placebo.low, placebo.high, placebo.rounds) == (1.0, 1.0, 1.0, 12)


def test_a_placebo_that_differs_says_by_how_much(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": np.where(columns["arm"] == 1, columns["wall_ns"] * 2, columns["wall_ns"])}

    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (10, 100)]
    found = judged(tmp_path, *levels, change=spoil)
    figures = "2.0000 [2.0000, 2.0000]"
    assert found.invalid == f"the baseline, measured twice in each round, took {figures} times as long the second time"
    own = f"the placebo is slower than the baseline that it repeats: {figures}"
    assert [level.invalid for level in found.levels] == [own, own]
    assert (found.placebo.ratio, found.placebo.rounds) == (pytest.approx(2.0), 24)
    for level in found.levels:
        assert (level.top_group, level.winner, level.lead, level.alike) == ([], None, None, None)
        assert level.placebo.verdict == "invalid" and level.placebo.ratio == pytest.approx(2.0)


def test_a_run_that_is_invalid_leaves_no_verdict_at_a_level_that_is_sound(tmp_path: Path) -> None:
    """Four levels whose placebo is slower in all rounds, and two in which it is not."""

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        spoilt = (columns["arm"] == 1) & (columns["level"] < 4)
        return {**columns, "wall_ns": np.where(spoilt, columns["wall_ns"] * 2, columns["wall_ns"])}

    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in range(6)]
    found = judged(tmp_path, *levels, change=spoil, ratios={"php/b": 2.0})
    assert found.invalid is not None
    assert [level.invalid for level in found.levels[4:]] == [found.invalid] * 2
    assert [level.arms[1].verdict for level in found.levels] == ["invalid"] * 6
    assert [(level.top_group, level.winner) for level in found.levels[4:]] == [([], None)] * 2
    assert found.effects == [] and found.answers == [] and found.changes.winners == []


@pytest.mark.parametrize(("index", "name"), [(0, "baseline"), (1, "placebo")])
@pytest.mark.parametrize(("reason", "said"), [("it died", "it died"), (None, "no reason is stored")])
def test_a_baseline_that_failed_at_the_end_is_named_with_its_reason(
    tmp_path: Path, index: int, name: str, reason: str | None, said: str
) -> None:
    level = made.level(FACTORS, "php/a", ["php/b"])
    folder = made.store(tmp_path, made.run([level]), {"php/b": 2.0}, noise=0)
    arms = list(level.arms)
    arms[index] = arms[index].model_copy(update={"status": "failed", "reason": reason})
    (folder / "run.json").write_text(made.run([level.model_copy(update={"arms": arms})]).model_dump_json())
    (found,) = judge_folder(folder).levels
    assert found.invalid == f"the {name} php/a is failed: {said}"
    assert found.arms[1].verdict == "invalid" and found.arms[1].ratio == pytest.approx(2.0)


def test_a_level_that_was_only_looked_at_is_observed_and_invalid_if_its_baseline_came_out_in_two_ways(
    tmp_path: Path,
) -> None:
    def level(*outcomes: str | None) -> LevelRecord:
        arms = [
            made.arm(name, role=role, outcome=None if code is None else Observation(code=code, text=code))
            for (name, role), code in zip(
                (("php/a", "baseline"), ("php/a", "placebo"), ("php/b", "arm")), outcomes, strict=True
            )
        ]
        return made.level({"kill": "yes"}, "php/a", [], arms=arms, kind="observed")

    levels = [level("whole", "whole", "short"), level("whole", "short", "short"), level("whole", None, "short")]
    found = judged(tmp_path, *levels, sweeps=0).levels
    assert [one.status for one in found] == ["observed"] * 3
    two = "the baseline came out in two ways: whole and short"
    assert [one.invalid for one in found] == [None, two, None]
    assert found[0].arms[1].outcome.code == "short" and found[0].placebo.outcome.code == "whole"
    assert found[0].rounds == 0 and found[0].blocks is None and found[0].arms[1].median_ns is None


def test_a_level_without_samples_yet_is_planned(tmp_path: Path) -> None:
    (found,) = judged(tmp_path, made.level(FACTORS, "php/a", ["php/b"], rounds=0), sweeps=0).levels
    assert (found.status, found.rounds, found.planned_rounds, found.blocks) == ("planned", 0, None, None)
    assert found.invalid is None and found.winner is None and found.arms[1].verdict is None


def test_cautions_of_a_level_have_their_figures(tmp_path: Path) -> None:
    def void(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        hit = (columns["block"] == 0) & (sweep == 0)
        status = ["void" if one else "ok" for one in hit]
        return {**columns, "status": status, "reason": [None] * len(status)}

    kit = made.arm("php/a", role="baseline", kit_ns=made.BASE_NS / 2)
    level = made.level(FACTORS, "php/a", [])
    level = level.model_copy(update={"arms": [kit, level.arms[1], made.arm("php/b")]})
    (found,) = judged(tmp_path, level, sweeps=6, change=void).levels
    assert [(one.code, one.text) for one in found.cautions] == [
        ("void_blocks", sentence("void_blocks", {"share": 1 / 30, "reason": "of what is not stored"})),
        ("few_rounds", sentence("few_rounds", {"rounds": 6, "comparisons": 2, "needed": 7})),
        ("kit_cost", sentence("kit_cost", {"kit_ns": made.BASE_NS / 2, "share": 0.5})),
    ]
    (enough,) = judged(tmp_path / "enough", level, sweeps=7).levels
    assert codes(enough) == ["kit_cost"]


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


def test_the_kits_cost_counts_above_a_tenth(tmp_path: Path) -> None:
    arms = [made.arm("php/b", kit_ns=0.1 * made.BASE_NS), made.arm("php/c", kit_ns=0.11 * made.BASE_NS)]
    tenth, more = judged(tmp_path, made.level(FACTORS, "php/a", arms)).levels[0].arms[1:]
    assert (tenth.verdict, codes(tenth)) == ("equivalent", [])
    assert (more.verdict, codes(more)) == ("undecided", ["kit_cost"])
    assert more.needed_rounds is None


def test_a_caution_that_was_stored_is_not_told_twice(tmp_path: Path) -> None:
    stored = [Caution(code="kit_cost", text="met before"), Caution(code="other", text="and this")]
    arm = made.arm("php/b", kit_ns=made.BASE_NS, shift=-2, cautions=stored)
    (found,) = judged(tmp_path, made.level(FACTORS, "php/a", [arm])).levels[0].arms[1:]
    assert [(one.code, one.text) for one in found.cautions] == [
        ("kit_cost", "met before"),
        ("other", "and this"),
        ("shifted", sentence("shifted", {"factor": 4, "than": "fewer"})),
    ]


def test_guarantees_that_differ_are_told_in_the_baselines_order() -> None:
    own, baseline = {"dots": "yes", "lock": "none"}, {"lock": "record", "order": "any"}
    told = "lock none instead of record, order undeclared instead of any, dots yes instead of undeclared"
    assert unlike(own, baseline) == told
    assert unlike(own, own) == unlike({}, {}) == ""


def test_work_that_arrives_at_a_rate_of_its_own_has_no_throughput(tmp_path: Path) -> None:
    for arrival, told in (("none", True), ("100/s", False)):
        level = made.level({"arrival": arrival}, "php/a", ["php/b"])
        found = judged(tmp_path / arrival[:3], level).levels[0].arms[1]
        assert (found.throughput_per_second is not None) is told


def test_figures_of_several_workers_are_medians_of_the_rounds_medians(tmp_path: Path) -> None:
    records = Records(handed=7, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    waits = LockWait(count=3, p99_ns=5)
    arm = made.arm("php/b", records=records, lock_wait=waits, all_bytes=9)
    level = made.level({"writers": 2}, "php/a", [arm, "php/c"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        # Of five blocks the third is the middle one; of twelve rounds the middle is 6.5.
        own = np.where(columns["arm"] == 2, 1 + sweep, 1) * np.array([1, 10, 100, 1000, 10_000])[columns["block"]]
        names = ("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run")
        given = {name: own * factor for factor, name in enumerate(names, 1)}
        due, served = np.full(len(own), 100), np.where(columns["arm"] == 2, 50 + sweep, 100)
        return {**columns, **given, "due": due, "served": served}

    baseline, found, _ = (one.several for one in judged(tmp_path, level, change=serve).levels[0].arms)
    figures = found.model_dump(exclude={"served", "p99_spread_ns", "p99_ratio", "records", "lock_wait", "all_bytes"})
    assert figures == pytest.approx(
        {
            "p50_ns": 650,
            "p90_ns": 1300,
            "p99_ns": 1950,
            "longest_ns": 2600,
            "stall_ns": 3250,
            "fairness": 3900e-6,
            "longest_run": 4550,
        }
    )
    assert (found.p99_spread_ns.low, found.p99_spread_ns.high) == pytest.approx((300 * 2.1, 300 * 10.9))
    ratio = found.p99_ratio
    # Two figures of three arms each, and twelve rounds: the first and the last.
    assert (ratio.ratio, ratio.low, ratio.high) == pytest.approx((np.sqrt(6 * 7), 1, 12))
    served = found.served
    assert (served.share, served.low, served.high) == pytest.approx((0.555, 0.50, 0.61))
    assert served.keeps_up is False and baseline.served.keeps_up is True
    assert (found.records, found.lock_wait, found.all_bytes) == (records, waits, 9)
    assert baseline.p99_ratio.ratio == 1.0


def test_a_level_of_several_workers_beside_one_of_one_has_figures_of_its_own(tmp_path: Path) -> None:
    levels = [
        made.level({"writers": 1}, "php/a", ["php/b"]),
        made.level({"writers": 2}, "php/a", ["php/b"], window_ns=250_000_000, workers=2),
    ]

    def tails(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "p99_ns": 1000 * (1 + columns["arm"]) * (1 + columns["level"])}

    alone, several = judged(tmp_path, *levels, change=tails).levels
    assert [arm.several for arm in alone.arms] == [None, None]
    assert [arm.several.p99_ns for arm in several.arms] == [2000, 6000]
    assert several.arms[1].several.p99_ratio.ratio == pytest.approx(3)
    none = several.arms[1].several
    assert (none.p50_ns, none.fairness, none.served) == (None, None, None)


def floored(*arms: str | Arm, **given: Any) -> LevelRecord:
    floors = [
        made.arm("c/least", role="floor", floor="copying", guarantees={"lock": "none"}, iterations=9, work=500),
        made.arm("c/moves", role="floor", floor="not copying"),
    ]
    return made.level({"file_bytes": 20_971_520, "sink": "pipe"}, "php/a", arms, floors=floors, **given)


def test_floors_have_their_times_and_arms_their_shares(tmp_path: Path) -> None:
    locked = [made.arm(name, guarantees={"lock": "none"}) for name in ("php/b", "php/c")]
    ratios = {"php/b": 2.0, "php/c": 0.2, "c/least": 0.5, "c/moves": 0.25}
    (level,) = judged(tmp_path, floored(*locked), ratios=ratios).levels
    copies, moves = level.floors
    assert copies.model_dump() == {
        "arm": "c/least",
        "language": "c",
        "method": "least",
        "kind": "copying",
        "guarantees": {"lock": "none"},
        "status": "measured",
        "reason": None,
        "iterations": 9,
        "median_ns": pytest.approx(1_000_000),
        "work": 500,
        "throughput_per_second": pytest.approx(500_000, rel=1e-12),
    }
    assert (moves.kind, moves.median_ns) == ("not copying", pytest.approx(500_000))
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


def test_two_arms_are_compared_directly_whatever_the_baseline(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b", "php/c"]) for size in (1, 2)]
    ratios = {"php/b": 2.0, "php/c": 5.0}
    stored = open_run(made.store(tmp_path, made.run(levels), ratios, noise=0, change=slower_at_times))
    tenth = 1 + 0.1 * np.arange(12)  # what the third arm takes more
    own = direct(stored, 0, "php/b", "php/c", alpha=0.05)
    assert own is not None
    middle = np.sqrt(tenth[5] * tenth[6])
    assert (own.center, own.low, own.high) == pytest.approx((0.4 * middle, 0.4 * tenth[2], 0.4 * tenth[9]))
    cpu = direct(stored, 1, "php/c", "php/b", alpha=0.05, of="cpu time")
    assert cpu is not None and cpu.center == pytest.approx(2.5)
    assert direct(stored, 0, "php/b", "php/x", alpha=0.05) is None
    assert direct(stored, 0, "php/x", "php/b", alpha=0.05) is None
    assert direct(stored, 0, "php/b", "php/c", alpha=1e-4) is None
    other = across_levels(stored, 1, "php/b", 0, "php/c", alpha=0.05)
    assert other is not None
    assert (other.center, other.low, other.high) == pytest.approx((0.4 * middle, 0.4 * tenth[2], 0.4 * tenth[9]))
    cpu = across_levels(stored, 1, "php/c", 0, "php/b", alpha=0.05, of="cpu time")
    assert cpu is not None and cpu.center == pytest.approx(2.5)
    assert across_levels(stored, 1, "php/x", 0, "php/c", alpha=0.05) is None
    assert across_levels(stored, 1, "php/b", 0, "php/x", alpha=0.05) is None
    gap = apart(stored, 0, "php/c", 1, "php/a", 1000, alpha=0.05)
    assert gap is not None and (gap.center, gap.low, gap.high) == pytest.approx((8000, 8000, 8000))
    wider = apart(stored, 0, "php/b", 1, "php/a", 1000, alpha=0.05)
    assert wider is not None
    assert (wider.low, wider.high) == pytest.approx((4000 * tenth[2] - 2000, 4000 * tenth[9] - 2000))
    assert apart(stored, 0, "php/b", 1, "php/x", 1000, alpha=0.05) is None


def test_a_run_that_looks_often_compares_by_its_own_wider_intervals(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2)]
    often = made.run(levels, precision=0.01)
    stored = open_run(made.store(tmp_path, often, noise=0, change=slower_at_times))
    tenth = 1 + 0.1 * np.arange(12)
    for found in (
        direct(stored, 0, "php/b", "php/a", alpha=0.05),
        across_levels(stored, 0, "php/b", 1, "php/a", alpha=0.05),
    ):
        assert found is not None and (found.low, found.high) == pytest.approx((tenth[1], tenth[10]))
    gap = apart(stored, 0, "php/b", 1, "php/a", 1, alpha=0.05)
    assert gap is not None and gap.low == pytest.approx(made.BASE_NS * 0.1)


def test_only_sweeps_that_both_levels_have_are_compared_across_them(tmp_path: Path) -> None:
    levels = [made.level({"records": size}, "php/a", ["php/b"]) for size in (1, 2)]

    def fewer(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        kept = (columns["level"] == 0) if sweep % 2 else np.full(len(columns["level"]), True)
        spoilt = {**columns, "wall_ns": columns["wall_ns"] * (1 + sweep)}
        return {
            name: values[kept]
            if isinstance(values, np.ndarray)
            else [one for one, keep in zip(values, kept, strict=True) if keep]
            for name, values in spoilt.items()
        }

    stored = open_run(made.store(tmp_path, made.run(levels), {"php/b": 3.0}, sweeps=24, noise=0, change=fewer))
    found = across_levels(stored, 0, "php/b", 1, "php/a", alpha=0.05)
    assert found is not None and (found.low, found.high) == pytest.approx((3, 3))
    assert judge_run(stored).levels[1].rounds == 12
    gap = apart(stored, 0, "php/b", 1, "php/a", 1, alpha=0.05)
    assert gap is not None
    # Twelve sweeps, of 2 x 2 ms times their number: the third from either end.
    assert (gap.low, gap.high) == pytest.approx((4e6 * 5, 4e6 * 19))


def varied(*others: Arm, **given: Any) -> LevelRecord:
    first = made.arm("php/a@1", variant=Variant(of="php/a", label="1", is_first=True), role="baseline")
    arms = [first, first.model_copy(update={"role": "placebo"}), *others]
    return made.level(FACTORS, "php/a@1", [], arms=arms, **given)


def second(**given: Any) -> Arm:
    return made.arm("php/a@2", variant=Variant(of="php/a", label="2"), **given)


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


def test_a_level_without_a_placebo_has_no_figure_of_one(tmp_path: Path) -> None:
    level = made.level(FACTORS, "php/a", [], arms=[made.arm("php/a", role="baseline")])
    (found,) = judged(tmp_path, level, sweeps=0).levels
    assert found.placebo is None and [arm.arm for arm in found.arms] == ["php/a"]
    (empty,) = judged(tmp_path / "empty", made.level(FACTORS, "php/a", [], arms=[]), sweeps=0).levels
    assert (empty.baseline, empty.placebo, empty.arms) == (None, None, [])


def test_time_that_a_hypervisor_took_is_a_share_of_the_cpus_that_the_machine_has(tmp_path: Path) -> None:
    def steal(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "steal_ns": columns["wall_ns"] * 2}

    level = made.level({"sink": "null"}, "php/a", ["php/b"])
    told = {
        cpus: codes(judged(tmp_path / str(cpus), level, of_run={"machine": {"cpus": cpus}}, change=steal).levels[0])
        for cpus in (2, 1_000, "two", None)
    }
    assert told == {2: ["stolen"], 1_000: [], "two": [], None: []}
