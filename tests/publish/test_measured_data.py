"""`make data`: which studies, and which tasks in a language, a machine has not given yet, and which it gives again."""

from __future__ import annotations

from pathlib import Path

import pytest
from data.measure import MOST_MINUTES, Given, Missing, languages, missing_studies, missing_tasks, tasks_of, todo

from iotrial.ask import study_file, tree
from iotrial.ask.find_study import studies
from iotrial.cli.publish import publications
from iotrial.publish.own_words import own_words
from iotrial.publish.published_run import PublishedRun
from iotrial.site.site_run import machine_name
from stored_runs import packed

#: A study of which a run is published, and others without one.
GIVEN, OTHERS = "readfile", ["readers", "log-writes"]

#: The tasks that a run of it answers, and one that it does not.
ANSWERED, UNANSWERED = ("deliver", "php"), ("append", "php")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> PublishedRun:
    """Return a published run of the quick form of a study, with an answer for its language."""
    folder = packed.unpack(GIVEN, tmp_path_factory.mktemp("runs"))
    catalog = tree.load()
    (publication,) = publications([folder], folder.parent, catalog, own_words(catalog))
    return publication.published


def given(*runs: PublishedRun, machine: str, today: str = "2030-01-01") -> Given:
    return Given(runs, machine, today, quick=True)


def studies_asked(one: Given) -> list[str]:
    return [missing.name for missing in missing_studies([GIVEN, *OTHERS], one)]


def tasks_asked(one: Given) -> list[Missing]:
    return list(missing_tasks([ANSWERED, UNANSWERED], one))


def on_day(run: PublishedRun, day: str) -> PublishedRun:
    judged = run.judged.model_copy(update={"started_at": f"{day}T00:00:00+00:00"})
    return run.model_copy(update={"judged": judged})


def test_what_a_machine_gave_today_is_not_asked_for(run: PublishedRun) -> None:
    name, day = machine_name(run.machine), run.judged.started_at[:10]
    assert studies_asked(given(run, machine=name, today=day)) == OTHERS
    assert studies_asked(given(run, machine=name)) == [GIVEN, *OTHERS] == studies_asked(given(machine=name))
    assert tasks_asked(given(run, machine=name, today=day)) == [Missing("append/php")]
    assert tasks_asked(given(run, machine=name)) == [Missing("deliver/php"), Missing("append/php")]


def test_two_days_of_a_machine_are_enough_and_those_of_another_do_not_count(run: PublishedRun) -> None:
    both = (run, on_day(run, "2029-12-31"))
    assert studies_asked(given(*both, machine=machine_name(run.machine))) == OTHERS
    assert tasks_asked(given(*both, machine=machine_name(run.machine))) == [Missing("append/php")]
    assert GIVEN in studies_asked(given(*both, machine="another"))
    assert Missing("deliver/php") in tasks_asked(given(*both, machine="another"))
    moved = [one.model_copy(update={"machine": one.machine.model_copy(update={"processor": "ARM"})}) for one in both]
    assert GIVEN in studies_asked(given(*moved, machine=machine_name(run.machine)))  # a copy of it on another host


def test_what_left_a_language_without_an_answer_is_measured_again_with_twice_its_budget(run: PublishedRun) -> None:
    (answer, *_) = run.judged.answers
    assert answer.language == ANSWERED[1]
    name, day = machine_name(run.machine), run.judged.started_at[:10]
    levels = [
        level.model_copy(update={"arms": [arm for arm in level.arms if arm.language == "php"]})
        for level in run.judged.levels
    ]
    for seconds, minutes in ((61.0, 3), (60.0 * MOST_MINUTES, None)):
        told = {"answers": [answer.model_copy(update={"choices": []})], "seconds": seconds, "levels": levels}
        one = given(run.model_copy(update={"judged": run.judged.model_copy(update=told)}), machine=name, today=day)
        again = list(missing_studies([GIVEN], one)) + [each for each in tasks_asked(one) if each.name == "deliver/php"]
        assert again == ([Missing(GIVEN, minutes), Missing("deliver/php", minutes)] if minutes else [])


def test_a_study_of_most_languages_comes_first_then_tasks_then_the_others(run: PublishedRun) -> None:
    catalog, known = tree.load(), studies()
    found = {name: study_file.load(known[name], catalog, quick=True) for name in (GIVEN, "append-by-language")}
    assert [len(languages(study)) for study in found.values()] == [3, 8]
    every = todo(found, [UNANSWERED], given(machine="a"))
    assert [one.name for one in every] == ["append-by-language", "append/php", GIVEN]
    assert [one.command[:4] for one in every] == [
        ["run", "append-by-language"],
        ["advise", "append", "--language", "php"],
        ["run", GIVEN],
    ]
    assert Missing("append/php", 3).command[-2:] == ["--budget", "3min"]
    assert [one.name for one in todo(found, [UNANSWERED], given(machine="a"), ["append/php"])] == ["append/php"]
    tasks = tasks_of(catalog)
    assert {job for job, _ in tasks} >= {"append", "replace", "blobs"} and ("append", "php") in tasks


def test_the_runs_are_where_git_does_not_look() -> None:
    from data import measure

    assert measure.RUNS.parts[-2] == "build" and "build" in Path(measure.DATA.parent, ".gitignore").read_text()
