"""The question that advice answers: on a terminal, what is missing in it is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from iotrial.answers.question import DURABLE, EACH, Question
from iotrial.ask.adhoc_study import setting_of
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.factors import axes
from iotrial.ask.suggest import suggestion
from iotrial.cli.questions import ask, can_ask, one_of
from iotrial.errors import Problem, UsageError


def complete(question: Question, catalog: Catalog) -> Question:
    """Return the question with missing parts asked for on a terminal; UsageError with all of them if there is none."""
    problems: list[Problem] = []
    known = [job.name for job in catalog.jobs.values() if job.is_asked_about]
    is_new = not question.job
    if not question.job:
        if not can_ask():
            problems.append(
                Problem("advice on which job?", hint=f"iotrial advise JOB --language NAME; jobs: {', '.join(known)}")
            )
        else:
            question = replace(question, job=ask(f"Which job ({', '.join(known)})?", one_of(known)))
    job = catalog.jobs.get(question.job)
    if job is not None and not job.is_asked_about:
        problems.append(
            Problem(f"the job {job.name} does nothing: there is no advice on it", hint=suggestion("", known))
        )
    elif question.job and (fault := catalog.faults.of_job(question.job)):
        problems += fault.problems
    elif question.job and job is None:
        problems.append(Problem(f"unknown job {question.job!r}", hint=suggestion(question.job, known)))
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
            question = replace(question, languages=[ask(f"Which language ({', '.join(written)})?", one_of(written))])
    if problems:
        raise UsageError(problems)
    assert job is not None
    if is_new:
        question = _interview(question, job, catalog)
    if question.guarantees.get(DURABLE) == ():
        values = tuple(value for value in job.guarantees.get(DURABLE, ()) if value.startswith(EACH))
        if not values:
            raise UsageError(f"no method of {job.name} declares whether it is durable", hint="leave --durable out")
        question = replace(question, guarantees={**question.guarantees, DURABLE: values})
    return question


def _interview(question: Question, job: Job, catalog: Catalog) -> Question:
    """Ask for every factor and guarantee of the job that was not given; an empty answer takes the default."""
    settings, guarantees = dict(question.settings), dict(question.guarantees)

    def value_of(name: str, answer: str) -> str:
        problems: list[Problem] = []
        axes([setting_of(name, answer)], job, catalog, Path.cwd(), problems)
        if problems or "," in answer:
            raise ValueError(problems[0].message if problems else "one value, please")
        return answer

    for name, factor in job.factors.items():
        if name not in settings:
            choices = f" ({', '.join(factor.choices)})" if factor.choices else ""
            check = partial(value_of, name)
            answer = ask(f"{name}: {factor.summary}{choices}", check, str(factor.default))
            if answer != str(factor.default):
                settings[name] = answer
    for name, values in job.guarantees.items():
        if name not in guarantees:
            answer = ask(f"must guarantee {name} ({', '.join(values)})", one_of([*values, "as usual"]), "as usual")
            if answer != "as usual":
                guarantees[name] = (answer,)
    return replace(question, settings=settings, guarantees=guarantees)
