"""Every page of the site, each as a file of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from iotrial import __version__
from iotrial.answers.beside_use import told_to_use
from iotrial.ask.catalog import Catalog, Job, Kit, Method
from iotrial.ask.header import without_pairs
from iotrial.claims.claims_file import ClaimedStudy
from iotrial.json_text import json_text
from iotrial.publish.published_file import ENDING, published_text
from iotrial.report import template
from iotrial.report.condition_grid import grid
from iotrial.report.first_screen import FirstScreen, ScreenState, beside_answers, first_screen
from iotrial.report.glance import glance
from iotrial.report.layout import clean
from iotrial.report.level_words import level_name
from iotrial.report.need_sentences import outdone_said
from iotrial.report.page import SCRIPT, has_sizes, hides_of, size_charts, tiers_used
from iotrial.report.ranking_table import ranking
from iotrial.report.run_facts import runtimes, target_line
from iotrial.report.short_notes import in_full
from iotrial.report.snippet import highlighted
from iotrial.report.tier_sentences import how_much
from iotrial.report.trust_line import trust_line
from iotrial.report.what_to_use import sentences_in, sentences_to_use
from iotrial.report.work_timed import work_said
from iotrial.site.also_measured import also_measured
from iotrial.site.answer_badge import badge
from iotrial.site.answer_feed import FeedEntry, entries_of, feed
from iotrial.site.answer_picture import picture
from iotrial.site.answers_export import as_parquet, exported
from iotrial.site.articles import SaidSource, compared, not_so, sources
from iotrial.site.docs_pages import METHOD, DocsPage
from iotrial.site.machine_strip import MachineStrip, machine_strip
from iotrial.site.matrix import MatrixRow, asked_jobs, entry_of, languages_of, matrix, page_of, to_fill, trust_of
from iotrial.site.need_rows import need_rows
from iotrial.site.run_in_language import answered_in, measured_in
from iotrial.site.search_index import SearchedPage, index_text
from iotrial.site.site_run import RunAnswer, SiteRun, StudyAnswers, answers_of, last_of_each, runs_so_far
from iotrial.site.unmeasured_promises import unmeasured_promises
from iotrial.site.waiting_study import waiting_studies

if TYPE_CHECKING:
    import markupsafe

#: The pictures of an answer, beside its page: in a line, and for social media.
BADGE, PICTURE = "badge.svg", "picture.png"

#: The start page has no more changes than this; the feed has more.
MOST_CHANGES = 10

#: What the text of a method says of the usual way, and what is said of it where another is the one to use.
BY_DEFAULT, USUAL_CHOICE = "Use it by default", "The usual choice"

#: What searches, which a page loads when a reader begins to type.
SEARCH = "minisearch.js"


@dataclass(frozen=True)
class SiteInput:
    """All that a site is made from.

    left_out: what was not taken, each with the reason. address: where the site will be, with a slash at its end; "" if
    that is not known. converter: what draws pictures; None for a site without them.
    """

    runs: Sequence[SiteRun]
    left_out: Sequence[tuple[str, str]]
    catalog: Catalog
    studies: Sequence[ClaimedStudy]
    docs: Sequence[DocsPage]
    address: str = ""
    converter: Any = None


@dataclass
class _Site:
    """The site while it is made: what every page is made with, the files, and what can be searched for."""

    given: SiteInput
    answers: Mapping[tuple[str, str], list[StudyAnswers]]
    sources: list[SaidSource]
    files: dict[str, bytes] = field(default_factory=dict)
    found: list[SearchedPage] = field(default_factory=list)
    tasks: set[tuple[str, str]] = field(default_factory=set)  # jobs by languages and stacks that have a page

    @property
    def asked(self) -> str:
        """Return an example of what may be searched for: a task and a language of it."""
        usual = [(job.name, job.usual[0]) for job in asked_jobs(self.given.catalog) if job.usual]
        return f"{usual[0][0]} {usual[0][1].partition('/')[0]}" if usual else ""

    @property
    def so_far(self) -> str:
        """Return of how many machines the runs are, in a sentence; "" without any."""
        told = runs_so_far(self.given.runs)
        return f"So far {told}: yours may say something else." if told else ""

    def add(
        self, path: str, name: str, searched: SearchedPage | None = None, *, picture: str = "", **values: object
    ) -> None:
        """Make a page by its template. path: its folder, "" for the first page. picture: the one that links show."""
        depth = len(path.split("/")) if path else 0
        text = (
            template.environment("iotrial.site")
            .get_template(f"site/{name}")
            .render(
                version=__version__,
                root="../" * depth,
                rows=template.cells,
                hint=template.hint,
                breaks=template.breaks,
                tiers_used=tiers_used,
                has_method=any(page.path == METHOD for page in self.given.docs),
                has_docs=bool(self.given.docs),
                by_arm=(),
                asked=self.asked,
                picture=picture,
                so_far=self.so_far,
                address=self.given.address and self.given.address + (f"{path}/" if path else ""),
                **values,
            )
        )
        self.files[f"{path}/index.html" if path else "index.html"] = text.encode()
        if searched is not None:
            self.found.append(searched)


@dataclass(frozen=True)
class _StudySection:
    """A study on the page of a task and language: what the run that is shown says, and what its others say."""

    group: StudyAnswers
    run: SiteRun
    question: str
    use: str
    sure: str
    sentences: list[str]
    screen: FirstScreen
    code: dict[str, markupsafe.Markup]
    grid: object
    strip: MachineStrip | None
    runtimes: list[str]
    all_runs: list[tuple[SiteRun, str]]
    commands: list[str]


def site_files(given: SiteInput) -> dict[str, bytes]:
    """Return the files of a site by their paths."""
    answers = answers_of(given.runs)
    site = _Site(given, answers, sources(given.runs, given.studies))
    every_study = [one.study for one in given.studies]
    rows = matrix(given.catalog, answers, every_study)
    entries = entries_of(answers)
    _start(site, rows, [entry for entry in entries if entry.is_change])
    waiting = [
        (row.job, language)
        for row in rows
        for language, cell in zip(languages_of(given.catalog), row.cells, strict=True)
        if cell.fill and (row.job, language) not in answers
    ]
    measured = {key: own for key, own in answers.items() if key[0] in given.catalog.jobs}
    site.tasks.update(waiting, measured)
    for key, own in measured.items():
        _task_page(site, key, own)
    for key in waiting:
        _task_page(site, key, ())
    drawn = last_of_each(given.runs)
    for run in given.runs:
        _run_page(site, run, drawn[run.question])
        site.files[f"{run.path}/{run.judged.run}{ENDING}"] = published_text([run.published]).encode()
    _machine_pages(site)
    for source in site.sources:
        _source_page(site, source)
    for page in given.docs:
        site.add(
            page.path,
            "docs.html",
            SearchedPage(page.path, page.title, page.text[:4000], "docs"),
            title=page.title,
            html=page.html,
        )
    script = template.source(SCRIPT) + template.source_of("site/site.js", "iotrial.site")
    site.files["site.js"] = script.encode()
    site.files[SEARCH] = template.source_of(f"site/{SEARCH}", "iotrial.site").encode()
    style = template.source("page.css") + template.source_of("site/site.css", "iotrial.site")
    site.files["site.css"] = style.encode()
    every = exported(answers)
    site.files["feed.xml"] = feed(entries, given.address).encode()
    site.files["answers.json"] = json_text(every).encode()
    site.files["answers.parquet"] = as_parquet(every)
    site.files["search-index.js"] = index_text(site.found).encode()
    return site.files


def _start(site: _Site, rows: Sequence[MatrixRow], changes: Sequence[FeedEntry]) -> None:
    given = site.given
    first = {key: own[0].shown for key, own in site.answers.items() if key[0] in given.catalog.jobs}
    site.add(
        "",
        "start.html",
        title="Which call to use for files: the answers, task by task",
        languages=list(languages_of(given.catalog).values()),
        matrix=rows,
        sources=site.sources,
        depending=[
            (page_of(*key), key[0], sentences_in(one.answer, one.run.judged)[0])
            for key, one in first.items()
            if len(one.used) > 1
        ],
        not_so=not_so(site.sources),
        changes=changes[:MOST_CHANGES],
        left_out=given.left_out,
    )


def _task_page(site: _Site, key: tuple[str, str], groups: Sequence[StudyAnswers]) -> None:
    """Make the page of a task in a language, with what runs say of it, or without."""
    catalog, (job, language) = site.given.catalog, key
    found, kit = catalog.jobs[job], catalog.kits[language]
    called = clean(groups[0].shown.answer.called if groups else kit.spoken)
    section = _section(groups[0]) if groups else None
    path = page_of(job, language)
    kits = _kits_of(catalog, job, language)
    methods = [method for method in catalog.methods_of(job) if method.language in kits]
    runs = [one.run for group in groups for one in group.answers]
    arms = (arm for run in runs for level in run.judged.levels for arm in level.arms)
    measured = {arm.arm for arm in arms if arm.status == "measured"}
    uses = {choice.use for choice in told_to_use(groups[0].shown.answer)} if groups else set()
    title = f"{_task(found)}, in {called}"
    entry = entry_of(found, language, "", section.group) if section else None
    use = entry.use if entry else ""
    drawn = f"{path}/{PICTURE}" if use and site.given.converter else ""
    if use:
        site.files[f"{path}/{BADGE}"] = badge(f"{clean(job)} in {called}", use).encode()
    if entry and drawn:
        site.files[drawn] = picture(site.given.converter, title, entry)
    said = section.sentences[:1] if section else []
    every_study = [one.study for one in site.given.studies]
    asked = waiting_studies(job, language, every_study, runs)
    also = also_measured(groups)
    told = [*(one.question for one in also), *(one.question for one in asked)]
    words = " ".join([*_words(found, kit), *(method.spoken for method in methods), *said, *told])
    others = [method for method in methods if method.arm not in measured and not (section and method.packages)]
    site.add(
        path,
        "task.html",
        SearchedPage(path, title, words, "answer" if section else "no answer yet"),
        title=title,
        job=job,
        called=called,
        section=section,
        hides=hides_of(section.screen) if section else [],
        also=also,
        asked_too=asked,
        close=_close(site, found, language),
        meant_for=[
            (method.spoken, _meant(method, uses))
            for method in methods
            if method.arm in measured and method.when and not method.packages
        ],
        others=[(method.spoken, _meant(method, uses)) for method in others],
        pitfalls=[text.split("`") for text in _pitfalls(found, kit)],
        needed=[(row, _codes(row.run).get(clean(row.arm))) for row in need_rows(groups)],
        promised=[
            (words, clean(one.spoken), highlighted(without_pairs(one.path.read_text("utf-8")), one.language))
            for words, one in (unmeasured_promises(found, methods, measured, groups[0].shown) if groups else ())
        ],
        fill=to_fill(job, kits, every_study, [one.arm for one in others] if section else ()),
        badge=BADGE if use else "",
        picture=drawn,
        libraries=[
            (method.spoken, ", ".join(method.packages), method.arm in measured, _meant(method, uses))
            for method in methods
            if method.packages and section
        ],
    )


def _meant(method: Method, uses: Collection[str]) -> str:
    """Say what a method is for; what figures speak against is not to be used by default, though it is usual."""
    told = method.when or method.summary
    return told if not uses or method.arm in uses else told.replace(BY_DEFAULT, USUAL_CHOICE)


def _kits_of(catalog: Catalog, job: str, language: str) -> list[str]:
    """Return the language itself, or the stacks that run its programs if it has no method of a job by itself."""
    of_job = dict.fromkeys(method.language for method in catalog.methods_of(job))
    stacks = [name for name in of_job if catalog.kits[name].program_language == language]
    return stacks if stacks and language not in of_job else [language]


def _pitfalls(job: Job, kit: Kit) -> list[str]:
    """Return what to know before an answer is used: of the job, of it in this language, and of the language."""
    return [*job.pitfalls, *job.pitfalls_in.get(kit.language, ()), *kit.pitfalls]


def _task(job: Job) -> str:
    """Return what a job is in a few words: its summary up to a colon."""
    return clean(job.summary).partition(":")[0].rstrip(".")


def _words(job: Job, kit: Kit) -> list[str]:
    """Return what a task in a language is found by, beside the names of its methods."""
    packages = (name for names in kit.install.values() for name in names)  # golang, nodejs
    return [job.name, kit.language, kit.spoken, kit.extension, *kit.find, *packages, job.summary, *job.found_by]


def _close(site: _Site, job: Job, language: str) -> list[tuple[str, str]]:
    """Return the pages of the jobs close to a job, in the same language or where a stack serves it: path and title."""
    catalog = site.given.catalog
    return [
        (page_of(name, kit), f"{_task(catalog.jobs[name])}, in {catalog.kits[kit].spoken}")
        for name in job.see
        for kit, own in catalog.kits.items()
        if (name, kit) in site.tasks and language in (kit, own.program_language)
    ]


def _of_its_language(state: ScreenState, language: str) -> ScreenState:
    """Leave out the bars of other languages, which the page of a language is not about."""
    return replace(state, bars=[bar for bar in state.bars if bar.arm.startswith(f"{language}/")])


def _section(group: StudyAnswers) -> _StudySection:
    one = group.shown
    run, judged = one.run, one.run.judged
    study = clean(judged.study)
    name = study + ("-quick" if judged.quick else "")
    whole = first_screen(answered_in(judged, one.answer.language), _first_level(run), name)
    states = [_of_its_language(state, one.answer.language) for state in whole.states]
    headline = whole.over_all[0][0] if whole.over_all else states[0].sentence
    if not whole.over_all:  # of a single level; how sure that is stands behind it, so both stand above the figures
        states[0] = replace(states[0], sentence="", how_much="")
    screen = FirstScreen(
        languages=whole.languages,
        over_all=[(headline, _how_much(one))],  # what else may be needed has a table
        before=beside_answers(measured_in(judged, one.answer.language)),
        after=[],
        chips=whole.chips,
        first=whole.first,
        states=states,
    )
    called = clean(one.answer.called)
    return _StudySection(
        group=group,
        run=run,
        question=clean(judged.question),
        use=one.use,
        sure=trust_line(judged, trust_of(group), is_disputed=group.is_disputed),
        sentences=sentences_in(one.answer, judged),
        screen=screen,
        code=_codes(run),
        grid=[row for row in grid(judged, name) if row[0] == called],
        strip=machine_strip(group),
        runtimes=list(
            dict.fromkeys(name for told in runtimes(judged, one.answer.language) for name in told.split(", "))
        ),
        all_runs=[
            (other.run, "" if set(other.used) == set(one.used) else sentences_in(other.answer, other.run.judged)[0])
            for other in group.answers
        ],
        commands=[f"iotrial run {study}{' --quick' * judged.quick}", "iotrial publish last"],
    )


def _how_much(one: RunAnswer) -> str:
    """Return what the choice is worth: beside what promises the same, or else beside what promises less."""
    chosen = told_to_use(one.answer)
    is_alone = len(chosen) == len(one.answer.choices) == 1 and chosen[0].is_alone
    return outdone_said(chosen[0], one.run.judged) if is_alone else how_much(one.answer, one.run.judged)


def _first_level(run: SiteRun) -> int:
    """Return the first level that was measured."""
    found = [number for number, level in enumerate(run.judged.levels) if level.status == "measured"]
    return found[0] if found else 0


def _codes(run: SiteRun) -> dict[str, markupsafe.Markup]:
    return {
        clean(arm): highlighted(without_pairs(text), arm.partition("/")[0]) for arm, text in run.published.texts.items()
    }


def _run_page(site: _Site, run: SiteRun, last: SiteRun) -> None:
    """Make the page of a run; last: the last one of its question, which alone has charts."""
    judged = run.judged
    answers = [(page_of(judged.job, one.language), clean(one.called)) for one in judged.answers]
    measured = [level for level in judged.levels if level.status == "measured"]
    site.add(
        run.path,
        "run.html",
        SearchedPage(run.path, f"{clean(judged.study)}, {run.date}", clean(judged.question), "run"),
        title=clean(judged.question),
        run=run,
        sentences=[" ".join(sentences) for sentences in sentences_to_use(judged)],
        sure=trust_line(judged),
        answers=answers,
        glance=glance(judged).table() if len(measured) > 1 else None,
        levels=[
            (
                level_name(judged, level),
                ranking(judged, level),
                [*filter(None, [work_said(judged, [level])]), *in_full(level)],
            )
            for level in judged.levels
        ],
        charts=size_charts(judged) if run is last else [],
        drawn_at=last if run is not last and has_sizes(judged) else None,
        runtimes=runtimes(judged),
        targets=[line for target in judged.targets if (line := target_line(target))],
        code=_codes(run),
        file=f"{judged.run}{ENDING}",
    )


def _machine_pages(site: _Site) -> None:
    """Make a page for each machine, and one that lists them."""
    by_machine: dict[str, list[SiteRun]] = {}
    for run in site.given.runs:
        by_machine.setdefault(run.machine, []).append(run)
    by_name = [(name, runs[0].published.machine, runs) for name, runs in sorted(by_machine.items())]
    site.add("machines", "machines.html", title="The machines that measured", machines=by_name)
    for name, machine, runs in by_name:
        path = f"machines/{name}"
        title = f"{machine.processor or 'A machine'}, {machine.cpus or '?'} CPUs"
        site.add(
            path, "machine.html", SearchedPage(path, title, name, "machine"), title=title, machine=machine, runs=runs
        )


def _source_page(site: _Site, source: SaidSource) -> None:
    told = " ".join(card.says for one in source.judged for _, card in one.cards)
    waiting = " ".join(text for _, _, texts in source.waiting for text in texts)
    site.add(
        source.path,
        "article.html",
        SearchedPage(source.path, source.named, f"{told} {waiting}", "article"),
        title=source.named,
        source=source,
        judged=[(one, compared(one.run, [card for _, card in one.cards]), _codes(one.run)) for one in source.judged],
    )
