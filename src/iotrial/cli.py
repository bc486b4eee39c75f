"""Arguments only: each command calls one function of `iotrial.commands`.

Long, since it is the table of contents of the whole command line, and nothing else.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from iotrial import __version__
from iotrial.options import (
    Blocks,
    Json,
    Junit,
    Language,
    Margin,
    Markdown,
    MethodGlob,
    Results,
    RunName,
    Seed,
    Settings,
    Target,
    TargetName,
    With,
)

app = typer.Typer(
    name="iotrial",
    help="Put file I/O claims on trial: which call to use, measured on this machine.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
selftest = typer.Typer(
    help="Test iotrial's own verdicts on this machine.", invoke_without_command=True, rich_markup_mode=None
)
app.add_typer(selftest, name="selftest")
target_app = typer.Typer(
    help="Create and remove the file systems that studies can run on.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(target_app, name="target")


def _version(given: bool) -> None:
    if given:
        print(f"iotrial {__version__}")
        raise typer.Exit


def _help_where_nothing_is_asked(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(2)


@selftest.callback()
def _selftest(context: typer.Context) -> None:
    _help_where_nothing_is_asked(context)


@target_app.callback()
def _target(context: typer.Context) -> None:
    _help_where_nothing_is_asked(context)


@app.callback()
def _main(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    _help_where_nothing_is_asked(context)


@app.command()
def run(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY", help="Names or paths of studies, or names of jobs.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")] = False,
    settings: Settings = None,
    language: Language = None,
    method: MethodGlob = None,
    runtime: Annotated[
        list[str] | None,
        typer.Option(
            "--runtime",
            metavar="LANGUAGE=PATH,…",
            help="Use these runtimes or compilers. Each method is measured with every one of them.",
        ),
    ] = None,
    target: Target = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", help="Measure N rounds, each in fresh processes.")
    ] = None,
    blocks: Blocks = None,
    precision: Annotated[
        str | None,
        typer.Option(
            "--precision",
            metavar="SHARE",
            help="Add rounds until each arm is decided or its interval is narrower than SHARE.",
        ),
    ] = None,
    margin: Margin = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", help="Stop after TIME at the latest, such as 90s or 10min."),
    ] = None,
    seed: Seed = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="N", help="Break peak memory down by kind, in N fresh processes per arm."),
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="RUN", help="Continue a run that was interrupted.")
    ] = None,
    with_trees: With = None,
    results: Results = None,
    evidence: Annotated[
        bool,
        typer.Option("--evidence/--no-evidence", help="Trace system calls before the rounds, for `iotrial explain`."),
    ] = True,
    details: Annotated[bool, typer.Option("--details", help="Show the table of every level.")] = False,
    json: Json = False,
) -> None:
    """Measure studies or jobs and say which methods are faster.

    A job needs no study: iotrial run append --set record_bytes=4096.
    """
    from iotrial.commands.run import run as command

    command(
        studies or [],
        quick=quick,
        settings=settings or [],
        languages=language or [],
        methods=method or [],
        runtimes=runtime or [],
        target=target,
        options={
            "rounds": rounds,
            "blocks": blocks,
            "precision": precision,
            "margin": margin,
            "budget": budget,
            "seed": seed,
            "memory": memory,
        },
        resume=resume,
        trees=with_trees or [],
        results=results,
        evidence=evidence,
        details=details,
        json=json,
    )


@app.command()
def show(
    run: RunName = "last",
    details: Annotated[bool, typer.Option("--details", help="Show the table of every level.")] = False,
    results: Results = None,
    json: Json = False,
) -> None:
    """Show the results of a run."""
    from iotrial.commands.show import show as command

    command(run, details=details, results=results, json=json)


@app.command(short_help="Show each arm's system calls and what explains its ratio.")
def explain(
    run: RunName = "last",
    arm: Annotated[str | None, typer.Argument(metavar="ARM", help="Show this arm only: LANGUAGE/METHOD.")] = None,
    results: Results = None,
    json: Json = False,
) -> None:
    """Show each arm's system calls, and which of them explain its ratio."""
    from iotrial.commands.explain import explain as command

    command(run, arm, results=results, json=json)


@app.command()
def claims(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY", help="Studies with claims. All of them if none is named.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Measure again, as a second session.")] = False,
    require: Annotated[
        Literal["holds"] | None, typer.Option("--require", help="Exit with 1 if a claim has any other verdict.")
    ] = None,
    target: Target = None,
    with_trees: With = None,
    results: Results = None,
    details: Annotated[bool, typer.Option("--details", help="Show the reasons of each verdict.")] = False,
    json: Json = False,
) -> None:
    """Judge the claims of published articles.

    Stored runs are used. What they lack is measured.
    """
    from iotrial.commands.claims import claims as command

    command(
        studies or [],
        quick=quick,
        require=require,
        again=again,
        target=target,
        trees=with_trees or [],
        results=results,
        details=details,
        json=json,
    )


@app.command()
def advise(
    job: Annotated[
        str | None, typer.Argument(metavar="JOB", help="The job to do. You are asked for it if it is missing.")
    ] = None,
    language: Language = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FACTOR=VALUE", help="Describe your case: one value of a factor."),
    ] = None,
    writers: Annotated[int | None, typer.Option("--writers", metavar="N", help="The same as --set writers=N.")] = None,
    guarantee: Annotated[
        list[str] | None,
        typer.Option(
            "--guarantee", metavar="NAME=VALUE,…", help="Only methods with this guarantee. docs/jobs.md lists them."
        ),
    ] = None,
    durable: Annotated[
        bool, typer.Option("--durable", help="Only methods whose data is safe on disk when the write returns.")
    ] = False,
    usual: Annotated[
        str | None, typer.Option("--usual", metavar="METHOD", help="Compare with the method that you use today.")
    ] = None,
    method: MethodGlob = None,
    target: Target = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", help="Answer after TIME at the latest. The default is 60s."),
    ] = None,
    margin: Margin = None,
    seed: Seed = None,
    with_trees: With = None,
    results: Results = None,
    json: Json = False,
) -> int:
    """Measure for a minute and say which method to use.

    The answer has the method's code, and what would change the answer.
    """
    from iotrial.commands.advise import advise as command

    return command(
        job,
        languages=language or [],
        methods=method or [],
        settings=[*(settings or []), *([] if writers is None else [f"writers={writers}"])],
        guarantees=guarantee or [],
        durable=durable,
        usual=usual,
        target=target,
        options={"budget": budget, "margin": margin, "seed": seed},
        trees=with_trees or [],
        results=results,
        json=json,
    )


@app.command()
def schema(
    document: Annotated[
        str | None, typer.Argument(metavar="[DOCUMENT]", help="The name of a document. Default: list the names.")
    ] = None,
) -> None:
    """Print the JSON Schema of what --json prints.

    Every document has a name; run.json, which a run stores, is one of them.
    """
    from iotrial.commands.schema import schema as command

    command(document)


@app.command()
def compare(
    before: Annotated[
        str, typer.Argument(metavar="RUN", help="The first run: its id, the beginning of it, or its folder.")
    ],
    after: Annotated[str, typer.Argument(metavar="RUN", help="The second run.")] = "last",
    results: Results = None,
    json: Json = False,
) -> None:
    """Compare two runs of one study.

    They may be of two machines, runtimes, file systems or days.
    """
    from iotrial.commands.compare import compare as command

    command(before, after, results=results, json=json)


@app.command()
def gate(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="The name or path of a study, or a job.")],
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="METHODS|RUN",
            help="The earlier version: a folder of methods, or a run that stored them.",
        ),
    ],
    margin: Annotated[
        str, typer.Option("--margin", metavar="SHARE", help="Allow a method to become slower by SHARE.")
    ] = "3%",
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of the study.")] = False,
    settings: Settings = None,
    language: Language = None,
    method: MethodGlob = None,
    target: Target = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="TIME", help="Stop a session after TIME. The default is 5min, or 2min with --quick."
        ),
    ] = None,
    blocks: Blocks = None,
    seed: Seed = None,
    with_trees: With = None,
    results: Results = None,
    markdown: Markdown = None,
    junit: Junit = None,
    details: Annotated[bool, typer.Option("--details", help="Show every method and level.")] = False,
    json: Json = False,
) -> None:
    """Check methods for regressions against an earlier version.

    Exit codes: 0 pass, 1 regression, 4 undecided, 5 invalid.
    """
    from iotrial.commands.gate import Files
    from iotrial.commands.gate import gate as command

    command(
        study,
        against,
        quick=quick,
        settings=settings or [],
        languages=language or [],
        methods=method or [],
        target=target,
        options={"margin": margin, "budget": budget, "blocks": blocks, "seed": seed},
        trees=with_trees or [],
        results=results,
        files=Files(markdown, junit),
        details=details,
        json=json,
    )


@app.command()
def report(
    runs: Annotated[
        list[str] | None, typer.Argument(metavar="RUN", help="A run's id, the beginning of it, `last`, or its folder.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE. Its ending names the format. - is stdout."),
    ] = None,
    format: Annotated[
        Literal["html", "md", "svg", "png", "csv"] | None,
        typer.Option("--format", help="Write this format. The default is html."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    with_trees: With = None,
    results: Results = None,
) -> None:
    """Write runs as a page, Markdown, SVG, PNG or CSV.

    The page is one file and opens without a network.
    """
    from iotrial.commands.report import report as command

    command(runs or [], output=output, form=format, force=force, trees=with_trees or [], results=results)


@app.command()
def runs(results: Results = None, json: Json = False) -> None:
    """List the stored runs."""
    from iotrial.commands.lists import runs as command

    command(results=results, json=json)


@app.command()
def studies(with_trees: With = None, results: Results = None, json: Json = False) -> None:
    """List the studies, and how long each takes."""
    from iotrial.commands.lists import studies as command

    command(trees=with_trees or [], results=results, json=json)


@app.command()
def methods(
    job: Annotated[str | None, typer.Argument(metavar="JOB", help="List the methods of this job only.")] = None,
    language: Language = None,
    with_trees: With = None,
    json: Json = False,
) -> None:
    """List the methods of each job, and which can run here."""
    from iotrial.commands.lists import methods as command

    command(job, languages=language or [], trees=with_trees or [], json=json)


@app.command()
def machine(
    install: Annotated[
        bool, typer.Option("--install", help="Install missing runtimes and compilers, or say how.")
    ] = False,
    with_trees: With = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Show this machine's hardware, runtimes and compilers."""
    from iotrial.commands.machine import machine as command

    command(install=install, trees=with_trees or [], target=target, json=json)


@app.command()
def check(
    method: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="METHOD", help="JOB/LANGUAGE/METHOD, or a part of it: a job or a method. * stands for any."
        ),
    ] = None,
    kit: Annotated[
        str | None,
        typer.Option("--kit", metavar="LANGUAGE", help="Play the dialogues that every kit must pass with this kit."),
    ] = None,
    with_trees: With = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Check that methods, or a kit, do their job. Nothing is timed.

    Methods must do their job on odd inputs too, and keep the guarantees that they declare.
    """
    if kit is not None:
        from iotrial.commands.check_kit import check_kit

        check_kit(kit, method or [], trees=with_trees or [], json=json)
        return
    from iotrial.commands.check import check as command

    command(method or [], trees=with_trees or [], target=target, json=json)


@app.command()
def export(
    run: RunName = "last",
    format: Annotated[
        Literal["csv", "json", "hyperfine", "tsv"], typer.Option("--format", help="Print this format.")
    ] = "json",
    results: Results = None,
) -> None:
    """Print a run as JSON, CSV or TSV, or for hyperfine's tools."""
    from iotrial.commands.show import export as command

    command(run, format, results=results)


@app.command()
def query(
    sql: Annotated[
        str, typer.Argument(metavar="SQL", help="A query over the views samples, runs, levels, arms and calls.")
    ],
    results: Results = None,
    json: Json = False,
) -> None:
    """Query stored samples with SQL.

    A query is about the last run. One that names `run` is about all runs.
    """
    from iotrial.commands.show import query as command

    command(sql, results=results, json=json)


@target_app.command("list")
def target_list(json: Json = False) -> None:
    """List the named targets, and which can be created here."""
    from iotrial.commands.target import list_targets as command

    command(json=json)


@target_app.command("create")
def target_create(
    name: TargetName,
    size: Annotated[
        str, typer.Option("--size", metavar="BYTES", help="The size of the file system, such as 2GiB.")
    ] = "1GiB",
    owner: Annotated[
        str | None,
        typer.Option("--owner", metavar="USER", help="The user who may write to it. The default is who runs sudo."),
    ] = None,
) -> None:
    """Create a target and mount it, as root.

    It stays until it is removed or the machine restarts.
    """
    from iotrial.commands.target import create as command

    command(name, size=size, owner=owner)


@target_app.command("remove")
def target_remove(name: TargetName) -> None:
    """Unmount a target and remove it, as root."""
    from iotrial.commands.target import remove as command

    command(name)


@selftest.command()
def aa(
    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials.")] = 20,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, metavar="S", help="Let each trial take S seconds.")
    ] = 2.0,
    hogs: Annotated[int, typer.Option("--hogs", min=0, metavar="N", help="Run N busy processes that come and go.")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Draw the plan from this number.")] = 0,
    target: Target = None,
    json: Json = False,
) -> None:
    """Compare identical arms and count the false differences."""
    from iotrial.commands.selftest import aa as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, target=target, json=json)


@selftest.command()
def inject(
    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials of each size.")] = 10,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, metavar="S", help="Let each trial take S seconds.")
    ] = 4.0,
    hogs: Annotated[int, typer.Option("--hogs", min=0, metavar="N", help="Run N busy processes that come and go.")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Draw the plan from this number.")] = 0,
    size: Annotated[
        list[str] | None,
        typer.Option("--size", metavar="SHARE", help="Plant this slowdown, such as 2%. Can be repeated."),
    ] = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Plant slowdowns of known size and count how many are found."""
    from iotrial.commands.selftest import inject as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, sizes=size or [], target=target, json=json)


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return the exit code: errors are shown here and nowhere else."""
    from iotrial.commands.edge import guarded

    return guarded(lambda: app(args=arguments, standalone_mode=False, prog_name="iotrial"))


def entry() -> Any:
    """The `iotrial` command."""
    sys.exit(main())


if __name__ == "__main__":
    entry()
