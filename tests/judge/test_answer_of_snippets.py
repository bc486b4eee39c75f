"""Users' own snippets are one choice in whichever languages they are; methods of a job have an answer per language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from iotrial.judge.decide_language import SEVERAL
from iotrial.report.first_screen import first_screen
from iotrial.report.method_rows import USE, method_blocks
from iotrial.report.what_to_use import usual_words
from judge import made

NAMES = ("python/a", "go/b", "c/c")
RATIOS = {"go/b": 0.5, "c/c": 2.0}
LANGUAGES = {"python": "Python", "go": "Go", "c": "C"}


@pytest.mark.parametrize(
    ("returned", "called", "rows"),
    [
        ("10", ["Python, Go and C"], [["go/b", "python/a", "c/c"]]),
        (None, [], []),  # of methods of a job none has another beside it in its language
    ],
)
def test_snippets_of_several_languages_have_one_answer(
    tmp_path: Path, returned: str | None, called: list[str], rows: list[list[str]]
) -> None:
    level = made.level({"input": "x.log"}, NAMES[0], NAMES[1:], returned=returned)
    judged = made.judged(tmp_path, made.run([level], languages=LANGUAGES), RATIOS)
    assert [answer.called for answer in judged.answers] == called
    blocks = method_blocks(judged)
    assert [[row.arm for row in block.rows] for block in blocks] == rows
    for answer in judged.answers:
        (choice,) = answer.choices
        assert (answer.language, choice.use, usual_words(choice)) == (SEVERAL, "go/b", "")
        assert [row.mark for row in blocks[0].rows] == [USE, "avoid", "avoid"]
        bars: list[Any] = first_screen(judged, 0, "").states[0].bars
        assert [(bar.arm, bar.mark) for bar in bars] == [("go/b", "use"), ("python/a", "avoid"), ("c/c", "avoid")]


def test_snippets_of_one_language_are_an_answer_for_it(tmp_path: Path) -> None:
    level = made.level({"input": "x.log"}, "go/a", ["go/b"], returned="10")
    judged = made.judged(tmp_path, made.run([level], languages=LANGUAGES), RATIOS)
    assert [(answer.language, answer.called) for answer in judged.answers] == [("go", "Go")]
