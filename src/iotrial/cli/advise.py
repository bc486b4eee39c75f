"""`iotrial advise`: the method to use here, found by measuring in a minute what matters."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Languages, Margin, MethodGlobs, Results, Sandbox, Seed, Target, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, Undecided, UsageError

if TYPE_CHECKING:
    from iotrial.answers.question import Question
    from iotrial.ask.catalog import Catalog

BUDGET = "60 s"

#: The time reserved for judging and tidying up, and the largest share of the budget that it may take.
END_SECONDS, END_SHARE = 2.0, 0.25


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
            help="Answer after TIME at the latest. The default is 60s, or up to 3min if an answer takes that here.",
        ),
    ] = None
    margin: Margin = None
    seed: Seed = None
    trees: With = ()
    results: Results = None
    sandbox: Sandbox = False
    json: Json = False


def advise(options: AdviseOptions) -> int:
    """Measure for a minute and say which method to use.

    The answer has the method's code, and what would change the answer.
    """
    from iotrial.answers.decide_advice import advise as advice_of
    from iotrial.answers.question import inquire
    from iotrial.ask.adjusted_study import adjust, fresh_seed
    from iotrial.ask.find_study import studies as known_studies
    from iotrial.ask.named_targets import DEFAULT_TARGET
    from iotrial.ask.relocated_study import names_of
    from iotrial.cli.asked_question import complete
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import sandbox_if
    from iotrial.cli.usable import usable
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.judge.judging import Judging
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.other_filesystems import elsewhere
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.advice_screen import show
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    begun = time.monotonic()
    catalog = usable(options.trees)
    program = sandbox_if(options.sandbox, catalog)
    question = complete(_question(options), catalog)
    target, named = options.target, names_of(options.target)
    if len(named) > 1:
        raise UsageError("--target: advice is about one place", hint=f"--target {named[0]}")
    if named:
        question, target = replace(question, settings={**question.settings, "target": named[0]}), None
    place = question.settings.get("target", DEFAULT_TARGET)
    others = elsewhere(place, target, catalog.jobs[question.job])
    studies = known_studies(options.trees).values()
    inquiry = inquire(question, catalog, studies, list(others.room_bytes), others.why_not)
    budget = BUDGET if options.budget is None else options.budget
    seed = fresh_seed() if options.seed is None else options.seed
    study = adjust(inquiry.study, budget=budget, seed=seed, margin=options.margin)
    asked_seconds = study.budget_seconds
    spent = time.monotonic() - begun + min(END_SECONDS, END_SHARE * asked_seconds)
    seconds = max(0.1, asked_seconds - spent)
    study = replace(study, budget_seconds=seconds, insists_on_budget=options.budget is not None)
    with Bars("advise", standings=not options.json) as bars:
        timed = _without_floors_of_servers(catalog)
        setting = RunSetting(timed, results_root(options.results), target, bars, evidence=False, sandbox=program)
        folder = carry_out(study, setting)
    judging, judged = Judging(open_run(folder)), judged_now(folder)
    advice = advice_of(judging, judged, inquiry).model_copy(update={"budget_seconds": asked_seconds})
    print_document(advice, lambda found, console: show(found, judged, console), json=options.json)
    return 0 if advice.answered else Undecided.exit_code


def _question(options: AdviseOptions) -> Question:
    """Return the question as it was typed; the values of --durable are added when the job is known."""
    from iotrial.answers.question import DURABLE, Question
    from iotrial.cli.typed_pairs import pairs

    problems: list[Problem] = []
    settings = [*options.settings, *([] if options.writers is None else [f"writers={options.writers}"])]
    factors = pairs(settings, "--set", problems)
    typed = pairs(options.guarantees, "--guarantee", problems)
    wanted = {name: tuple(value.split(",")) for name, value in typed.items()}
    if options.durable and DURABLE in wanted:
        hint = "give the one you mean"
        problems.append(Problem("--durable and --guarantee durable=… are both given", hint=hint))
    if problems:
        raise UsageError(problems)
    if options.durable:
        wanted[DURABLE] = ()
    return Question(options.job or "", list(options.languages), factors, wanted, list(options.methods), options.usual)


def _without_floors_of_servers(catalog: Catalog) -> Catalog:
    """Return a catalog whose servers are no floors: each takes a second of every round, and advice does not name them.

    Other floors stay: a method that is quicker than they are has a wrong clock, and a server is timed by its client.
    """
    floors = {key: floor for key, floor in catalog.floors.items() if not catalog.kits[floor.language].programs}
    return replace(catalog, floors=floors)
