"""`iotrial advise`: the method to use here, found by measuring in a minute what matters."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from iotrial.answers.question import DURABLE, EACH, Question, inquire
from iotrial.ask.adhoc_study import setting_of
from iotrial.ask.adjusted_study import adjust, fresh_seed
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.factors import axes
from iotrial.ask.find_study import studies as known_studies
from iotrial.ask.named_targets import DEFAULT_TARGET
from iotrial.ask.relocated_study import names_of
from iotrial.ask.suggest import suggestion
from iotrial.commands.output import print_json, stdout
from iotrial.commands.progress import Bars
from iotrial.commands.questions import ask, can_ask, one_of
from iotrial.commands.sandbox import sandbox_if
from iotrial.commands.typed_pairs import pairs
from iotrial.commands.usable import usable
from iotrial.errors import Problem, Undecided, UsageError
from iotrial.store.address import Root
from iotrial.store.results_root import results_root

BUDGET = "60 s"

_Settled = tuple[dict[str, str], dict[str, tuple[str, ...]]]

#: The time reserved for judging and tidying up, and the largest share of the budget that it may take.
END_SECONDS, END_SHARE = 2.0, 0.25


def advise(
    job: str | None,
    *,
    languages: Sequence[str],
    methods: Sequence[str],
    settings: Sequence[str],
    guarantees: Sequence[str],
    durable: bool,
    usual: str | None,
    target: Path | None,
    options: Mapping[str, str | float | None],
    trees: Sequence[Path],
    results: Root | None,
    sandbox: bool,
    json: bool,
) -> int:
    """Measure and answer; return 0, or the exit code of Undecided if there is no answer."""
    from iotrial.answers.decide_advice import advise as advice_of
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.other_filesystems import elsewhere
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.advice_screen import show
    from iotrial.store.read import open_run

    begun = time.monotonic()
    catalog = usable(trees)
    program = sandbox_if(sandbox, catalog)
    factors, wanted = _settled(settings, guarantees, durable)
    given = Question(job or "", list(languages), factors, wanted, list(methods), usual)
    question = _complete(given, catalog)
    named = names_of(target)
    if len(named) > 1:
        raise UsageError("--target: advice is about one place", hint=f"--target {named[0]}")
    if named:
        question = replace(question, settings={**question.settings, "target": named[0]})
        target = None
    place = question.settings.get("target", DEFAULT_TARGET)
    others = elsewhere(place, target, catalog.jobs[question.job])
    inquiry = inquire(question, catalog, known_studies(trees).values(), list(others.room_bytes), others.why_not)
    rules = {name: value for name, value in options.items() if value is not None}
    study = adjust(inquiry.study, **{"budget": BUDGET, "seed": fresh_seed(), **rules})
    asked_seconds = study.budget_seconds
    spent = time.monotonic() - begun + min(END_SECONDS, END_SHARE * asked_seconds)
    insists = options.get("budget") is not None
    study = replace(study, budget_seconds=max(0.1, asked_seconds - spent), insists_on_budget=insists)
    with Bars("advise", standings=not json) as bars:
        timed = _without_floors_of_servers(catalog)
        setting = RunSetting(timed, results_root(results), target, bars, evidence=False, sandbox=program)
        folder = carry_out(study, setting)
    stored, judged = open_run(folder), judged_now(folder)
    advice = advice_of(stored, judged, inquiry).model_copy(update={"budget_seconds": asked_seconds})
    if json:
        print_json(advice)
    else:
        show(advice, judged, stdout())
    return 0 if advice.answered else Undecided.exit_code


def _without_floors_of_servers(catalog: Catalog) -> Catalog:
    """Return a catalog whose servers are no floors: each takes a second of every round, and advice does not name them.

    Other floors stay: a method that is quicker than they are has a wrong clock, and a server is timed by its client.
    """
    floors = {key: floor for key, floor in catalog.floors.items() if not catalog.kits[floor.language].programs}
    return replace(catalog, floors=floors)


def _settled(settings: Sequence[str], guarantees: Sequence[str], durable: bool) -> _Settled:
    """Factor -> value, and guarantee -> the values that will do; those of --durable are added when the job is known."""
    problems: list[Problem] = []
    factors = pairs(settings, "--set", problems)
    wanted = {name: tuple(value.split(",")) for name, value in pairs(guarantees, "--guarantee", problems).items()}
    if durable and DURABLE in wanted:
        hint = "give the one you mean"
        problems.append(Problem("--durable and --guarantee durable=… are both given", hint=hint))
    if problems:
        raise UsageError(problems)
    return factors, {**wanted, DURABLE: ()} if durable else wanted


def _complete(question: Question, catalog: Catalog) -> Question:
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
