"""The baseline: the usual way of a job if it is among the methods, or another that somebody names."""

from __future__ import annotations

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.ask.chosen_baseline import with_baseline
from iotrial.ask.narrowed_study import narrow
from iotrial.errors import UsageError


def test_the_usual_way_of_a_job_is_the_baseline_wherever_it_is_among_the_methods() -> None:
    catalog = tree.load()
    wrong = []
    for name, job in catalog.jobs.items():
        for usual in job.usual:
            language, _, method = usual.partition("/")
            study = make(name, catalog, languages=[catalog.kits[language].program_language or language])
            if study.baseline not in job.usual:
                wrong.append(f"{name} in {language}: {study.baseline} instead of {usual}")
            first = sorted(arm for arm in study.levels[0].arms if arm not in job.usual)[:1]
            if (
                first
                and narrow(make(name, catalog, methods=[usual, *first]), catalog, globs=first).baseline != first[0]
            ):
                wrong.append(f"{name} without {method}: not {first[0]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["python/copyfileobj(piece_bytes=4096)", "copyfileobj(piece_bytes=4KiB)"])
def test_another_method_is_the_baseline_if_somebody_names_it(name: str) -> None:
    study = make("copy", tree.load(), methods=["python/shutil_copyfile", "python/copyfileobj(piece_bytes=4096)"])
    assert study.baseline == "python/shutil_copyfile"
    assert with_baseline(study, name).baseline == "python/copyfileobj(piece_bytes=4096)"


def test_a_baseline_that_is_not_among_the_methods_is_refused_with_the_nearest() -> None:
    study = make("copy", tree.load(), methods=["python/shutil_*", "php/copy"])
    with pytest.raises(UsageError) as failure:
        with_baseline(study, "python/shutil_copyfil")
    (problem,) = failure.value.problems
    assert problem.message == "--baseline: 'python/shutil_copyfil' is not among the methods of this run"
    assert problem.hint == "did you mean 'python/shutil_copyfile'?"


def test_a_baseline_that_could_be_either_of_two_languages_is_asked_for_in_full() -> None:
    study = make("log", tree.load(), methods=["*/by_hand"])
    with pytest.raises(UsageError, match=r"may be .* or "):
        with_baseline(study, "by_hand")
