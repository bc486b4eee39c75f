"""A made-up run without noise: every figure of its document, by arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.cautions import sentence
from iotrial.judge.judge_arm import unlike
from iotrial.judge.judge_run import judge_folder
from iotrial.store.record import (
    Calls,
    Caution,
    Evidence,
    LevelRecord,
    Memory,
    MemoryReading,
    Observation,
)
from judge import made
from judge.every_figure import FACTORS, codes, judged, slower_at_times


def test_an_arm_has_everything_that_was_recorded_of_it(tmp_path: Path) -> None:
    kinds = {"anonymous_bytes": 40, "file_bytes": 30, "shared_bytes": 20, "reclaimable_bytes": 10}
    memory = Memory(
        peak_bytes=100,
        before_bytes=90,
        runtime_peak_bytes=80,
        runtime_peak_real_bytes=85,
        cached_bytes=70,
        readings=[MemoryReading(peak_bytes=100, how="samples", **kinds)] * 3,
        kinds_reason="one of them died",
    )
    arm = made.arm(
        "php/b@8.4",
        runtime="PHP 8.4",
        start_cpu_ns=12_000_000,
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
        "status": "measured",
        "reason": None,
        "rounds": 12,
        "median_ns": pytest.approx(4_650_000),
        "wall_ns": pytest.approx(4_650_000),
        "mean_ns": pytest.approx(4_650_000),
        "spread_low_ns": pytest.approx(3_330_000),
        "spread_high_ns": pytest.approx(5_970_000),
        "throughput_per_second": pytest.approx(6000 / 4.65e-3),
        "cpu_ns": pytest.approx(2_250_000),
        "user_ns": pytest.approx(750_000),
        "system_ns": pytest.approx(1_500_000),
        "reader_ns": None,
        "runtime_peak_bytes": 80,
        "runtime_peak_real_bytes": 85,
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
    assert found.model_dump(exclude={"cautions", "record"}) == expected
    assert found.record == arm and found.held_bytes == 80
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
    assert {"cpu_ns", "user_ns", "system_ns", "throughput_per_second", "runtime_peak_bytes"} <= unknown
    assert (found.called, found.reason, found.held_bytes) == ("b", "well", None)


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
    assert one.model_dump(exclude={"arms", "lead", "placebo"}) == {
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
        "invalid": None,
        "top_group": ["php/b"],
        "winner": "php/b",
        "alike": None,
        "returned": None,
        "cautions": [],
        "floors": [],
        "variants": [],
    }
    own = one.placebo
    assert own is not None and (own.arm, own.record.role, own.reason) == ("php/a", "placebo", "asked for")
    assert (own.verdict, own.ratio, own.low, own.high) == ("equivalent", 1.0, 1.0, 1.0)
    assert (own.status, own.median_ns, own.rounds) == ("measured", 2_000_000, 12)
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
    assert found[0].arms[1].record.outcome.code == "short" and found[0].placebo.record.outcome.code == "whole"
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
