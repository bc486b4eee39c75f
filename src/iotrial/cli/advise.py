"""`iotrial advise`: the method to use here, found by measuring in a minute what matters."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Languages, Margin, MethodGlobs, Results, Sandbox, Seed, Target, With, pairs
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, Undecided, UsageError, gathered

if TYPE_CHECKING:
    from pathlib import Path

    from iotrial.answers.question import Question
    from iotrial.ask.catalog import Catalog
    from iotrial.ask.study import Study

#: The time reserved for judging and tidying up, and the largest share of the budget that it may take.
END_SECONDS, END_SHARE = 4.0, 0.25


@options
class AdviseOptions:
    """The options of `advise`."""

    job: Annotated[
        str | None,
        typer.Argument(
            metavar="JOB",
            help="The job to do. You are asked for it if it is missing.",
            autocompletion=completed_names.jobs,
        ),
    ] = None
    languages: Languages = ()
    settings: Annotated[
        Sequence[str],
        typer.Option("--set", metavar="FACTOR=VALUE", help="Describe your case: one value of a factor."),
    ] = ()
    writers: Annotated[int | None, typer.Option("--writers", metavar="N", help="The same as --set writers=N.")] = None
    guarantees: Annotated[
        Sequence[str],
        typer.Option(
            "--guarantee", metavar="NAME=VALUE,…", help="Only methods with this guarantee. docs/jobs.md lists them."
        ),
    ] = ()
    durable: Annotated[
        bool, typer.Option("--durable", help="Only methods whose data is safe on disk when the write returns.")
    ] = False
    usual: Annotated[
        str | None,
        typer.Option(
            "--usual",
            metavar="METHOD",
            help="Compare with the method that you use today.",
            autocompletion=completed_names.methods,
        ),
    ] = None
    methods: MethodGlobs = ()
    target: Target = None
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget",
            metavar="TIME",
            help="Answer after TIME. The default is 60s, 90s for what compiles as it runs, 2min for several at once.",
        ),
    ] = None
    margin: Margin = None
    seed: Seed = None
    trees: With = ()
    results: Results = None
    sandbox: Sandbox = False
    json: Json = False


def advise(options: AdviseOptions) -> int:
    """Measure for a minute or two and say which method to use.

    Several writers or clients at once take two minutes. The answer has the method's code, and what would change it.
    """
    from iotrial.answers.decide_advice import advise as advice_of
    from iotrial.answers.not_measured import full_runs
    from iotrial.answers.question import inquire
    from iotrial.ask.find_study import studies as known_studies
    from iotrial.ask.named_targets import DEFAULT_TARGET
    from iotrial.cli.asked_question import complete, wrong_writers
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import sandbox_if
    from iotrial.cli.usable import usable
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.judge.judging import Judging
    from iotrial.machine.command_start import command_start
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.other_filesystems import elsewhere
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.advice_screen import show
    from iotrial.store.read import open_run
    from iotrial.store.results_root import writable_root

    begun, root = command_start(), writable_root(options.results)
    catalog = usable(options.trees)
    program = sandbox_if(options.sandbox, catalog)
    question, target, problems = _as_typed(options)
    if options.writers is not None and (wrong := wrong_writers(question.job, catalog)):
        problems.append(wrong)
        question = replace(question, settings={k: v for k, v in question.settings.items() if k != "writers"})
    question = complete(question, catalog, problems)
    place = question.settings.get("target", DEFAULT_TARGET)
    others = elsewhere(place, target, catalog.jobs[question.job])
    studies = known_studies(options.trees).values()
    inquiry = inquire(question, catalog, studies, list(others.room_bytes), others.why_not)
    study = replace(_in_time(inquiry.study, options, catalog), asked=_typed(question, options))
    asked_seconds = study.budget_seconds
    spent = time.monotonic() - begun + min(END_SECONDS, END_SHARE * asked_seconds)
    study = replace(study, budget_seconds=max(0.1, asked_seconds - spent))
    with Bars(f"advise ({asked_seconds:.0f} s)", standings=not options.json) as bars:
        if not options.json:
            bars.note(_told_before(study, asked_seconds))
        setting = RunSetting(
            _without_floors(study, catalog),
            root,
            target,
            bars,
            evidence=False,
            sandbox=program,
        )
        folder = carry_out(study, setting)
    judging, judged = Judging(open_run(folder)), judged_now(folder)
    known = partial(full_runs, folder.parent, but=judged.run)
    advice = advice_of(judging, judged, inquiry, known).model_copy(update={"budget_seconds": asked_seconds})
    print_document(advice, lambda found, console: show(found, judged, console), json=options.json)
    return 0 if advice.answered else Undecided.exit_code


def _as_typed(options: AdviseOptions) -> tuple[Question, Path | None, list[Problem]]:
    """Return the question as it was typed, its folder, and all that is wrong beside it."""
    from iotrial.ask.adjusted_study import read_options
    from iotrial.ask.named_targets import DEFAULT_TARGET
    from iotrial.ask.relocated_study import names_of
    from iotrial.places.target import resolve

    _, problems = read_options(budget=options.budget, seed=options.seed, margin=options.margin)
    question, target = _question(options), options.target
    with gathered(problems):
        named = names_of(target)
        if len(named) > 1:
            raise UsageError("--target: advice is about one place", hint=f"--target {named[0]}")
        if named:
            question, target = replace(question, settings={**question.settings, "target": named[0]}), None
        if target is not None and question.settings.get("target", DEFAULT_TARGET) == DEFAULT_TARGET:
            resolve(DEFAULT_TARGET, target)
    return question, target, problems


def _question(options: AdviseOptions) -> Question:
    """Return the question as it was typed; the values of --durable are added when the job is known."""
    from iotrial.answers.question import DURABLE, Question

    problems: list[Problem] = []
    settings = [*options.settings, *([] if options.writers is None else [f"writers={options.writers}"])]
    factors = pairs(settings, "--set", problems)
    typed = pairs(options.guarantees, "--guarantee", problems, hints={DURABLE: "type --durable"})
    wanted = {name: tuple(value.split(",")) for name, value in typed.items()}
    if options.durable and DURABLE in wanted:
        hint = "give the one you mean"
        problems.append(Problem("--durable and --guarantee durable=… are both given", hint=hint))
    if problems:
        raise UsageError(problems)
    if options.durable:
        wanted[DURABLE] = ()
    return Question(options.job or "", list(options.languages), factors, wanted, list(options.methods), options.usual)


def _typed(question: Question, options: AdviseOptions) -> tuple[str, ...]:
    """Return the words that ask the question: as it was typed, with what it was asked for on a terminal."""
    from iotrial.cli.typed_command import typed_command

    answered = replace(options, job=question.job, languages=question.languages)
    if options.job is None:
        targeted = {"target"} if options.target is not None else set()
        settings = [f"{name}={value}" for name, value in question.settings.items() if name not in targeted]
        guarantees = [f"{name}={','.join(values)}" for name, values in question.guarantees.items()]
        answered = replace(answered, settings=settings, writers=None, guarantees=guarantees, durable=False)
    return typed_command("advise", answered)


def _in_time(study: Study, options: AdviseOptions, catalog: Catalog) -> Study:
    """Return the study with the time that was named for it, or that an answer usually takes, and a seed."""
    from iotrial.answers.usual_seconds import usual_seconds
    from iotrial.ask.adjusted_study import adjust, fresh_seed

    budget = f"{usual_seconds(study, catalog)} s" if options.budget is None else options.budget
    seed = fresh_seed() if options.seed is None else options.seed
    adjusted = adjust(study, budget=budget, seed=seed, margin=options.margin)
    return replace(adjusted, insists_on_budget=options.budget is not None)


def _told_before(study: Study, seconds: float) -> str:
    """Say how long an answer takes, and what is compared for it."""
    methods = len(study.levels[0].arms)
    return f"{study.job}: an answer in {seconds:.0f} s; {methods} method{'s' * (methods > 1)} beside each other"


def _without_floors(study: Study, catalog: Catalog) -> Catalog:
    """Return a catalog without floors, which advice does not name and which take away no verdict (rule 17).

    Those of programs that warm up by themselves stay until they are tried out: a machine that grows slower meanwhile
    is told from a program that grows quicker by another one beside it.
    """
    from iotrial.ask.catalog import named_parts

    kits = [catalog.kits[named_parts(arm)[0]] for arm in study.levels[0].arms]
    if any(kit.warms_up and not kit.programs for kit in kits):
        return catalog
    return replace(catalog, floors={})
