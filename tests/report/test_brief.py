"""A run on one screen: what to use first, a table that fits, and a word for everything that is not on it."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.brief import MOST_LINES, USUAL_WIDTH, brief
from iotrial.report.method_lines import BAR, MOST_ROWS, method_lines
from iotrial.report.method_rows import MARKS, MethodBlock, MethodRow
from iotrial.report.run_screen import show
from iotrial.report.trust_line import trust_line
from iotrial.report.what_to_use import sentences_to_use
from iotrial.store.record import Arm, Caution
from judge import made
from report.shown import judged_once

#: No table has more rows than this.
MOST_TABLE_LINES = 20

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def lines(judged: JudgedRun, width: int = 100) -> list[str]:
    return [line.plain for line in brief(judged, width)]


def text(judged: JudgedRun, width: int = 100) -> str:
    """All of the screen, line breaks taken out."""
    return " ".join(" ".join(lines(judged, width)).split())


def judged(folder: Path, others: list[str | Arm], ratios: made.Ratios, **given: Any) -> JudgedRun:
    """One level."""
    level = made.level({"file_bytes": 20971520, "sink": "pipe"}, "php/readfile", others)
    return judged_once(made.opened(folder, made.run([level]), ratios, **given))


def over_sizes(folder: Path, count: int, others: list[str | Arm], ratios: made.Ratios, **given: Any) -> JudgedRun:
    """A level for each of so many sizes."""
    levels = [made.level({"entries": 10**number, "target": "disk"}, "php/readfile", others) for number in range(count)]
    return judged_once(made.opened(folder, made.run(levels), ratios, **given))


def many(folder: Path, count: int, **given: Any) -> JudgedRun:
    """More methods than a screen has rows for, each slower than the one before."""
    names: list[str | Arm] = [f"php/method_with_a_long_name_number_{number:02d}" for number in range(count)]
    ratios = {str(name): 1.1 + number / 10 for number, name in enumerate(names)}
    return judged(folder, names, ratios, **given)


def marked_rows(shown: list[str]) -> dict[str, list[str]]:
    """The cells of each row about a method by its name: of those with an answer, and of those alone."""
    cells = [re.split("  +", line.strip()) for line in shown]
    return {row[0]: row[1:] for row in cells if row[-1] in MARKS or re.fullmatch("█+", row[-1])}


def table_rows(shown: list[str]) -> list[str]:
    """The rows of the first table of what no answer is about, its head not among them."""
    start = next(number for number, line in enumerate(shown) if re.match(r" *(method|entries|target) ", line))
    rows = shown[start + 1 :]
    return rows[: next(number for number, line in enumerate(rows) if not re.match(r" *(php|c|python)/", line))]


def test_the_first_lines_say_what_to_use(tmp_path: Path) -> None:
    shown = lines(judged(tmp_path, ["php/fread_1k", "c/sendfile"], {"php/fread_1k": 1.5, "c/sendfile": 0.5}))
    assert shown[0] == "readfile: Does readfile() cost more than a loop?"
    assert shown[1:3] == [
        "  In php (file_bytes 20 MiB, sink pipe): use readfile, the usual way. fread_1k takes 1.50 times as",
        "    long.",
    ]
    assert shown[3] == "  In any language: sendfile in c is the fastest; it is 2.0 times as fast as readfile in php."
    assert shown[4] == ""


def test_an_answer_takes_six_lines_at_the_most_and_loses_whole_sentences(tmp_path: Path) -> None:
    named = [f"php/a_method_with_a_name_of_fifty_columns_or_so_number_{number}" for number in range(8)]
    others: list[str | Arm] = [*named[:4]]
    others += [made.arm(name, guarantees={"lock": f"kind{number}"}) for number, name in enumerate(named[4:])]
    run = judged(tmp_path, others, {name: 1.2 + number for number, name in enumerate(named)})
    (whole, *_) = sentences_to_use(run)
    for width in (100, 80, 50):
        shown = lines(run, width)
        answer = shown[1 : shown.index("")]
        assert len(answer) <= MOST_LINES or width < USUAL_WIDTH
        said = " ".join(" ".join(answer).split())
        assert said.endswith(" (More: --details.)")
        kept = said.removesuffix(" (More: --details.)")
        assert " ".join(" ".join(whole).replace("\N{NO-BREAK SPACE}", " ").split()).startswith(kept) and kept.endswith(
            "."
        )


def test_the_last_lines_say_how_sure_it_is_and_where_the_rest_is(tmp_path: Path) -> None:
    run = judged(tmp_path, ["php/fread_1k"], {"php/fread_1k": 1.5})
    run = run.model_copy(update={"machine": "Intel(R) Xeon(R) Processor @ 2.80GHz, 2 CPUs"})
    *_, trust, rest, more = lines(run)
    machine = "Intel Xeon, 2 CPUs"
    wanted = rf"  How sure: fairly, measured once, {machine}; the same code timed twice came out within \d\.\d %\."
    assert re.fullmatch(wanted, f"{trust} {rest.strip()}".replace("\N{NO-BREAK SPACE}", " "))
    assert more == "  run 20261121-143055-k3x9, 41 s; all figures: iotrial show 20261121-143055-k3x9 --details"
    placebo = run.levels[0].placebo
    assert placebo is not None and placebo.low is not None and placebo.high is not None
    near = run.levels[0].model_copy(update={"placebo": placebo.model_copy(update={"low": 0.9, "high": 1.02})})
    assert "How sure: fairly" in text(
        run.model_copy(update={"levels": [near], "placebo": None})
    )  # 1.5 is far from that
    alone = run.answers[0].choices[0].model_copy(update={"as_well": [], "at_times": [], "slower": []})
    others = [*run.answers, run.answers[0].model_copy(update={"choices": [alone]})]
    besides = run.model_copy(update={"levels": [near], "placebo": None, "answers": others})
    assert "How sure: not very" in text(besides)  # what stands out in one language is none of another's
    wide = placebo.model_copy(update={"low": 0.7, "high": 1.02})  # 1.5 times as long does not stand out from that
    busy = Caution(code="stolen", text="other virtual machines took CPU time")
    level = run.levels[0].model_copy(update={"placebo": wide, "cautions": [busy]})
    spoilt = run.model_copy(update={"levels": [level], "placebo": None, "complete": False})
    told = "How sure: not very, not complete, Intel Xeon, 2 CPUs, busy;"
    wanted = f"{told} the same code timed twice came out within 30.0 %."
    assert wanted in text(spoilt).replace("\N{NO-BREAK SPACE}", " ")
    several = trust_line(run, "2 machines, 3 sessions: all agree").replace("\N{NO-BREAK SPACE}", " ")
    of_one = rf"How sure: fairly, 2 machines, 3 sessions: all agree\. The figures are of {machine}; the same .+ %\."
    assert re.fullmatch(of_one, several)
    assert trust_line(run.model_copy(update={"machine": None}), "1 session").startswith("How sure: fairly, 1 session; ")


def test_the_longest_bar_is_the_longest_time(tmp_path: Path) -> None:
    run = judged(tmp_path, ["php/fread_1k", "c/sendfile"], {"php/fread_1k": 2.0, "c/sendfile": 0.5})
    for width in (100, 80, 50):
        shown = lines(run, width)
        bars = sorted(line.count("█") for line in shown if "█" in line)
        most = BAR if width == 100 else bars[-1]
        assert most >= 8 and all(abs(bar - most / share) <= 0.5 for bar, share in zip(bars, (4, 2, 1), strict=True))
        assert max(map(len, shown)) <= width


@pytest.mark.parametrize("count", [1, 13, 14, 40])
def test_a_table_of_methods_fits_a_screen_and_says_how_many_it_leaves_out(tmp_path: Path, count: int) -> None:
    shown = lines(many(tmp_path, count))
    rows = marked_rows(shown)
    assert 2 + len(rows) <= MOST_TABLE_LINES and len(rows) == min(count + 1, MOST_ROWS)
    assert max(len(line) for line in shown) <= 100
    hidden = count + 1 - MOST_ROWS
    left = [line for line in shown if line.endswith("more methods: --details")]
    assert left == ([f"  php, beside readfile: {hidden} more methods: --details"] if hidden > 0 else [])
    assert list(rows)[-1].endswith(f"number_{count - 1:02d}")  # the slowest is always among them


@pytest.mark.parametrize("count", [3, 7, 15])
def test_a_table_over_levels_fits_a_screen_and_says_how_many_it_leaves_out(tmp_path: Path, count: int) -> None:
    others: list[str | Arm] = [f"php/method_{number:02d}" for number in range(19)]
    ratios = {str(name): 1.5 + number / 10 for number, name in enumerate(others)}
    run = over_sizes(tmp_path, count, others, ratios, sweeps=8)
    for width in (100, 60):
        shown = lines(run, width)
        assert max(len(line) for line in shown) <= width
        assert 2 + len(marked_rows(shown)) <= MOST_TABLE_LINES
        (head,) = re.findall(r"  entries\s+(1 .*?)  +times as long", "\n".join(shown))
        head = head.split()
        assert (head[0], head[-1]) == ("1", f"{10 ** (count - 1):,}")  # the first and the last are always among them
        assert "6 more methods: --details" in text(run, width)
        left = f"{len(head)} of {count} conditions are shown, all of them with --details" in text(run, width)
        assert left == (len(head) < count)
        assert len(head) == count or count > 3 or width < 100
        assert len(head) < count or count < 15


@pytest.mark.parametrize("width", [100, 80, 60])
def test_nothing_is_wider_than_the_terminal(tmp_path: Path, width: int) -> None:
    gone = made.arm("c/gone", status="failed", reason="/".join(["a-folder"] * 40))
    noted = made.arm("c/flock_each_record_of_a_log", guarantees={"lock": "record"}, kit_ns=1_000_000.0)
    names: list[str | Arm] = ["php/a_method_whose_name_takes_forty_columns_x", "python/copyfileobj", noted, gone]
    runs = [
        judged(tmp_path / "one", names, {"python/copyfileobj": 1.2}),
        many(tmp_path / "many", 20),
        over_sizes(tmp_path / "sizes", 4, names[:3], {}),
        judged_once(made.opened(tmp_path / "words", made.run(in_words(names)), sweeps=8)),
    ]
    for run in runs:
        for line in lines(run, width):
            assert len(line) <= width or "a-folder" in line, line


def in_words(others: list[str | Arm]) -> list[Any]:
    """Levels that differ in words as long as they come."""
    targets = ["disk", "ext4-in-memory", "a-folder-on-a-network"]
    return [made.level({"target": target, "rotate": "copytruncate"}, "php/readfile", others) for target in targets]


def test_what_speaks_for_a_row_is_said_at_every_width(tmp_path: Path) -> None:
    costs = {"c/flock_each": 4_000_000.0, "php/flock_each": 1_000_000.0}  # of 6 and of 8 ms
    noted = [made.arm(name, guarantees={"lock": "record"}, kit_ns=cost) for name, cost in costs.items()]
    run = judged(tmp_path, [*noted, "php/fread_1k"], {"c/flock_each": 3.0, "php/flock_each": 4.0})
    note = "only if you need lock=record; in part the kit's cost"
    for width in (100, 80, 60):
        said = text(run, width)
        assert f"flock_each: {note}" in said and "flock_each in c: mostly the kit's cost" in said
        assert re.search(r"flock_each 8\.\d+ ms █+ 4\.0 (\[4\.\d+, 4\.\d+\] )?only if", said), said


def test_an_invalid_run_says_so_before_anything_else(tmp_path: Path) -> None:
    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "wall_ns": np.where(given["arm"] == 1, given["wall_ns"] * 3, given["wall_ns"])}

    run = judged(tmp_path, ["php/fread_1k"], {"php/fread_1k": 1.5}, change=spoil)
    shown = lines(run)
    assert shown[1].startswith("  INVALID, no verdict holds: ")
    assert run.invalid and run.invalid.split()[0] in shown[1]
    said = text(run)
    assert " use " not in said.split("file_bytes=")[0]
    assert {line.split()[-1] for line in table_rows(shown)} == {"baseline", "invalid"}


def test_a_level_that_is_invalid_says_so_below_its_table(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("disk", "tmpfs")]

    def spoil(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        # The second copy of the baseline, at the second level.
        factor = np.where((given["arm"] == 1) & (given["level"] == 1), 1.3, 1.0)
        return {**given, "wall_ns": (given["wall_ns"] * factor).astype(np.int64)}

    run = judged_once(made.opened(tmp_path, made.run(levels), {"php/b": 2.0}, change=spoil))
    assert run.levels[1].invalid and not run.levels[0].invalid and not run.invalid
    good, bad = "\n".join(lines(run)).split("  target=tmpfs\n")
    assert "\n  php, beside a\n" in good
    assert re.search(r"  b .* avoid$", good, re.MULTILINE) and "invalid" not in good
    assert re.search(r"php/b .* invalid\n  invalid, no verdict holds here: the placebo is slower", bad)
    assert "slower\n" not in bad and "faster" not in bad


@pytest.mark.parametrize("width", [100, 60])
def test_the_reason_of_an_arm_that_was_skipped_is_told_to_its_end(tmp_path: Path, width: int) -> None:
    long = "the runtime said: " + "something that goes on and on, " * 9 + "and ends"
    run = judged(tmp_path, ["php/b", made.arm("go/copy", status="skipped", reason=long)], {})
    shown = lines(run, width)
    first = next(
        number for number, line in enumerate(shown) if line.startswith("  go/copy skipped: the runtime said: ")
    )
    foot = next(number for number, line in enumerate(shown) if line.startswith("  How sure: "))
    assert all(line.startswith("    ") for line in shown[first + 1 : foot])
    assert " ".join(line.strip() for line in shown[first:foot]) == f"go/copy skipped: {long}"
    short = judged(tmp_path / "short", ["php/b", made.arm("go/copy", status="skipped", reason="no go")], {})
    assert "  go/copy skipped: no go" in lines(short, width)


def test_a_reason_is_told_once_and_more_than_a_few_are_counted(tmp_path: Path) -> None:
    alike = [made.arm(f"go/copy_{number}", status="skipped", reason="go is not installed") for number in range(5)]
    unlike = [made.arm(f"c/died_{word}", status="failed", reason=f"died of {word}") for word in ("cold", "heat", "age")]
    said = text(judged(tmp_path, ["php/b", *alike, *unlike], {}))
    assert "go/copy_0, go/copy_1 and 3 more skipped: go is not installed" in said
    assert said.count("go is not installed") == 1
    assert "c/died_cold failed: died of cold" in said and "c/died_heat failed: died of heat" in said
    assert "died of age" not in said and "1 more was left out: --details" in said


def test_an_arm_that_failed_at_some_levels_says_at_which(tmp_path: Path) -> None:
    good: list[str | Arm] = ["php/b"]
    bad: list[str | Arm] = ["php/b", made.arm("php/c", status="failed", reason="died")]
    levels = [made.level({"entries": size}, "php/a", bad if size else good) for size in range(4)]
    levels[3] = levels[3].model_copy(update={"status": "skipped", "reason": "no room"})
    said = text(judged_once(made.opened(tmp_path, made.run(levels))))
    assert "php/c failed at entries=1, entries=2: died" in said and "entries=3 skipped: no room" in said


@pytest.mark.parametrize(("names", "told"), [("cdef", "php/d, php/e and php/f"), ("cdefg", "php/d, php/e and 2 more")])
def test_arms_that_share_a_reason_and_levels_are_named_together(tmp_path: Path, names: str, told: str) -> None:
    died = [made.arm(f"php/{name}", status="failed", reason="died") for name in names]
    levels = [made.level({"entries": size}, "php/a", ["php/b", *(died if size else died[:1])]) for size in range(3)]
    said = text(judged_once(made.opened(tmp_path, made.run(levels))), 200)
    assert f"php/c failed; {told} failed at entries=1, entries=2: died" in said


def test_what_another_value_of_a_factor_does_is_said(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("disk", "tmpfs", "xfs")]

    def halve(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "wall_ns": np.where(given["level"] == 1, given["wall_ns"] // 2, given["wall_ns"])}

    said = text(judged_once(made.opened(tmp_path, made.run(levels), change=halve)), 300)
    assert "On tmpfs instead of disk: it pays, each method takes 50 % less time." in said
    assert "On xfs instead of disk: it does not pay, the same time within 1 %." in said
    assert "target=tmpfs instead of disk" not in said  # it is said once


def test_a_colour_says_nothing_that_a_word_or_a_mark_does_not(tmp_path: Path) -> None:
    ratios = {"php/fread_1k": 1.5, "c/sendfile": 0.5}
    others: list[str | Arm] = ["php/fread_1k", "c/sendfile", "php/same", made.arm("go/x", status="failed", reason="no")]
    runs = [judged(tmp_path / "one", others, ratios), over_sizes(tmp_path / "sizes", 3, others, ratios)]
    for run in runs:
        plain, coloured = io.StringIO(), io.StringIO()
        show(run, Console(file=plain, width=100, color_system=None))
        show(run, Console(file=coloured, width=100, force_terminal=True, color_system="truecolor", no_color=False))
        assert "\x1b[" in coloured.getvalue() and "\x1b" not in plain.getvalue()
        assert ESCAPE.sub("", coloured.getvalue()) == plain.getvalue()
    for run in runs:
        marks = {name: cells[-1] for name, cells in marked_rows(lines(run)).items() if cells[-1] in MARKS}
        assert (marks["readfile"], marks["same"]) == ("use", "as good") and marks["fread_1k"] in ("slower", "avoid")


def test_bars_beside_several_languages_are_of_their_times_by_one_scale(tmp_path: Path) -> None:
    found = over_sizes(tmp_path, 2, ["php/b"], {"php/b": 2.0})
    times = {"a": (1e6, 2e6, 1.0), "b": (1.5e6, 3e6, 1.5), "c": (5e5, 9e5, 1.0), "d": (922e3, 1.8e6, 1.9)}
    rows = {name: MethodRow(f"x/{name}", name, one[:2], relative=one[2]) for name, one in times.items()}
    blocks = [MethodBlock(names, (0, 1), tuple(rows[name] for name in names)) for names in ("ab", "cd")]
    shown = [line.plain.split() for line in method_lines(found, blocks, 80)]
    bars = {line[0]: line[-1].count("█") for line in shown if line and line[-1].startswith("█")}
    assert bars["c"] < bars["d"] < bars["a"] < bars["b"] == BAR, bars
