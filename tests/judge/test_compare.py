"""Two runs of one study: what changed is told with both intervals, and unlike things are refused with what differs."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.errors import UsageError
from iotrial.judge.compare_runs import compare_runs
from iotrial.judge.compared_runs import ComparedRuns
from iotrial.judge.judging import Judging
from iotrial.report.compare_screen import show
from iotrial.store.record import Arm, LevelRecord
from judge import made

HASH = "a" * 64


def compared(
    root: Path,
    first: made.Ratios,
    second: made.Ratios,
    change: dict[str, Any] | None = None,
    change_rows: Any = None,
    **given: Any,
) -> Any:
    given |= {"change": change_rows} if change_rows else {}
    arms = [made.arm(name, method_sha256=HASH) for name in ("php/b", "php/c")]
    levels = [made.level({"records": 10}, "php/a", [*arms])]
    before = made.run(levels)
    after = before.model_copy(update={"run": "20261122-090000-aaaa", **(change or {})})
    stored = [made.opened(root, run, ratios, **given) for run, ratios in ((before, first), (after, second))]
    return compare_runs(*map(Judging, stored))


def of_levels(
    root: Path, first: Sequence[Sequence[str | Arm]], second: Sequence[Sequence[str | Arm]], **given: Any
) -> ComparedRuns:
    """Two runs with these arms at each level, of 1 record and more; `given` is said of the second."""
    runs = []
    for number, arms in enumerate((first, second)):
        known = [[made.arm(one, method_sha256=HASH) if isinstance(one, str) else one for one in at] for at in arms]
        levels = [made.level({"records": place}, "php/a", at) for place, at in enumerate(known, 1)]
        runs.append(made.run(levels, run=f"2026112{number}-090000-aaaa", **(given if number else {})))
    return compare_runs(*(Judging(made.opened(root, run)) for run in runs))


def test_a_verdict_that_changed_is_told_with_both_intervals(tmp_path: Path) -> None:
    document = compared(tmp_path, {"php/b": 2.0, "php/c": 1.5}, {"php/b": 0.5, "php/c": 1.5})
    arms = {arm.arm: arm for arm in document.arms}
    assert document.changed == 1 and arms["php/b"].changed and not arms["php/c"].changed
    assert arms["php/b"].before.verdict == "slower" and arms["php/b"].after.verdict == "faster"
    assert arms["php/b"].before.low > arms["php/b"].after.high


def test_undecided_is_no_change_and_intervals_apart_are_told(tmp_path: Path) -> None:
    document = compared(tmp_path, {"php/b": 1.01, "php/c": 1.5}, {"php/b": 1.2, "php/c": 1.9})
    arms = {arm.arm: arm for arm in document.arms}
    assert document.changed == 0 and not arms["php/b"].changed
    assert arms["php/c"].apart and arms["php/b"].apart


def test_what_differs_between_the_machines_is_named(tmp_path: Path) -> None:
    document = compared(tmp_path, {}, {}, {"machine": {"system": "Linux 7.0", "cpus": 8}})
    assert {one.what: one.after for one in document.differs} == {"system": "Linux 7.0", "cpus": 8}


def other_text(levels: list[Any]) -> dict[str, Any]:
    arms = [arm.model_copy(update={"method_sha256": "b" * 64}) if arm.role == "arm" else arm for arm in levels[0].arms]
    return {"levels": [levels[0].model_copy(update={"arms": arms})]}


def other_work(levels: list[Any]) -> dict[str, Any]:
    return {
        "levels": [
            levels[0].model_copy(update={"arms": [arm.model_copy(update={"work": 7}) for arm in levels[0].arms]})
        ]
    }


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"study": "other"}, "study: readfile and other"),
        ({"margin": 0.02}, "margin: 0.01 and 0.02"),
        ({"levels": [made.level({"records": 11}, "php/a", ["php/b"])]}, "no level in common"),
        (other_text([made.level({"records": 10}, "php/a", ["php/b", "php/c"])]), "text of php/b"),
        (other_work([made.level({"records": 10}, "php/a", ["php/b"])]), "work of php/a at records=10"),
    ],
)
def test_unlike_runs_are_refused_with_what_differs(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    if "text" in words:
        arms = [arm.model_copy(update={"method_sha256": "b" * 64}) for arm in change["levels"][0].arms]
        change = {"levels": [change["levels"][0].model_copy(update={"arms": arms})]}
    with pytest.raises(UsageError, match=words):
        compared(tmp_path, {}, {}, change)


def test_what_only_one_of_them_has_is_named(tmp_path: Path) -> None:
    levels = [made.level({"records": 10}, "php/a", ["php/b"]), made.level({"records": 20}, "php/a", ["php/b"])]
    document = compared(tmp_path, {}, {}, {"levels": levels})
    assert document.only_before == ["php/c at records=10"] and document.only_after == ["records=20"]


def test_of_each_level_what_only_one_of_them_has_is_named(tmp_path: Path) -> None:
    document = of_levels(tmp_path, [["php/b"], ["php/b", "php/c"], ["php/d"]], [["php/b", "php/e"], ["php/b"]])
    assert document.only_before == ["php/c at records=2", "records=3"] and document.only_after == ["php/e at records=1"]
    turned = of_levels(tmp_path / "turned", [["php/b"]], [["php/b"], ["php/b"]])
    assert (turned.only_before, turned.only_after) == ([], ["records=2"])
    levels = [made.level({"records": 20}, "php/a", []), made.level({"records": 10}, "php/a", ["php/b"])]
    runs = [made.run(levels), made.run([made.level({"records": 10}, "php/a", [])], run="20261122-090000-aaaa")]
    unsorted = compare_runs(*(Judging(made.opened(tmp_path / "unsorted", run)) for run in runs))
    assert unsorted.only_before == ["records=20", "php/b at records=10"]


def test_each_arm_is_set_beside_itself_at_the_same_level(tmp_path: Path) -> None:
    document = of_levels(tmp_path, [["php/b"], ["php/b", "php/c"]], [["php/b"], ["php/b", "php/c"]])
    assert [(one.level["records"], one.arm) for one in document.arms] == [(1, "php/b"), (2, "php/b"), (2, "php/c")]


def test_arms_beside_unlike_baselines_are_not_set_side_by_side(tmp_path: Path) -> None:
    before = made.run([made.level({"records": 1}, "php/a", ["php/b", "php/c"])])
    after = made.run([made.level({"records": 1}, "php/b", ["php/a", "php/c"])], run="20261122-090000-aaaa")
    document = compare_runs(*(Judging(made.opened(tmp_path, run)) for run in (before, after)))
    assert (document.arms, document.only_before, document.only_after) == ([], [], [])


def test_a_run_without_a_verdict_that_holds_is_told_with_its_reason(tmp_path: Path) -> None:
    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(columns["arm"] == 1, 2, 1)}

    document = compared(tmp_path, {}, {}, change_rows=spoil)
    assert document.before.invalid == document.after.invalid
    assert "took 2" in document.after.invalid


def test_facts_that_are_known_of_both_machines_are_told_if_they_differ(tmp_path: Path) -> None:
    one, other = ({"cpus": cpus, "host": "a", "system": "Linux"} for cpus in (4, 8))
    runs = [made.run([made.level({"records": 1}, "php/a", ["php/b"])], machine=one)]
    runs += [runs[0].model_copy(update={"run": "20261122-090000-aaaa", "machine": other})]
    document = compare_runs(*(Judging(made.opened(tmp_path, run)) for run in runs))
    assert [one.model_dump() for one in document.differs] == [{"what": "cpus", "before": 4, "after": 8}]


@pytest.mark.parametrize("width", [100, 60])
def test_it_is_shown_with_the_changes_first(tmp_path: Path, width: int) -> None:
    document = compared(tmp_path, {"php/b": 1.5, "php/c": 2.0}, {"php/b": 1.5, "php/c": 0.5})
    file = io.StringIO()
    show(document, Console(file=file, width=width))
    text = file.getvalue()
    assert text.index("php/c") < text.index("php/b") and "1 of 2 verdicts changed." in text
    assert max(len(line) for line in text.splitlines()) <= width


def told(one: Any) -> tuple[bool, bool]:
    return one.changed, one.apart


def test_what_is_set_side_by_side_has_all_figures_of_both_runs(tmp_path: Path) -> None:
    change = {"machine": {"system": "6.2"}, "started_at": "2026-11-22T09:00:00+00:00", "complete": False}
    found = compared(tmp_path, {"php/b": 2.0}, {"php/b": 4.0}, change, noise=0)
    assert found.before.model_dump() == {
        "run": "20261121-143055-k3x9",
        "study": "readfile",
        "started_at": "2026-11-21T14:30:55+00:00",
        "complete": True,
        "invalid": None,
    }
    assert (found.after.run, found.after.complete) == ("20261122-090000-aaaa", False)
    assert found.after.started_at == "2026-11-22T09:00:00+00:00"
    assert [one.model_dump() for one in found.differs] == [{"what": "system", "before": None, "after": "6.2"}]
    slower, same = found.arms
    assert (slower.level, slower.baseline, slower.arm) == ({"records": 10}, "php/a", "php/b")
    for side, ratio in ((slower.before, 2.0), (slower.after, 4.0)):
        assert side.model_dump() == {
            "ratio": pytest.approx(ratio),
            "low": pytest.approx(ratio),
            "high": pytest.approx(ratio),
            "verdict": "slower",
            "status": "measured",
            "reason": None,
            "median_ns": pytest.approx(ratio * made.BASE_NS),
            "runtime": "PHP 8.2.35",
        }
    assert told(slower) == (False, True) and told(same) == (False, False)
    assert (found.changed, found.only_before, found.only_after) == (0, [], [])


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(1.0, 2.0, (True, True)), (2.0, 1.0, (True, True)), (0.5, 1.0, (True, True)), (1.0, 1.001, (False, True))],
)
def test_every_two_decided_verdicts_that_differ_are_a_change(
    tmp_path: Path, first: float, second: float, expected: tuple[bool, bool]
) -> None:
    found = compared(tmp_path, {"php/b": first}, {"php/b": second}, noise=0)
    assert told(found.arms[0]) == expected and found.changed == expected[0]


def test_an_arm_that_failed_in_one_run_has_changed_and_is_not_apart(tmp_path: Path) -> None:
    level = made.level({"records": 10}, "php/a", [made.arm("php/b", status="failed", reason="it died")])
    found = compared(tmp_path, {"php/b": 2.0}, {}, {"levels": [level]}, noise=0)
    assert told(found.arms[0]) == (True, False)
    assert (found.arms[0].after.status, found.arms[0].after.reason) == ("failed", "it died")
    assert found.only_before == ["php/c at records=10"]


def test_runtimes_that_differ_are_told_by_language_and_those_that_are_not_known_are_left_out(tmp_path: Path) -> None:
    def level(*runtimes: str | None) -> LevelRecord:
        names = ("php/b", "php/c", "go/d", "c/e")
        return made.level(
            {"records": 10}, "php/a", [made.arm(name, runtime=one) for name, one in zip(names, runtimes, strict=True)]
        )

    runs = [
        made.run([level("PHP 8.4", "PHP 8.2.35", "go 1", None)]),
        made.run([level("PHP 8.2.35", None, "go 1", "gcc")], run="20261122-090000-aaaa"),
    ]
    found = compare_runs(*(Judging(made.opened(tmp_path, run)) for run in runs))
    assert [(one.what, one.before, one.after) for one in found.differs] == [
        ("php", "PHP 8.2.35, PHP 8.4", "PHP 8.2.35")
    ]


def test_runs_of_unlike_things_are_refused_with_everything_that_differs(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as failure:
        compared(tmp_path, {}, {}, {"work_unit": "entries", "margin": 0.02, "study": "logs", "job": "append"})
    assert [one.message for one in failure.value.problems] == [
        "the runs differ in their study: readfile and logs",
        "the runs differ in their job: deliver and append",
        "the runs differ in their work unit: bytes and entries",
        "the runs differ in their margin: 0.01 and 0.02",
    ]
    other = [made.arm("php/b", method_sha256="b" * 64, work=7), made.arm("php/c", method_sha256=HASH, work=1_000)]
    with pytest.raises(UsageError) as failure:
        compared(tmp_path / "arms", {}, {}, {"levels": [made.level({"records": 10}, "php/a", other)]})
    assert [one.message for one in failure.value.problems] == [
        "the text of php/b differs in the second run",
        "the work of php/b at records=10 (20,971,520 and 7), php/c at records=10 (20,971,520 and 1,000) "
        "differs in the second run",
    ]
    gone = [made.arm(name, method_sha256="b" * 64) for name in ("php/c", "php/d")]
    with pytest.raises(UsageError) as failure:
        of_levels(tmp_path / "texts", [["php/b", "php/c", "php/d"]], [gone])
    assert [one.message for one in failure.value.problems] == ["the text of php/c, php/d differs in the second run"]
    with pytest.raises(UsageError) as failure:
        compared(tmp_path / "levels", {}, {}, {"levels": [made.level({"records": 11}, "php/a", [])]})
    assert [one.message for one in failure.value.problems] == ["the runs have no level in common"]


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ([("slower", "slower"), ("faster", "faster")], "No verdict of 2 changed."),
        ([("slower", "slower"), ("slower", "invalid")], "No verdict of the 1 of 2 that both runs decided changed."),
        ([("slower", "invalid"), ("undecided", "faster")], "None of 2 verdicts is decided in both runs."),
        ([("undecided", "faster")], "The only verdict is undecided in one of the runs."),
        ([], "Nothing can be compared: the runs have no method in common at any level."),
    ],
)
def test_what_was_lost_is_no_verdict_that_stayed(tmp_path: Path, verdicts: list[tuple[str, str]], told: str) -> None:
    found = compared(tmp_path, {"php/b": 1.5}, {"php/b": 1.5})
    (arm, *_) = found.arms

    def side(then: Any, verdict: str) -> Any:
        return then.model_copy(update={"verdict": verdict})

    arms = [
        arm.model_copy(update={"before": side(arm.before, one), "after": side(arm.after, other), "changed": False})
        for one, other in verdicts
    ]
    file = io.StringIO()
    show(found.model_copy(update={"arms": arms, "changed": 0}), Console(file=file, width=140))
    assert file.getvalue().splitlines()[-1].strip() == told
