"""The time of an answer: a minute, more for what compiles as it runs, most for several at once."""

from __future__ import annotations

import pytest

from iotrial.answers.question import Question, inquire
from iotrial.answers.usual_seconds import TOGETHER, USUAL, WARMING, usual_seconds
from iotrial.ask import tree


@pytest.mark.parametrize(
    ("job", "language", "settings", "seconds"),
    [
        ("append", "rust", {}, USUAL),
        ("append", "java", {}, WARMING),
        ("scan", "javascript", {}, WARMING),
        ("append", "java", {"writers": "4"}, TOGETHER),
        ("append", "c", {"writers": "2"}, TOGETHER),
        ("deliver", "c", {"clients": "8"}, TOGETHER),
        ("serve", "php", {}, TOGETHER),
    ],
)
def test_a_question_has_its_time(job: str, language: str, settings: dict[str, str], seconds: int) -> None:
    catalog = tree.load()
    assert usual_seconds(inquire(Question(job, [language], settings, {}), catalog).study, catalog) == seconds
