"""The studies of a task that have methods of a language, and no run on the site."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from iotrial.ask.study import Study
from iotrial.report.layout import clean
from iotrial.site.site_run import SiteRun


@dataclass(frozen=True)
class WaitingStudy:
    """A question that no run here answers, and the command that does."""

    question: str
    command: str


def waiting_studies(job: str, language: str, studies: Iterable[Study], runs: Sequence[SiteRun]) -> list[WaitingStudy]:
    """Return the studies of a job with two methods of a language or more that none of some runs is of."""
    measured = {run.judged.study for run in runs}
    return [
        WaitingStudy(clean(study.question), f"iotrial run {clean(study.name)}")
        for study in studies
        if study.job == job and study.name not in measured and _of_language(study, language) > 1
    ]


def _of_language(study: Study, language: str) -> int:
    """Count the methods of a language that a study has."""
    return len({arm for level in study.levels for arm in level.arms if arm.partition("/")[0] == language})
