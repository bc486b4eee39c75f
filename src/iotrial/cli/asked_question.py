"""The question that advice answers: on a terminal, what is missing in it is asked for."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from iotrial.answers.question import DURABLE, EACH, Question, wrong_parts
from iotrial.ask.adhoc_study import setting_of
from iotrial.ask.catalog import Catalog, Factor, Job, Method
from iotrial.ask.factors import axes
from iotrial.ask.found_by import job_suggestion
from iotrial.ask.suggest import suggestion
from iotrial.cli.questions import Offer, ask, can_ask, choose
from iotrial.errors import Problem, UsageError
from iotrial.workers.presence import Presence

#: The answer of whoever wants what most people want.
USUAL = "as usual"


def complete(question: Question, catalog: Catalog, found: Sequence[Problem] = ()) -> Question:
    """Return the question with missing parts asked for on a terminal; UsageError with all of them if there is none.

    found: what is wrong with all that was typed beside the question. Nothing is asked before what was typed is right.
    """
    problems = list(found)
    known = {name: job for name, job in catalog.jobs.items() if job.is_asked_about}
    is_new = not question.job
    if is_new and not can_ask():
        problems.append(
            Problem("advice on which job?", hint=f"iotrial advise JOB --language NAME; jobs: {', '.join(known)}")
        )
    elif is_new and not problems:
        question = replace(question, job=choose("Which job is to be done?", _jobs(catalog)))
    job = catalog.jobs.get(question.job)
    problems += _wrong_job(question.job, known, catalog)
    if job is not None and not problems:
        question = _with_durable(question, job)
    if job is not None and job.is_asked_about:
        problems += wrong_parts(question, catalog)
    if not question.languages:
        written = [
            name
            for name in catalog.languages
            if job is None or any(catalog.is_in(m.language, (name,)) for m in catalog.methods_of(job.name))
        ]
        if not can_ask():
            hint = f"--language NAME, one of {', '.join(written)}"
            problems.append(Problem("advice for which language?", where="--language", hint=hint))
        elif not problems:
            offers = _languages(written, job, catalog)
            question = replace(question, languages=[choose("Which language is the program in?", offers)])
    if problems:
        raise UsageError(problems)
    assert job is not None
    return _interview(question, job, catalog) if is_new else question


def _wrong_job(name: str, known: Mapping[str, Job], catalog: Catalog) -> Sequence[Problem]:
    """The problems of a job that was named; nothing if none was."""
    if not name or name in known:
        return []
    if name in catalog.jobs:
        return [Problem(f"the job {name} does nothing: there is no advice on it", hint=suggestion("", known))]
    if fault := catalog.faults.of_job(name):
        return fault.problems
    return [Problem(f"unknown job {name!r}", hint=job_suggestion(name, known))]


def wrong_writers(name: str, catalog: Catalog) -> Problem | None:
    """The problem of --writers for a job that several writers cannot do at once; None if there is none."""
    job = catalog.jobs.get(name)
    if job is None or "writers" in job.factors:
        return None
    able = [known.name for known in catalog.jobs.values() if "writers" in known.factors]
    return Problem(f"{name} has no writers", where="--writers", hint=f"jobs that have some: {', '.join(able)}")


def _with_durable(question: Question, job: Job) -> Question:
    """Return the question with the values that --durable stands for; UsageError if the job has none."""
    if question.guarantees.get(DURABLE) != ():
        return question
    values = tuple(value for value in job.guarantees.get(DURABLE, ()) if value.startswith(EACH))
    if not values:
        raise UsageError(f"no method of {job.name} declares whether it is durable", hint="leave --durable out")
    return replace(question, guarantees={**question.guarantees, DURABLE: values})


def _jobs(catalog: Catalog) -> list[Offer]:
    """The jobs in their own words, those with most methods first."""
    jobs = [job for job in catalog.jobs.values() if job.is_asked_about]
    jobs.sort(key=lambda job: -len(catalog.methods_of(job.name)))
    return [Offer(job.name, job.summary) for job in jobs]


def _languages(written: Sequence[str], job: Job | None, catalog: Catalog) -> list[Offer]:
    """The languages, those first that can run here: the method that needs least stands for its language."""
    found: dict[str, Method] = {}
    for method in [] if job is None else sorted(catalog.methods_of(job.name), key=lambda one: len(one.needs)):
        for name in written:
            if catalog.is_in(method.language, (name,)):
                found.setdefault(name, method)
    with Presence(catalog, found.values()) as presence:
        lacks = {name: presence.missing(method) is not None for name, method in found.items()}
    ordered = sorted(written, key=lambda name: lacks.get(name, False))
    spoken = {name: catalog.kits[name].spoken if name in catalog.kits else "" for name in ordered}
    return [Offer(name, f"{spoken[name]}{', not installed here' * lacks.get(name, False)}") for name in ordered]


def _interview(question: Question, job: Job, catalog: Catalog) -> Question:
    """Ask for the sizes of the job, then for what is unusual, each time with the usual answer first."""
    settings, guarantees = dict(question.settings), dict(question.guarantees)

    def ask_for(factor: Factor) -> None:
        answer = _value(factor, job, catalog)
        if answer != str(factor.default):
            settings[factor.name] = answer

    for factor in job.factors.values():
        if factor.name not in settings and not factor.is_unsaid:
            ask_for(factor)
    rest = [factor for factor in job.factors.values() if factor.is_unsaid and factor.name not in settings]
    while rest:
        offers = [Offer(USUAL, "nothing else", is_usual=True), *(Offer(factor.name, factor.summary) for factor in rest)]
        chosen = choose("Is anything else unusual?", offers)
        if chosen == USUAL:
            break
        factor = next(factor for factor in rest if factor.name == chosen)
        ask_for(factor)
        rest.remove(factor)
    offers = _guarantees(question, job, catalog)
    if offers and not guarantees:
        chosen = choose(
            "Must anything hold beyond what the usual way gives?", [Offer(USUAL, "nothing", is_usual=True), *offers]
        )
        if chosen != USUAL:
            name, _, value = chosen.partition("=")
            guarantees[name] = (value,)
    found = replace(question, settings=settings, guarantees=guarantees)
    print(f"the same question, typed: {_typed(found)}", file=sys.stderr)
    return found


def _value(factor: Factor, job: Job, catalog: Catalog) -> str:
    """Ask for one value of a factor, as it is typed; an empty answer takes the default."""

    def check(answer: str) -> str:
        problems: list[Problem] = []
        axes([setting_of(factor.name, answer)], job, catalog, Path.cwd(), problems)
        if problems or "," in answer:
            raise ValueError(problems[0].message if problems else "one value, please")
        return answer

    if factor.choices:
        words = dict.fromkeys([str(factor.default), *factor.choices])
        return choose(
            f"{factor.name}: {factor.summary}", [Offer(word, is_usual=word == str(factor.default)) for word in words]
        )
    return ask(f"{factor.name}: {factor.summary}", check, str(factor.default))


def _guarantees(question: Question, job: Job, catalog: Catalog) -> list[Offer]:
    """The guarantees that some method of the language gives and its usual way does not, in the job's words."""
    methods = [one for one in catalog.methods_of(job.name) if catalog.is_in(one.language, question.languages)]
    usual = next((one for one in methods if one.arm in job.usual), None)
    if usual is None:
        return []
    given = {(name, value) for one in methods for name, value in one.guarantees.items()}
    return [
        Offer(f"{name}={value}", words)
        for name, known in job.conditions.items()
        for value, words in known.items()
        if (name, value) in given and usual.guarantees.get(name) != value
    ]


def _typed(question: Question) -> str:
    """The command line that asks the same."""
    words = ["iotrial", "advise", question.job]
    words += [word for language in question.languages for word in ("--language", language)]
    words += [word for name, value in question.settings.items() for word in ("--set", f"{name}={value}")]
    pairs = [f"{name}={','.join(values)}" for name, values in question.guarantees.items() if values]
    words += [word for pair in pairs for word in ("--guarantee", pair)]
    return shlex.join(words)
