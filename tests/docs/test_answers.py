"""The data set and what is made of it: every file is sound, and the page has each answer and each claim."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.command import STUDIES
from docs.pages.answers import DATA, answers, runs_of_data

from iotrial.publish.published_file import ENDING
from iotrial.publish.published_set import published_set
from iotrial.report.markdown import escaped
from iotrial.site.site_run import SiteRun, answers_of

ROOT = Path(__file__).resolve().parents[2]


def test_make_run_puts_the_same_articles_on_trial() -> None:
    assert f"ARTICLES := {' '.join(STUDIES)}\n" in (ROOT / "Makefile").read_text()


def test_every_file_of_the_data_set_is_sound_and_named_for_its_run() -> None:
    found = published_set(sorted(DATA.glob(f"*{ENDING}")))
    assert found.problems == []
    assert all(path.name == f"{run.judged.run}{ENDING}" for path, run in found.runs)


@pytest.fixture(scope="module")
def runs() -> list[SiteRun]:
    return runs_of_data()


def test_the_page_has_a_row_for_each_task_and_language_and_one_for_each_claim(runs: list[SiteRun]) -> None:
    text = answers()
    keys = answers_of(runs)
    rows = [line for line in text.partition("## What was published")[0].splitlines() if line.startswith("| ")]
    tables = len({job for job, _ in keys})
    assert len(rows) == len(keys) + 2 * tables
    for run in runs:
        for claim in run.published.claims:
            assert escaped(claim.says.removesuffix(".")) in text, claim.claim
