"""Two runs of one study: what changed is told with both intervals, and unlike things are refused with what differs."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from analysis import made
from iotrial.analysis.compare import compare_runs
from iotrial.errors import UsageError
from iotrial.report.compare import show
from iotrial.store.read import open_run

HASH = "a" * 64


def compared(
    root: Path, first: made.Ratios, second: made.Ratios, change: dict[str, Any] | None = None, **given: Any
) -> Any:
    arms = [made.arm(name, method_sha256=HASH) for name in ("php/b", "php/c")]
    levels = [made.level({"records": 10}, "php/a", [*arms])]
    before = made.run(levels)
    after = before.model_copy(update={"run": "20261122-090000-aaaa", **(change or {})})
    stored = [made.store(root, run, ratios, **given) for run, ratios in ((before, first), (after, second))]
    return compare_runs(*(open_run(folder) for folder in stored))


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


@pytest.mark.parametrize("width", [100, 60])
def test_it_is_shown_with_the_changes_first(tmp_path: Path, width: int) -> None:
    document = compared(tmp_path, {"php/b": 1.5, "php/c": 2.0}, {"php/b": 1.5, "php/c": 0.5})
    file = io.StringIO()
    show(document, Console(file=file, width=width))
    text = file.getvalue()
    assert text.index("php/c") < text.index("php/b") and "1 of 2 verdicts changed." in text
    assert max(len(line) for line in text.splitlines()) <= width
