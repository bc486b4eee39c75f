"""`iotrial explain`: the reasons for the ratios of a run's arms."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import Json, Results, RunName, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError


@options
class ExplainOptions:
    """The options of `explain`."""

    run: RunName = "last"
    arm: Annotated[str | None, typer.Argument(metavar="ARM", help="Show this arm only: LANGUAGE/METHOD.")] = None
    profile: Annotated[
        bool,
        typer.Option("--profile", help="Name the functions that take the most time, with perf. RUN keeps them."),
    ] = False
    trees: With = ()
    results: Results = None
    json: Json = False


def explain(options: ExplainOptions) -> None:
    """Show each arm's system calls, and which of them explain its ratio.

    --profile works each arm for a third of a second more, on the machine that RUN was made on.
    """
    from iotrial.ask.catalog import method_of
    from iotrial.ask.suggest import suggestion
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.cli.usable import usable
    from iotrial.judge.explain_run import explain_run
    from iotrial.judge.judging import Judging
    from iotrial.measure.profiled import profile_run
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.explain_screen import show
    from iotrial.snippets.snippet_study import catalog_with_snippets
    from iotrial.store.find_run import find_run
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    root, arm = results_root(options.results), options.arm
    folder = find_run(root, options.run)
    stored = open_run(folder)
    names = list(dict.fromkeys(one.arm for level in stored.run.levels for one in level.arms))
    chosen = [name for name in names if arm in (None, name, method_of(name))]  # a method means all its variants
    if not chosen:
        raise UsageError(f"the run {stored.run.run} has no arm {arm}", hint=suggestion(arm or "", names))
    if options.profile:  # this alone reads the methods as they are now
        with Bars(stored.run.study, standings=False) as bars:
            catalog = catalog_with_snippets(stored.run, usable(options.trees))
            profile_run(folder, RunSetting(catalog, root, None, bars), chosen)
        stored = open_run(folder)
    document = explain_run(Judging(stored), chosen)
    print_document(document, show, json=options.json)
