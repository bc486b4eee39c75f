"""Jobs that are looked for by the words that people type."""

from __future__ import annotations

import pytest

from iotrial.ask import tree
from iotrial.ask.found_by import job_suggestion


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("delivr", "did you mean 'deliver'?"),
        ("csv", "did you mean 'lines'?"),
        ("rm -rf", "did you mean 'remove'?"),
        ("file_exists", "did you mean 'stat'?"),
        ("Atomic write", "did you mean 'replace'?"),
    ],
)
def test_a_word_that_is_no_job_is_told_the_job(word: str, wanted: str) -> None:
    assert job_suggestion(word, tree.load().jobs) == wanted


@pytest.mark.parametrize("word", ["", "qqqq", "-", "x" * 10_000, "[", "\0"])
def test_a_word_that_nobody_looks_for_names_no_job(word: str) -> None:
    told = job_suggestion(word, tree.load().jobs)
    assert told is None or told.startswith("there are: ")


def test_jobs_are_found_and_are_close_to_others() -> None:
    jobs = tree.load().jobs
    for job in jobs.values():
        assert set(job.see) <= set(jobs) - {job.name}, job.name
        assert len(job.found_by) == len(set(job.found_by)), job.name
        assert not job.is_asked_about or (job.found_by and job.see), job.name
