"""`iotrial vs`: a user's own snippets, compared at the user's own inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import (
    Blocks,
    Budget,
    Details,
    Evidence,
    Json,
    Margin,
    Results,
    Rounds,
    Sandbox,
    Seed,
    Target,
    folder,
)
from iotrial.cli.options_dataclass import options
from iotrial.errors import NothingMeasured, UsageError


@options
class SnippetRules:
    """The rules of a comparison, by the names that `adjust` has for them."""

    rounds: Rounds = None
    blocks: Blocks = None
    margin: Margin = None
    budget: Budget = None
    seed: Seed = None


@options
class SnippetOptions:
    """The options of `vs`."""

    files: Annotated[
        Sequence[Path],
        typer.Argument(metavar="FILE", parser=folder, help="Files with a function `run` each, in any languages."),
    ] = ()
    inputs: Annotated[
        Sequence[Path],
        typer.Option(
            "--input", metavar="PATH", parser=folder, help="Give `run` this file or folder, a copy. Can be repeated."
        ),
    ] = ()
    output: Annotated[
        bool,
        typer.Option("--output", help="Also give `run` a fresh path to write to. What is written is compared too."),
    ] = False
    init: Annotated[
        str | None,
        typer.Option(
            "--init",
            metavar="LANGUAGE",
            help="Write two files to begin with, and nothing else.",
            autocompletion=completed_names.languages,
        ),
    ] = None
    paths: Annotated[
        Sequence[Path],
        typer.Option("--path", metavar="PATH", parser=folder, help="Let files use this library. Can be repeated."),
    ] = ()
    rules: SnippetRules
    target: Target = None
    results: Results = None
    evidence: Evidence = True
    sandbox: Sandbox = False
    details: Details = False
    json: Json = False


def vs(options: SnippetOptions) -> None:
    """Compare your own snippets: files with one function `run(path)` each, which must return the same.

    Without a job, a study or a tree: iotrial vs A B --input FILE.
    """
    from iotrial.ask.adjusted_study import adjust, fresh_seed
    from iotrial.cli.output import print_document
    from iotrial.cli.progress import Bars
    from iotrial.cli.sandbox import sandbox_if
    from iotrial.cli.typed_command import typed_command
    from iotrial.cli.usable import usable
    from iotrial.judge.cached_judgement import judged_now
    from iotrial.measure.carry_out import carry_out
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.run_screen import show
    from iotrial.snippets.failure_words import in_their_words
    from iotrial.snippets.snippet_file import require_there
    from iotrial.snippets.snippet_study import SnippetsAsked, study_of
    from iotrial.store.results_root import writable_root

    if options.init is not None:
        _begin(options.init, options)
        return
    if not options.files:
        raise UsageError("name two files, each with a function `run`", hint="iotrial vs --init LANGUAGE")
    root = writable_root(options.results)
    require_there(options.files, options.inputs)
    catalog = usable()
    sandbox = sandbox_if(options.sandbox, catalog)
    study, catalog = study_of(SnippetsAsked(options.files, options.inputs, options.output, options.paths), catalog)
    rules = vars(options.rules)
    study = replace(study, asked=typed_command("vs", options))
    study = adjust(study, **{**rules, "seed": fresh_seed() if rules["seed"] is None else rules["seed"]})
    try:
        with Bars(study.name, standings=not options.json) as bars:
            setting = RunSetting(
                catalog, root, options.target, bars, evidence=options.evidence, sandbox=sandbox, needs_every_arm=True
            )
            stored = carry_out(study, setting)
    except NothingMeasured as failure:
        methods = [method for (job, _), method in catalog.methods.items() if job == study.job]
        raise in_their_words(failure, methods, catalog.kits) from None
    print_document(judged_now(stored), show, json=options.json, details=options.details)


def _begin(language: str, options: SnippetOptions) -> None:
    """Write two files and say what to do with them."""
    import shlex

    from iotrial.cli.output import stdout
    from iotrial.cli.usable import usable
    from iotrial.snippets.begun import begin

    if options.files:
        raise UsageError("--init writes files of its own; it takes none", hint=f"iotrial vs --init {language}")
    names = [file.name for file in begin(language, Path.cwd(), usable().kits)]
    stdout().print(f"wrote {' and '.join(names)}", markup=False)
    given = next((shlex.quote(str(path)) for path in options.inputs), "FILE")
    stdout().print(f"next: iotrial vs {' '.join(names)} --input {given}", markup=False)
