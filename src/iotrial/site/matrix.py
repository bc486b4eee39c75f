"""The matrix of tasks by languages: in each cell the call to use, its lead, and how far to trust it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.answers.beside_use import may_be_far_behind, told_to_use
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.factors import FIRST, STATE
from iotrial.ask.study import Study
from iotrial.judge.language_answer import Choice
from iotrial.report.addresses import address
from iotrial.report.layout import clean
from iotrial.report.ratio_words import takes
from iotrial.report.times import times
from iotrial.report.what_to_use import caveat_of
from iotrial.site.site_run import StudyAnswers, counted

#: A cell says no more conditions than these; its page says all.
_MOST_CONDITIONS = 2

#: What others take that are not told apart everywhere.
UP_TO = "up to {times}"

#: Where two copies of one method came out apart.
NOISY = ", noisy"


@dataclass(frozen=True)
class MatrixEntry:
    """One answer in a cell; called: the stack, if it is one of servers; use: the call, "" if it is open.

    matters: another way takes 1.5 times as long or more. is_repeated: more than one session measured it.
    """

    path: str
    called: str
    use: str
    lead: str
    trust: str
    matters: bool
    is_repeated: bool

    @property
    def kind(self) -> str:
        """Return the classes by which a page draws it."""
        told = {"unsettled": not self.use, "matters": self.matters, "once": not self.is_repeated}
        return " ".join(["entry", *(name for name, holds in told.items() if holds)])


@dataclass(frozen=True)
class MatrixCell:
    """A task in a language: its answers, or the command that would fill it; neither if there is no method."""

    language: str
    entries: Sequence[MatrixEntry]
    fill: str
    path: str


@dataclass(frozen=True)
class MatrixRow:
    """A task with a cell for each language."""

    job: str
    summary: str
    cells: Sequence[MatrixCell]


def languages_of(catalog: Catalog) -> dict[str, str]:
    """Return the languages -> how a sentence names them; servers are in those of their programs."""
    counts: dict[str, int] = {}
    for job in asked_jobs(catalog):
        for name in {method.language for method in catalog.methods_of(job.name)}:
            if not catalog.kits[name].programs:
                counts[name] = counts.get(name, 0) + 1
    return {name: catalog.kits[name].spoken for name in sorted(counts, key=lambda name: catalog.kits[name].spoken)}


def asked_jobs(catalog: Catalog) -> list[Job]:
    """Return the jobs that people ask about, in the order of their names."""
    return [job for _, job in sorted(catalog.jobs.items()) if job.is_asked_about]


def matrix(
    catalog: Catalog, answers: Mapping[tuple[str, str], Sequence[StudyAnswers]], studies: Sequence[Study]
) -> list[MatrixRow]:
    """Return the rows."""
    languages = languages_of(catalog)
    return [
        MatrixRow(
            job.name,
            clean(job.summary),
            [_cell(catalog, job.name, language, answers, studies) for language in languages],
        )
        for job in asked_jobs(catalog)
    ]


def _cell(
    catalog: Catalog,
    job: str,
    language: str,
    answers: Mapping[tuple[str, str], Sequence[StudyAnswers]],
    studies: Sequence[Study],
) -> MatrixCell:
    own = {method.language for method in catalog.methods_of(job)}
    names = [name for name in sorted(own) if name == language or catalog.kits[name].program_language == language]
    called = catalog.kits[language].spoken
    entries = [
        entry_of(
            catalog.jobs[job],
            name,
            "" if name == language else catalog.kits[name].spoken,
            answers[job, name][0],
        )
        for name in names
        if answers.get((job, name))
    ]
    fill = to_fill(job, names, studies) if names and not entries else ""
    return MatrixCell(called, entries, fill, page_of(job, language))


def entry_of(job: Job, language: str, called: str, group: StudyAnswers) -> MatrixEntry:
    """Return the answer of a study in a few words."""
    chosen = told_to_use(group.shown.answer)
    return MatrixEntry(
        path=page_of(job.name, language),
        called=clean(called),
        use=group.shown.use,
        lead=lead_of(chosen[0], job.usual) if len(chosen) == 1 else "it depends" if chosen else "",
        trust=trust_of(group) + NOISY * group.shown.is_noisy,
        matters=any(one.tier == "avoid" for choice in chosen for one in choice.beside),
        is_repeated=len(group.answers) > 1,
    )


def page_of(job: str, language: str) -> str:
    """Return the folder of the page of a task in a language."""
    return f"{address(job)}/{address(language)}"


def lead_of(choice: Choice, usual: Sequence[str]) -> str:
    """Say what the method to use gives up, and what the usual way takes beside it, or that it is the usual way.

    usual: the methods that the job names so; a study may have another baseline.
    """
    so_far = "for now" if may_be_far_behind(choice) else ""
    caveat = caveat_of(choice, _MOST_CONDITIONS).removeprefix(", ")
    is_usual = "the usual way" if choice.use in usual else ""
    return "; ".join(filter(None, [so_far, caveat, is_usual, _beside_usual(choice)]))


def _beside_usual(choice: Choice) -> str:
    if choice.use == choice.usual:
        return _all_slower(choice)
    usual = next((one for one in choice.beside if one.arm == choice.usual), None)
    if usual is None or not usual.is_told or not usual.is_decided:
        return ""
    return f"{clean(usual.called)} takes {times(usual)}".replace("\N{NO-BREAK SPACE}", " ")


def _all_slower(choice: Choice) -> str:
    """Say what the others take, if each is shown to be slower wherever it was measured; else ""."""
    others = choice.beside
    if not others or any(one.tier not in ("slower", "avoid") or one.least <= 1 for one in others):
        return ""
    name = f"{clean(others[0].called)} takes" if len(others) == 1 else "others take"
    least, most = min(one.least for one in others), max(one.most for one in others)
    told = UP_TO.format(times=takes(most, most)) if any(one.not_decided_at for one in others) else takes(least, most)
    return f"{name} {told}".replace("\N{NO-BREAK SPACE}", " ")


def trust_of(group: StudyAnswers) -> str:
    """Say on how many machines and in how many sessions it was measured, and if they agree."""
    count = len(group.answers)
    told = f"{counted(group.machines, 'machine')}, {counted(count, 'session')}"
    if count > 1:
        others = (
            (group.differing, "says otherwise", "say otherwise"),
            (group.naming_another, "names another way", "name another way"),
            (count - group.agreeing - group.differing - group.naming_another, "is not sure", "are not sure"),
        )
        parts = ["all agree" if group.agreeing == count else f"{group.agreeing} for it"]
        parts += [f"{number} {one if number == 1 else several}" for number, one, several in others if number]
        told += ": " + ", ".join(parts)
    return told + (" (quick)" if group.shown.run.judged.quick else "")


def to_fill(job: str, languages: Sequence[str], studies: Sequence[Study], missing: Sequence[str] = ()) -> str:
    """Return the command that measures a task in a language: the study of most languages with several of it.

    One that is about the first call of a process comes after all others. missing: if any are named, the study is the
    one that measures the most of these.
    """
    known: dict[str, tuple[int, bool, int, int]] = {}
    for study in studies:
        if study.job == job:
            arms = {arm for level in study.levels for arm in level.arms}
            found = [arm.partition("/")[0] for arm in arms]
            own = sum(name in languages for name in found)
            new = len(arms.intersection(missing))
            if own > 1 and (new or not missing):
                is_steady = all(level.factors.get(STATE) != FIRST for level in study.levels)
                known[study.name] = (new, is_steady, len(set(found)), own)
    if known:
        return f"iotrial run {max(known, key=lambda name: known[name])}"
    return f"iotrial run {job} --language {languages[0]}"
