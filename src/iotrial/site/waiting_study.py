"""The studies of a task that have methods of a language, and no run on the site."""

from __future__ import annotations

from collections import Counter
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
    """Return the studies of a job that are about a language and that none of some runs is of."""
    measured = {run.judged.study for run in runs}
    return [
        WaitingStudy(clean(study.question), f"iotrial run {clean(study.name)}")
        for study in studies
        if study.job == job and study.name not in measured and _is_about(study, language)
    ]


def _is_about(study: Study, language: str) -> bool:
    """True if a study has several methods of a language, and no other language has twice as many."""
    arms = {arm for level in study.levels for arm in level.arms}
    counts = Counter(arm.partition("/")[0] for arm in arms)
    return counts[language] > 1 and 2 * counts[language] > max(counts.values())
