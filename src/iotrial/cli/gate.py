"""`iotrial gate`: a check for methods that became slower by more than a margin."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import (
    Blocks,
    ChosenArms,
    Json,
    Markdown,
    Results,
    Sandbox,
    Seed,
    Target,
    With,
)
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, Invalid, IotrialError, NothingMeasured, Undecided, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.ask.study import Study
    from iotrial.gate.gate_result import GateResult

#: Verdict -> its error, and the next step.
ERRORS: Mapping[str, tuple[type[IotrialError], str]] = {
    "regression": (CheckFailed, "see what was measured: iotrial show last --details"),
    "invalid": (Invalid, "run it again when the machine is quieter; iotrial machine tells what blurs figures"),
    "undecided": (Undecided, "more rounds decide more: a longer --budget, a quieter machine, or a wider --margin"),
    "not measured": (NothingMeasured, "see which methods can run here: iotrial methods"),
}


@options
class SummaryFiles:
    """The files that the summary goes to, besides stdout."""

    markdown: Markdown = None
    junit: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Also write JUnit XML to FILE.")] = None

    def require(self) -> None:
        """Raise UsageError if one cannot be written, before anything is measured."""
        from iotrial.folders.own_file import require_writable
        from iotrial.report import gate_junit, gate_markdown

        if self.markdown is not None and self.junit is not None and self.markdown.absolute() == self.junit.absolute():
            raise UsageError("--markdown and --junit name the same file", hint="name two")
        if self.markdown is not None:
            require_writable(self.markdown, "--markdown", gate_markdown.MARK)
        if self.junit is not None:
            require_writable(self.junit, "--junit", gate_junit.MARK)

    def write(self, document: GateResult) -> None:
        """Write the files that were asked for."""
        from iotrial.folders.own_file import write_own
        from iotrial.report import gate_junit, gate_markdown
        from iotrial.visible_text import visible_bytes

        if self.markdown is not None:
            write_own(self.markdown, visible_bytes(gate_markdown.markdown(document)), "--markdown")
        if self.junit is not None:
            write_own(self.junit, visible_bytes(gate_junit.junit(document)), "--junit")


@options
class GateOptions:
    """The options of `gate`."""

    study: Annotated[
        str,
        typer.Argument(
            metavar="STUDY",
            help="The name or path of a study, or a job.",
            autocompletion=completed_names.studies_and_jobs,
        ),
    ]
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="METHODS|RUN",
            help="The earlier version: a folder of methods, or a run that stored them.",
        ),
    ]
    margin: Annotated[
        str, typer.Option("--margin", metavar="SHARE", help="Allow a method to become slower by SHARE.")
    ] = "3%"
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of the study.")] = False
    chosen: ChosenArms
    target: Target = None
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="TIME", help="Stop a session after TIME. The default is 5min, or 2min with --quick."
        ),
    ] = None
    blocks: Blocks = None
    seed: Seed = None
    trees: With = ()
    results: Results = None
    sandbox: Sandbox = False
    files: SummaryFiles
    details: Annotated[bool, typer.Option("--details", help="Show every method and level.")] = False
    json: Json = False


def gate(options: GateOptions) -> None:
    """Check methods for regressions against an earlier version.

    Exit codes: 0 pass, 1 regression, 4 undecided, 5 invalid.
    """
    from iotrial.ask.relocated_study import names_of, relocate
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import sandbox_if
    from iotrial.cli.usable import usable
    from iotrial.gate.against import find_against
    from iotrial.gate.gate_sessions import both_versions, gate_sessions
    from iotrial.measure.run_setting import RunSetting
    from iotrial.places.passing import passing_folder
    from iotrial.report.gate_screen import answer, show
    from iotrial.store.results_root import results_root

    options.files.require()
    catalog, root = usable(options.trees), results_root(options.results)
    program = sandbox_if(options.sandbox, catalog)
    study, target = _asked(options, catalog), options.target
    if targets := names_of(target):
        study, target = relocate(study, targets), None
    study = _with_rules(study, options)
    with passing_folder() as folder:
        older = find_against(options.against, catalog.jobs[study.job], catalog, root, folder)
        asked, study, catalog = both_versions(study, catalog, older, folder)
        setting = RunSetting(catalog, root, target, Bars(), evidence=False, sandbox=program, goes_on=False)
        document = gate_sessions(study, asked, setting, lambda name: Bars(f"{study.name} {name}"))
    print_document(document, show, json=options.json, details=options.details)
    options.files.write(document)
    if document.verdict != "pass":
        error, hint = ERRORS[document.verdict]
        raise error(answer(document).replace("\N{NO-BREAK SPACE}", " "), hint)


def _asked(options: GateOptions, catalog: Catalog) -> Study:
    """Return the study that is asked for; UsageError if a method of its job cannot be read."""
    from iotrial.cli.asked_studies import studies_asked_for
    from iotrial.gate.gate_sessions import require_whole

    (study,) = studies_asked_for([options.study], options.chosen, catalog, options.trees, quick=options.quick)
    require_whole(study.job, catalog)
    return study


def _with_rules(study: Study, options: GateOptions) -> Study:
    """Return the study with the budget, the rounds and the margin of a gate."""
    from iotrial.ask.adjusted_study import adjust, fresh_seed
    from iotrial.gate.gate_sessions import PLANNED_ROUNDS, QUICK_SECONDS, SECONDS

    study = dataclasses.replace(study, budget_seconds=QUICK_SECONDS if options.quick else SECONDS)
    seed = fresh_seed() if options.seed is None else options.seed
    study = adjust(study, margin=options.margin, budget=options.budget, blocks=options.blocks, seed=seed)
    # The precision tells later readers of the run to take the sequence's intervals.
    return dataclasses.replace(study, precision=study.margin, rounds=PLANNED_ROUNDS, fills_budget=False, memory=0)
