"""A comment for a pull request: the answer first, the rows behind a fold, a line of trust, and how to repeat it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from iotrial.judge.target_facts import TargetFacts
from iotrial.report import figures
from iotrial.report.addresses import address
from iotrial.report.comment import comment
from iotrial.report.markdown import as_code
from iotrial.report.method_rows import MARKS, method_blocks
from iotrial.report.run_facts import runtimes
from report import shown
from report.test_markdown import rendered


def test_a_comment_has_ten_lines_outside_of_its_fold_with_the_answer_first(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path, levels=[shown.level(4096)])
    text = comment([(view, judged)])
    outside = [line for line in re.sub(r"<details>.*?</details>", "", text, flags=re.DOTALL).splitlines() if line]
    assert 4 <= len(outside) <= 10 and outside[0].startswith("## ")
    assert outside[1].startswith("**In ") and ": use readfile" in outside[1]
    assert outside[-1].startswith("How sure: ") and "To repeat it: `iotrial run deliver" in outside[-1]
    page = rendered(text)
    assert page.count("<details>") == 1 and page.count("<summary>3 methods</summary>") == 1
    assert page.index("</strong>") < page.index("<details>") < page.index("<table>") < page.index("</details>")


def test_each_row_of_a_comment_has_its_mark_and_its_figure(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path)  # several sizes
    text = comment([(view, judged)])
    rows = [row for block in method_blocks(judged) for row in block.rows]
    assert {row.mark for row in rows} - {""} <= set(MARKS) and sum(row.mark == "use" for row in rows) == 1
    for row in rows:
        (line,) = (line for line in text.replace("\\", "").splitlines() if line.startswith(f"| {row.called} |"))
        assert not row.mark or (f"| {row.need or row.mark} |" in line and line.count("only if") <= 1)
    assert len(text) < 4000


def test_a_comment_says_when_and_on_what_it_was_measured_and_how_sure_each_row_is(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path, levels=[shown.level(4096)])
    text = comment([(view, judged)]).replace("\\", "")
    assert f"Measured 2026-11-21 with {runtimes(judged)[0]}. To repeat it: " in text
    unknown = dict.fromkeys(TargetFacts.model_fields)
    targets = [TargetFacts(**{**unknown, "filesystem": kind}) for kind in ("ext4", "tmpfs", "ext4")]
    text = comment([(view, judged.model_copy(update={"targets": targets}))]).replace("\\", "")
    assert "Measured 2026-11-21 on ext4 and tmpfs with " in text
    assert "| times as long | [low, high] | advice |" in text
    rows = [row for block in method_blocks(judged) for row in block.rows]
    told = [f"| {figures.bounds_of(row.least, row.low, row.high)} |" for row in rows if row.has_interval]
    assert told and all(interval in text for interval in told)


def test_a_comment_links_to_the_run_on_a_site_that_has_it(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path, levels=[shown.level(4096)])
    text, without = comment([(view, judged)], "https://a.example/io/"), comment([(view, judged)])
    there = f"https://a.example/io/runs/{address(judged.run)}/"
    assert f'<a href="{there}">All figures</a>' in rendered(text) and "All figures" not in without
    assert text.count("\n") == without.count("\n")


def test_of_an_invalid_run_a_comment_says_so_and_advises_nothing(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path, levels=[shown.level(4096)])
    text = comment([(view, judged.model_copy(update={"invalid": "the clock went backwards"}))])
    assert "> **Caution:** the clock went backwards" in text and "no verdict holds" in text and "<table>" not in text


@pytest.mark.parametrize("text", ["plain", "with ` one", "``", "a\nb"])
def test_a_command_stays_code_whatever_is_in_it(text: str) -> None:
    page = rendered(as_code(text))
    assert re.search(r"<code>(.*)</code>", page) and page.count("<code>") == 1
    assert " ".join(text.split()) in page
