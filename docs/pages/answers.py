"""docs/answers.md: what the runs in data/ say, task by task and article by article, for whoever reads no site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from docs.pages.tables import table

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.find_study import studies
from iotrial.claims import claims_file
from iotrial.publish.published_file import ENDING
from iotrial.publish.published_set import published_set
from iotrial.report.claim_card import ClaimCard
from iotrial.report.markdown import escaped
from iotrial.site.articles import SaidSource, sources
from iotrial.site.matrix import MatrixEntry, asked_jobs, entry_of, languages_of
from iotrial.site.site_run import SiteRun, StudyAnswers, answers_of, runs_so_far

#: Signs of an address that Markdown leaves as they are.
_LINK = ":/?&=#%@+~,;.-_"

DATA = Path(__file__).resolve().parents[2] / "data"

HEAD = (
    "# Answers",
    "What the runs in [data](../data/README.md) say: {so_far}, from {first} to {last}. Yours may say something else, "
    "and `iotrial advise` asks it. "
    "`make site` makes pages of the same runs, with every figure, the code and a search ([a site](site.md)).",
)


def runs_of_data() -> list[SiteRun]:
    """Return the runs of the data set, the latest first."""
    found = [SiteRun(run) for _, run in published_set(sorted(DATA.glob(f"*{ENDING}"))).runs]
    return sorted(found, key=lambda run: run.judged.started_at, reverse=True)


def answers() -> str:
    """Return the page: a table for each task, and one for each article that was measured."""
    catalog, runs = tree.load(), runs_of_data()
    by_key = answers_of(runs)
    days = [run.date for run in runs]
    head = "\n\n".join(HEAD).format(
        so_far=runs_so_far(runs) or "no run",
        first=min(days, default="no day"),
        last=max(days, default="no day"),
    )
    parts = [head, "## Which call to use"]
    for job in asked_jobs(catalog):
        parts += _task(catalog, job, by_key)
    claimed = [claims_file.load(path, catalog, quick=False) for path in studies().values()]
    said = [source for source in sources(runs, claimed) if source.judged]
    parts += ["## What was published", *(text for source in said for text in _article(source))]
    return "\n\n".join(parts)


def _task(catalog: Catalog, job: Job, by_key: dict[tuple[str, str], list[StudyAnswers]]) -> Iterator[str]:
    found = {name: own for (name_of_job, name), own in by_key.items() if name_of_job == job.name}
    if not found:
        return
    yield f"### {job.name}"
    yield escaped(job.summary)
    languages = languages_of(catalog)
    known = [*languages, *sorted(set(found) - set(languages))]
    rows = [(catalog.kits[name].spoken, entry_of(job, name, "", found[name][0])) for name in known if name in found]
    yield table(["in", "use", "beside it", "measured on"], [_row(called, entry) for called, entry in rows])


def _row(called: str, entry: MatrixEntry) -> list[str]:
    return [escaped(called), f"**{escaped(entry.use)}**" if entry.use else "open", escaped(entry.lead), entry.trust]


def _article(source: SaidSource) -> Iterator[str]:
    yield f"### {escaped(source.named)}"
    links = {"where it was published": source.link, "a kept copy": source.archived}
    places = " · ".join(f"[{told}]({quote(link, safe=_LINK)})" for told, link in links.items() if link)
    measured = ", ".join(f"the {one.run.form} run {one.run.judged.run} of {one.run.date}" for one in source.judged)
    sessions = dict.fromkeys(one.sessions for one in source.judged)
    yield f"{escaped(source.outcome)} By {measured}. {escaped('. '.join(sessions))}. {places}".strip()
    yield table(
        ["said, in our words", "published", "here", "verdict"],
        [
            [escaped(text) for text in (_said(card), card.published, card.here, card.verdict)]
            for one in source.judged
            for _, card in one.cards
        ],
    )


def _said(card: ClaimCard) -> str:
    return f"A fault: {card.says}" if card.is_fault else card.says
