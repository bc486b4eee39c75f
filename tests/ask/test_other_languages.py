"""Hints about languages: what there is instead, and stacks of servers apart from languages."""

from __future__ import annotations

from iotrial.ask import tree
from iotrial.ask.narrowed_study import check_languages
from iotrial.ask.other_languages import hint_of_languages, languages_of


def test_where_a_job_lacks_a_language_other_jobs_that_have_it_are_named() -> None:
    catalog = tree.load()
    told = hint_of_languages(["c"], "", ["go", "php"], catalog)
    assert told is not None and told.startswith("it has c; jobs in go, php: ")
    assert languages_of(["php/b", "c/a", "php/a"]) == ["c", "php"]


def test_a_language_that_nothing_has_gets_no_word_of_other_jobs() -> None:
    assert hint_of_languages(["c"], "", ["cobol"], tree.load()) == "it has c"


def test_an_unknown_language_is_told_the_languages_first_and_stacks_apart() -> None:
    (problem,) = check_languages(["cobol"], tree.load())
    languages, _, stacks = str(problem.hint).partition("; stacks of servers: ")
    assert languages == "there are: c, cpp, go, java, javascript, php, python, rust"
    assert "nginx" in stacks.split(", ") and "python" not in stacks.split(", ")
