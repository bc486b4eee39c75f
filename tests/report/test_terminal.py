"""The look of a run on a terminal: wide, narrow, without colour, and with ASCII only.

The files in golden/ are what `show` prints. Write them anew with IOTRIAL_GOLDEN=write, and read the difference.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.judge.judged_run import JudgedRun, JudgedRuns
from iotrial.report.run_screen import show
from iotrial.store.record import Arm, Caution, Memory
from judge import made
from report.shown import judged_once

GOLDEN = Path(__file__).parent / "golden"

RATIOS = {
    "php/fread_1k": 1.5,
    "c/sendfile": 0.5,
    "php/fpassthru": 1.0,
    "php/directory_iterator_as_published": 0.1,
    "c/flock_each": 3.2,
    "python/copyfileobj": 1.011,
}


def others() -> list[str | Arm]:
    runtime = Memory(peak_bytes=20 << 20, runtime_peak_bytes=430_080, runtime_peak_real_bytes=2 << 20)
    return [
        "php/fread_1k",
        made.arm("c/sendfile", memory=Memory(peak_bytes=2 << 20)),
        made.arm("php/fpassthru", memory=runtime),
        made.arm(
            "php/directory_iterator_as_published",
            status="disqualified",
            reason="gives 0 names instead of 10000",
            tags=["as-published"],
        ),
        made.arm("go/copy", status="skipped", reason="go is not installed: apt-get install golang"),
        made.arm("c/flock_each", guarantees={"lock": "record"}, kit_ns=1_000_000.0),
        "python/copyfileobj",
    ]


def one_level(tmp_path: Path, **given: Any) -> JudgedRun:
    stored = Caution(code="one_session", text="measured once: a claim is settled by two sessions or more")
    level = made.level({"file_bytes": 20971520, "sink": "pipe"}, "php/readfile", others())
    return judged_once(made.opened(tmp_path, made.run([level], cautions=[stored]), RATIOS, noise=0.01, **given))


def many_levels(tmp_path: Path) -> JudgedRun:
    levels = []
    for size in (0, 10, 100, 1000):
        level = made.level({"entries": size, "target": "disk"}, "php/readfile", others())
        levels.append(level.model_copy(update={"arms": [arm.model_copy(update={"work": size}) for arm in level.arms]}))

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        sizes = np.array([10.0, 11, 20, 110])[columns["level"]]
        columns["wall_ns"] = (columns["wall_ns"] * sizes).astype(np.int64)
        return columns

    return judged_once(made.opened(tmp_path, made.run(levels, work_unit="entries"), RATIOS, change=grow, sweeps=24))


def two_targets(tmp_path: Path) -> JudgedRun:
    levels = [made.level({"records": 9, "target": name}, "php/readfile", others()) for name in ("disk", "tmpfs")]

    def halve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        columns["wall_ns"] = np.where(columns["level"] == 1, columns["wall_ns"] // 2, columns["wall_ns"])
        return columns

    return judged_once(made.opened(tmp_path, made.run(levels), RATIOS, change=halve))


def printed(document: JudgedRun | JudgedRuns, width: int, encoding: str = "utf-8", **given: Any) -> str:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
    show(document, Console(file=file, width=width, color_system=None), **given)
    file.seek(0)
    return file.read()


@pytest.mark.parametrize("width", [100, 60])
@pytest.mark.parametrize("details", [False, True], ids=["brief", "details"])
@pytest.mark.parametrize("case", ["one", "targets", "many"])
def test_the_report_is_as_it_was_agreed(tmp_path: Path, case: str, details: bool, width: int) -> None:
    make = {"one": one_level, "targets": two_targets, "many": many_levels}[case]
    found = printed(make(tmp_path), width, details=details)
    path = GOLDEN / f"{case}-{'details-' if details else ''}{width}.txt"
    if os.environ.get("IOTRIAL_GOLDEN") == "write":
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [200, 100, 80, 60])
@pytest.mark.parametrize("case", ["one", "targets", "many"])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, case: str, width: int) -> None:
    document = {"one": one_level, "targets": two_targets, "many": many_levels}[case](tmp_path)
    assert max(len(line) for line in printed(document, width, details=True).splitlines()) <= width


@pytest.mark.parametrize("details", [False, True], ids=["brief", "details"])
@pytest.mark.parametrize("width", [100, 60, 30])
def test_no_interval_is_parted_however_narrow_it_gets(tmp_path: Path, width: int, details: bool) -> None:
    lines = printed(one_level(tmp_path), width, details=details).splitlines()
    intervals = sum(bool(re.search(r"\d +\[\d+\.\d+, \d+\.\d+\]", line)) for line in lines)
    assert intervals >= (6 if details else 2 if width >= 100 else 0)
    assert not any(line.count("[") != line.count("]") for line in lines)


def test_columns_go_in_the_stated_order(tmp_path: Path) -> None:
    document = one_level(tmp_path)
    heads = [table_head(printed(document, width, details=True)) for width in range(150, 60, -1)]
    seen = [
        [title for title in ("rate", "CPU", "peak", "heap peak", "heap reserved") if f" {title}" in head]
        for head in heads
    ]
    steps = [titles for place, titles in enumerate(seen) if place == 0 or titles != seen[place - 1]]
    order = ["heap reserved", "rate", "CPU", "heap peak", "peak"]
    left = [
        [title for title in ("rate", "CPU", "peak", "heap peak", "heap reserved") if title in order[gone:]]
        for gone in range(6)
    ]
    assert steps == left


def table_head(text: str) -> str:
    return next(line for line in text.splitlines() if line.lstrip().startswith("method "))


def test_where_only_ascii_is_known_only_ascii_is_printed(tmp_path: Path) -> None:
    run = one_level(tmp_path)
    text = printed(run, 120, "ascii", details=True)
    assert text.isascii()
    assert "750 us" in text
    brief = printed(run, 120, "ascii")
    assert brief.isascii()
    assert "####" in brief  # the bars


def test_what_a_run_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    level = made.level(
        {"target": "[red]x[/red]"}, "php/[bold]a", [made.arm("c/b\x1b[2J\n", status="failed", reason="[/] \x07")]
    )
    run = made.run([level], question="[link=file:///]click[/link] :smile:", study="s\x1b]0;t")
    document = judged_once(made.opened(tmp_path, run))
    for details in (False, True):
        text = printed(document, 100, details=details)
        assert "\x1b" not in text and "\x07" not in text
        for literal in (
            "[red]x[/red]",
            "php/[bold]a",
            "c/b\\u001b[2J",
            "[/] \\u0007",
            "[link=file:///]click[/link] :smile:",
        ):
            assert literal in text


def test_verdicts_are_coloured_only_on_a_terminal_with_colour(tmp_path: Path) -> None:
    run = one_level(tmp_path)
    for details in (False, True):
        file = io.StringIO()
        coloured = Console(file=file, width=100, force_terminal=True, color_system="standard", no_color=False)
        show(run, coloured, details=details)
        assert ("\x1b[32mfaster" if details else "\x1b[1;32muse") in file.getvalue()
        assert "\x1b" not in printed(run, 100, details=details)


def test_the_answer_names_the_winner_or_says_that_there_is_none(tmp_path: Path) -> None:
    assert "c/sendfile is the fastest; next is " in printed(one_level(tmp_path / "a"), 200, details=True)
    level = made.level({"sink": "pipe"}, "php/readfile", ["php/fpassthru", "php/fread_1k"])
    document = judged_once(made.opened(tmp_path / "b", made.run([level]), {"php/fread_1k": 1.5}))
    text = printed(document, 200, details=True)
    assert re.search(
        r"None beats all the others: php/\w+ and php/\w+ cannot be told apart\. The slowest, php/fread_1k, takes 1\.5",
        text,
    )


def test_a_slowest_baseline_is_not_compared_with_itself(tmp_path: Path) -> None:
    level = made.level({"sink": "pipe"}, "php/readfile", ["php/fpassthru", "php/fread_1k"])
    half = {"php/fread_1k": 0.5, "php/fpassthru": 0.5}
    text = printed(judged_once(made.opened(tmp_path, made.run([level]), half)), 200, details=True)
    assert re.search(r"cannot be told apart\. The slowest is php/readfile: php/\w+ takes 0\.[45]", text)


def test_what_other_guarantees_cost_is_said(tmp_path: Path) -> None:
    synced = [made.arm(name, guarantees={"durable": "each record", "lock": "none"}) for name in ("c/a", "c/b")]
    arms = [made.arm("php/a", role=role, guarantees={"durable": "no", "lock": "none"}) for role in made.ROLES_OF_1]
    level = made.level({"records": 10}, "php/a", [], arms=[*arms, *synced])
    text = printed(judged_once(made.opened(tmp_path, made.run([level]), {"c/a": 40.0, "c/b": 20.0})), 300, details=True)
    assert re.search(
        r"Other guarantees take at least, compared with php/a: durable each record 20\.\d \[.*\] times \(c/b\)\.",
        text,
    )


def test_an_arm_that_beats_its_reference_is_named_for_its_guarantees_and_is_the_floor(tmp_path: Path) -> None:
    synced = [made.arm(name, guarantees={"durable": "each record"}) for name in ("c/a", "c/b")]
    arms = [made.arm("php/a", role=role, guarantees={"durable": "no"}) for role in made.ROLES_OF_1]
    least = made.arm("c/least", role="floor", floor="copying", guarantees={"durable": "each record"})
    level = made.level({"records": 10}, "php/a", [], arms=[*arms, *synced], floors=[least])
    ratios = {"c/a": 20.0, "c/b": 40.0, "c/least": 30.0}
    text = printed(judged_once(made.opened(tmp_path, made.run([level]), ratios)), 300, details=True)
    assert re.search(r"durable each record 20\.\d \[.*\] times \(c/a\)\.", text)
    (row,) = (line for line in text.splitlines() if line.lstrip().startswith("c/a  "))
    assert "the floor" in row and "50 %" in next(line for line in text.splitlines() if line.lstrip().startswith("c/b "))
    assert "the reference c/least (copying) does not do the least here" in text


def test_a_level_without_an_option_that_others_have_is_named_all_the_same(tmp_path: Path) -> None:
    factors: list[dict[str, int | str]] = [
        {"file_bytes": 1},
        {"file_bytes": 1, "php.memory_limit": "16M"},
        {"file_bytes": 1, "php.output_buffering": "On"},
    ]
    levels = [made.level(one, "php/a", ["php/b"]) for one in factors]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, np.array([0.5, 2.0, 2.0])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    document = judged_once(made.opened(tmp_path, made.run(levels), sweeps=16, change=turn))
    brief, detailed = (" ".join(printed(document, 300, details=details).split()) for details in (False, True))
    options = "php.memory_limit=16M or php.output_buffering=On"
    for text in (brief, detailed):
        assert f"In php it depends: at no option use b; at {options} use a, the usual way." in text
        assert "What the choice is worth" not in text
    assert "php/b at no option; php/a at php.memory_limit=16M" in detailed


def test_what_the_choice_is_worth_is_said_size_by_size(tmp_path: Path) -> None:
    others: list[str | Arm] = ["php/b", made.arm("c/died", status="failed", reason="died")]
    levels = [made.level({"record_bytes": size, "target": "disk"}, "php/a", others) for size in (70, 4096, 1 << 20)]

    def shrink(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, np.array([9.0, 3.0, 1.0])[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    document = judged_once(made.opened(tmp_path, made.run(levels), change=shrink))
    text = " ".join(printed(document, 400, details=True).split())
    said = "How much the choice matters, as the slowest of 2 methods over the fastest: "
    ratios = r"(9\.0|8\.9)\d times at SIZE=70, (3\.0|2\.9)\d times at SIZE=4096, unclear at SIZE=1048576\."
    assert re.search(re.escape(said) + ratios.replace("SIZE", "record_bytes"), text)


def test_of_many_sizes_some_are_told_and_of_words_none(tmp_path: Path) -> None:
    text = printed(many_levels(tmp_path / "a"), 900, details=True)
    assert re.search(r"fastest: .* times at entries=0, .* at entries=10, .* at entries=100, .* at entries=1000\.", text)
    assert "How much the choice matters" not in printed(two_targets(tmp_path / "b"), 200, details=True)
    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in range(29)]
    text = printed(judged_once(made.opened(tmp_path / "c", made.run(levels), sweeps=8)), 900, details=True)
    (told,) = re.findall(r"over the fastest: (.*)\.", text)
    assert re.findall(r"at entries=(\d+)", told) == ["0", "7", "14", "21", "28"]


def test_where_every_arm_has_left_that_is_said(tmp_path: Path) -> None:
    arms = [made.arm("php/a", role=role, status="disqualified", reason="lost 3") for role in made.ROLES_OF_1]
    level = made.level({"records": 10}, "php/a", [], arms=[*arms, made.arm("c/b", status="failed", reason="died")])
    text = printed(judged_once(made.opened(tmp_path, made.run([level]), sweeps=0)), 100)
    assert "Not measured: no arm is left: 1 disqualified, 1 failed." in text


def test_an_invalid_level_says_so_instead_of_an_answer(tmp_path: Path) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {
            **given,
            "wall_ns": [
                wall * (3 if arm == 1 else 1) for wall, arm in zip(given["wall_ns"], given["arm"], strict=True)
            ],
        }

    run = one_level(tmp_path, change=spoil)
    for details in (False, True):
        text = printed(run, 100, details=details)
        assert "INVALID" in text and "invalid, no verdict holds here" in text.replace("Invalid", "invalid")
        assert "fastest" not in text and " faster" not in table_of(text) and "In php: use" not in text


def table_of(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if " ms  " in line)


def test_a_run_without_samples_is_shown_too(tmp_path: Path) -> None:
    run = made.run([made.level({"sink": "pipe"}, "php/readfile", ["c/x"])], complete=False, seconds=None)
    text = printed(judged_once(made.opened(tmp_path, run, sweeps=0)), 80)
    assert "Not measured: no sweep is stored yet." in text
    assert "not complete" in text


def test_reasons_that_differ_in_a_number_are_told_once_without_folders_that_are_gone(tmp_path: Path) -> None:
    levels = []
    for number in range(4):
        folder = f"/home/me/.cache/iotrial/target/iotrial-0a1b2c3d/level-{number:04d}/arm-004"
        reason = f"fopen({folder}/logs.0/{number}): Failed to open stream: Too many open files"
        arms: list[str | Arm] = ["php/b", made.arm("php/all", status="failed", reason=reason)] if number else ["php/b"]
        levels.append(made.level({"logs": number + 1}, "php/a", arms))
    document = judged_once(made.opened(tmp_path, made.run(levels)))
    said = (
        "php/all failed at logs=2, logs=3, logs=4: fopen(logs.0/1 to 3): Failed to open stream: Too many open files\n"
    )
    brief, detailed = (printed(document, 200, details=details) for details in (False, True))
    for text in (brief, detailed):
        assert text.count(said) == 1 and "iotrial-0a1b2c3d" not in text
    assert brief.count("php/all failed") == 1
    assert detailed.count("php/all failed") == 1 + 3  # and below each level's own table


def test_too_few_rounds_are_said(tmp_path: Path) -> None:
    run = one_level(tmp_path, sweeps=3)
    assert "3 rounds are too few for an interval." in printed(run, 100, details=True)
    brief = " ".join(printed(run, 100).split())
    assert (
        "In php and c: cannot tell after so few rounds; give it more time, such as --budget 2min." in brief
        and "In php: use" not in brief
    )


def test_several_runs_are_shown_one_after_the_other(tmp_path: Path) -> None:
    document = one_level(tmp_path)
    for details in (False, True):
        text = printed(JudgedRuns(runs=[document, document]), 100, details=details)
        assert text.count("file_bytes=20971520" if details else "php, beside readfile") == 2


def test_a_level_without_arms_is_no_trouble(tmp_path: Path) -> None:
    run = made.run([made.level({"a": 1}, "php/x", []).model_copy(update={"arms": []})])
    assert "Not measured" in printed(judged_once(made.opened(tmp_path, run, sweeps=0)), 80)
    assert "Nothing was measured" in printed(judged_once(made.opened(tmp_path / "b", made.run([]), sweeps=0)), 80)


def with_a_skipped_level(folder: Path, targets: list[str]) -> JudgedRun:
    """A run whose last level could not be had."""
    levels = [made.level({"target": name}, "php/a", ["php/b", "c/c"]) for name in targets]
    reason = "the target xfs cannot be made: mounting takes root"
    arms = [arm.model_copy(update={"status": "skipped", "reason": reason}) for arm in levels[-1].arms]
    levels[-1] = levels[-1].model_copy(update={"status": "skipped", "reason": reason, "arms": arms})
    told = [{"target": targets[0], "filesystem": "ext4", "size_bytes": 1 << 30, "options": "rw"}]
    return judged_once(made.opened(folder, made.run(levels, machine={"targets": told}), {"php/b": 2.0}))


@pytest.mark.parametrize("targets", [["disk", "xfs"], ["disk", "tmpfs", "ext4", "xfs"]], ids=["few", "many"])
def test_a_level_that_was_skipped_says_why_once_and_not_for_each_arm(tmp_path: Path, targets: list[str]) -> None:
    for details in (False, True):
        out = io.StringIO()
        document = with_a_skipped_level(tmp_path / str(details), targets)
        show(document, Console(file=out, width=200), details=details)
        said = out.getvalue().count("mounting takes root")
        assert said == (2 if details and len(targets) > 2 else 1)
        assert "target=xfs" in out.getvalue()


def test_the_details_say_where_the_files_were(tmp_path: Path) -> None:
    out = io.StringIO()
    show(with_a_skipped_level(tmp_path, ["disk", "xfs"]), Console(file=out, width=100), details=True)
    assert "target disk: ext4 (rw), 1.00 GiB\n" in out.getvalue()
