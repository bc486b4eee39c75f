"""A number that may also be a word: read from job.toml, taken as a level, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import job_file, tree
from iotrial.ask.catalog import Catalog, Job, Value
from iotrial.ask.factors import FactorValues, axes
from iotrial.errors import Problem

TEXT = """summary = "Do it."
work = "things"

[factors.open_files]
summary = "how many"
unit = "count"
words = ["none", "all"]
default = "none"
minimum = 16
"""


def loaded(folder: Path, text: str) -> tuple[Job, list[Problem]]:
    (folder / "job.toml").write_text(text)
    (folder / "job.py").touch()
    problems: list[Problem] = []
    job = job_file.load(folder, problems)
    assert job is not None
    return job, problems


def test_a_number_may_have_words_and_one_of_them_as_default(tmp_path: Path) -> None:
    job, problems = loaded(tmp_path, TEXT)
    factor = job.factors["open_files"]
    assert problems == [] and factor.words == ("none", "all") and factor.default == "none"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('default = "none"', 'default = "few"', "must be a whole number"),
        ('default = "none"', "default = 3", "is not between 16"),
        ('words = ["none", "all"]', "words = []", "must be a list of texts"),
        ('unit = "count"\n', 'choices = ["none", "x"]\n', "'words' means nothing in a factor with choices"),
    ],
)
def test_words_that_cannot_be_are_named(old: str, new: str, words: str, tmp_path: Path) -> None:
    assert old in TEXT
    _, problems = loaded(tmp_path, TEXT.replace(old, new))
    assert any(words in problem.message for problem in problems), problems


CONDITIONS = """
[guarantees]
lock = ["none", "record"]

[conditions.lock]
record = "each record needs a lock"
"""


def test_a_guarantee_may_have_words_for_who_needs_it(tmp_path: Path) -> None:
    job, problems = loaded(tmp_path, TEXT + CONDITIONS)
    assert problems == [] and job.conditions == {"lock": {"record": "each record needs a lock"}}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("record = ", "whole = ", "the job has no guarantee lock=whole"),
        ("[conditions.lock]", "[conditions.block]", "the job has no guarantee block=record"),
        ('"each record needs a lock"', "1", "must be a text of one line"),
        ('"each record needs a lock"', '""', "must be a text of one line"),
    ],
)
def test_words_for_what_is_no_guarantee_are_refused_with_their_line(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    _, problems = loaded(tmp_path, TEXT + CONDITIONS.replace(old, new))
    (problem,) = problems
    assert words in problem.message and problem.where is not None and "job.toml:1" in problem.where


NEEDED = """
[guarantees]
lock = ["none", "record"]

[needed]
lock = "record"
"""


def test_a_guarantee_may_be_one_that_nearly_everybody_needs(tmp_path: Path) -> None:
    job, problems = loaded(tmp_path, TEXT + NEEDED)
    assert problems == [] and job.needed == {"lock": "record"}
    assert loaded(tmp_path, TEXT)[0].needed == {}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('lock = "record"', 'lock = "whole"', "the job has no guarantee lock=whole"),
        ('lock = "record"', 'block = "record"', "the job has no guarantee block=record"),
        ('lock = "record"', "lock = true", "must be a text of one line"),
        ('lock = "record"', 'lock = ""', "must be a text of one line"),
    ],
)
def test_what_is_needed_and_no_guarantee_is_refused_with_its_line(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    assert NEEDED.count(old) == 1
    _, problems = loaded(tmp_path, TEXT + NEEDED.replace(old, new))
    assert any(
        words in problem.message and problem.where is not None and problem.where.endswith("job.toml:15")
        for problem in problems
    ), problems


SAID = TEXT.replace('unit = "count"\n', 'unit = "count"\nsaid = "{} open files"\n')

CHOICES = """
[factors.sink]
summary = "where to"
choices = ["pipe", "file"]
default = "pipe"

[factors.sink.said]
pipe = "through a pipe"
file = ""
"""


def test_a_factor_may_have_words_for_its_values(tmp_path: Path) -> None:
    job, problems = loaded(tmp_path, SAID + CHOICES)
    assert problems == []
    assert job.factors["open_files"].said == "{} open files"
    assert job.factors["sink"].said == {"pipe": "through a pipe", "file": ""}
    assert not loaded(tmp_path, TEXT)[0].factors["open_files"].said


@pytest.mark.parametrize(
    ("old", "new", "words", "line"),
    [
        ('"{} open files"', '"open files"', "must have {} once, where the number stands", 7),
        ('"{} open files"', '"{} of {} open files"', "must have {} once, where the number stands", 7),
        ('"{} open files"', "3", "must have {} once, where the number stands", 7),
        ('"through a pipe"', "3", "must be a table with a text of one line for each choice", 17),
        ("pipe = ", "pip = ", "which is none of pipe, file", 17),
    ],
)
def test_words_for_values_that_cannot_be_are_refused_with_their_line(
    old: str, new: str, words: str, line: int, tmp_path: Path
) -> None:
    text = SAID + CHOICES
    assert text.count(old) == 1
    _, problems = loaded(tmp_path, text.replace(old, new))
    assert any(
        words in problem.message and problem.where is not None and problem.where.endswith(f"job.toml:{line}")
        for problem in problems
    ), problems


def test_each_guarantee_of_our_jobs_has_its_words() -> None:
    for job in tree.load().jobs.values():
        assert {name: set(values) for name, values in job.guarantees.items()} == {
            name: set(words) for name, words in job.conditions.items()
        }


@pytest.mark.parametrize(
    ("raw", "value", "complaint"),
    [
        ("none", "none", None),
        ("all", "all", None),
        (64, 64, None),
        ("64", 64, None),
        ("few", None, "or none or all"),
        ("None", None, "or none or all"),
        (15, None, "at least 16"),
        (True, None, "or none or all"),
    ],
)
def test_a_level_is_a_number_or_one_of_the_words(
    raw: object, value: Value | None, complaint: str | None, tmp_path: Path
) -> None:
    job, _ = loaded(tmp_path, TEXT)
    problems: list[Problem] = []
    setting = FactorValues("open_files", [raw], "here", ["here"])
    found = axes([setting], job, Catalog({job.name: job}, {}, {}), tmp_path, problems)["open_files"]
    assert found == ([] if value is None else [value])
    assert [(complaint or "?") in problem.message for problem in problems] == ([True] if complaint else [])
