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
    help="Put iotrial itself on trial, on this machine.", invoke_without_command=True, rich_markup_mode=None
)
app.add_typer(selftest, name="selftest")
target_app = typer.Typer(
    help="Make file systems that studies can name as their target, and take them away.",
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    _help_where_nothing_is_asked(context)


@app.command()
def run(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY...", help="Studies by name or path, or jobs.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="The short form of each study.")] = False,
    settings: Settings = None,
    language: Language = None,
    method: MethodGlob = None,
    runtime: Annotated[
        list[str] | None,
        typer.Option(
            "--runtime",
            metavar="LANGUAGE=PATH,…",
            help="Runtimes or compilers of a language; with several each of its methods is measured with all of them.",
        ),
    ] = None,
    target: Target = None,
    rounds: Annotated[int | None, typer.Option("--rounds", help="Rounds: fresh processes per arm.")] = None,
    blocks: Blocks = None,
    precision: Annotated[
        str | None,
        typer.Option(
            "--precision",
            metavar="SHARE",
            help="Go on until every arm is decided or its interval this narrow, such as 1%.",
        ),
    ] = None,
    margin: Margin = None,
    budget: Annotated[
        str | None, typer.Option("--budget", metavar="TIME", help="At most so long, such as 90s or 10min.")
    ] = None,
    seed: Seed = None,
    memory: Annotated[
        int | None, typer.Option("--memory", help="Take memory apart, in so many fresh processes of each arm.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="RUN", help="Continue a run that was cut short.")
    ] = None,
    with_trees: With = None,
    results: Results = None,
    evidence: Annotated[
        bool,
        typer.Option("--evidence/--no-evidence", help="Trace system calls before the rounds, for iotrial explain."),
    ] = True,
    details: Annotated[bool, typer.Option("--details", help="Print every level's own table.")] = False,
    json: Json = False,
) -> None:
    """Carry out studies, or a job without a study: iotrial run append --set record_bytes=4096."""
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
    details: Annotated[bool, typer.Option("--details", help="Print every level's own table.")] = False,
    results: Results = None,
    json: Json = False,
) -> None:
    """Show what a run found."""
    from iotrial.commands.show import show as command

    command(run, details=details, results=results, json=json)


@app.command()
def explain(
    run: RunName = "last",
    arm: Annotated[str | None, typer.Argument(metavar="[ARM]", help="Only this arm: LANGUAGE/METHOD.")] = None,
    results: Results = None,
    json: Json = False,
) -> None:
    """Explain a run: what each arm asks of the system, and which of it makes the difference."""
    from iotrial.commands.explain import explain as command

    command(run, arm, results=results, json=json)


@app.command()
def claims(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY...", help="Studies that carry claims; all where none is named.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="By the short form of each study.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Measure once more, for a second session.")] = False,
    require: Annotated[
        Literal["holds"] | None, typer.Option("--require", help="End with 1 where a claim has another verdict.")
    ] = None,
    target: Target = None,
    with_trees: With = None,
    results: Results = None,
    json: Json = False,
) -> None:
    """Put published sentences on trial; what is stored is used, and what is missing is measured."""
    from iotrial.commands.claims import claims as command

    command(
        studies or [],
        quick=quick,
        require=require,
        again=again,
        target=target,
        trees=with_trees or [],
        results=results,
        json=json,
    )


@app.command()
def advise(
    job: Annotated[
        str | None, typer.Argument(metavar="[JOB]", help="What has to be done; asked for if missing.")
    ] = None,
    language: Language = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="FACTOR=VALUE", help="Your case: one value of a factor.")
    ] = None,
    writers: Annotated[int | None, typer.Option("--writers", help="Short for --set writers=N.")] = None,
    guarantee: Annotated[
        list[str] | None,
        typer.Option("--guarantee", metavar="NAME=VALUE,…", help="What a method must guarantee; see docs/jobs.md."),
    ] = None,
    durable: Annotated[
        bool, typer.Option("--durable", help="What is written must outlive a power cut at once.")
    ] = False,
    usual: Annotated[
        str | None, typer.Option("--usual", metavar="METHOD", help="What you use today, to be compared with.")
    ] = None,
    method: MethodGlob = None,
    target: Target = None,
    budget: Annotated[
        str | None, typer.Option("--budget", metavar="TIME", help="At most so long in all; default: 60s.")
    ] = None,
    margin: Margin = None,
    seed: Seed = None,
    with_trees: With = None,
    results: Results = None,
    json: Json = False,
) -> int:
    """Measure for a minute and say which method to use, its code, and what would change the answer."""
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
def compare(
    before: Annotated[
        str, typer.Argument(metavar="RUN", help="The first run: its id, a beginning of it, or its folder.")
    ],
    after: Annotated[str, typer.Argument(metavar="RUN", help="The second one, or `last`.")] = "last",
    results: Results = None,
    json: Json = False,
) -> None:
    """Compare two runs of one study: other machines, runtimes, file systems or days."""
    from iotrial.commands.compare import compare as command

    command(before, after, results=results, json=json)


@app.command()
def gate(
    study: Annotated[str, typer.Argument(metavar="STUDY", help="A study by name or path, or a job.")],
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="METHODS|RUN", help="What it was: a folder of methods, or a run that stored them."
        ),
    ],
    margin: Annotated[
        str, typer.Option("--margin", metavar="SHARE", help="So much slower a method may become.")
    ] = "3%",
    quick: Annotated[bool, typer.Option("--quick", help="The short form of the study.")] = False,
    settings: Settings = None,
    language: Language = None,
    method: MethodGlob = None,
    target: Target = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="TIME", help="At most so long a session; default: 5min, or 2min with --quick."
        ),
    ] = None,
    blocks: Blocks = None,
    seed: Seed = None,
    with_trees: With = None,
    results: Results = None,
    markdown: Markdown = None,
    junit: Junit = None,
    json: Json = False,
) -> None:
    """Hold the methods of a study against what they were: 0 pass, 1 regression, 4 undecided, 5 invalid."""
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
        json=json,
    )


@app.command()
def report(
    runs: Annotated[
        list[str] | None, typer.Argument(metavar="RUN...", help="Runs by id, beginning of it, `last`, or folder.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Where to; its ending names the form. - is stdout."),
    ] = None,
    format: Annotated[
        Literal["html", "md", "svg", "png", "csv"] | None,
        typer.Option("--format", help="Form: html where nothing says otherwise."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    with_trees: With = None,
    results: Results = None,
) -> None:
    """Write runs as one page that opens without a network, or as Markdown, SVG, PNG or CSV."""
    from iotrial.commands.report import report as command

    command(runs or [], output=output, form=format, force=force, trees=with_trees or [], results=results)


@app.command()
def runs(results: Results = None, json: Json = False) -> None:
    """List the runs that are stored."""
    from iotrial.commands.lists import runs as command

    command(results=results, json=json)


@app.command()
def studies(with_trees: With = None, results: Results = None, json: Json = False) -> None:
    """List the studies, with their arms, levels, rounds, blocks and expected seconds."""
    from iotrial.commands.lists import studies as command

    command(trees=with_trees or [], results=results, json=json)


@app.command()
def methods(
    job: Annotated[str | None, typer.Argument(metavar="[JOB]", help="Only the methods of this job.")] = None,
    language: Language = None,
    with_trees: With = None,
    json: Json = False,
) -> None:
    """List the methods of each job, and what keeps them from running here."""
    from iotrial.commands.lists import methods as command

    command(job, languages=language or [], trees=with_trees or [], json=json)


@app.command()
def machine(
    install: Annotated[
        bool, typer.Option("--install", help="Install missing toolchains, or say what to type.")
    ] = False,
    with_trees: With = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Tell what this machine is and which toolchains it has."""
    from iotrial.commands.machine import machine as command

    command(install=install, trees=with_trees or [], target=target, json=json)


@app.command()
def check(
    method: Annotated[
        list[str] | None,
        typer.Argument(metavar="METHOD...", help="JOB/LANGUAGE/METHOD; a part may be left out or be *."),
    ] = None,
    kit: Annotated[
        str | None,
        typer.Option("--kit", metavar="LANGUAGE", help="Play the dialogues that every kit must pass with this kit."),
    ] = None,
    with_trees: With = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Check that methods do their job on odd inputs and keep what they declare, or that a kit keeps the protocol."""
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
        Literal["csv", "json", "hyperfine", "tsv"], typer.Option("--format", help="Form of the output.")
    ] = "json",
    results: Results = None,
) -> None:
    """Print a run in another form."""
    from iotrial.commands.show import export as command

    command(run, format, results=results)


@app.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A query over samples, runs, levels, arms and calls.")],
    results: Results = None,
    json: Json = False,
) -> None:
    """Ask the stored samples anything, in SQL."""
    from iotrial.commands.show import query as command

    command(sql, results=results, json=json)


@target_app.command("list")
def target_list(json: Json = False) -> None:
    """List the targets that have a name: which are there, which can be made, and why not."""
    from iotrial.commands.target import list_targets as command

    command(json=json)


@target_app.command("create")
def target_create(
    name: TargetName,
    size: Annotated[str, typer.Option("--size", metavar="BYTES", help="Of the file system, such as 2GiB.")] = "1GiB",
    owner: Annotated[
        str | None, typer.Option("--owner", metavar="USER", help="Who may write to it; default: who types sudo.")
    ] = None,
) -> None:
    """Make a target and mount it, as root; it stays until it is removed, or the machine is started anew."""
    from iotrial.commands.target import create as command

    command(name, size=size, owner=owner)


@target_app.command("remove")
def target_remove(name: TargetName) -> None:
    """Unmount a target that was created and remove it, as root."""
    from iotrial.commands.target import remove as command

    command(name)


@selftest.command()
def aa(
    trials: Annotated[int, typer.Option("--trials", min=1)] = 20,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time of one trial.")] = 2.0,
    hogs: Annotated[int, typer.Option("--hogs", min=0, help="Neighbours that come and go meanwhile.")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    target: Target = None,
    json: Json = False,
) -> None:
    """Compare identical arms, and count how often they are told apart."""
    from iotrial.commands.selftest import aa as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, target=target, json=json)


@selftest.command()
def inject(
    trials: Annotated[int, typer.Option("--trials", min=1, help="Trials of each size.")] = 10,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time of one trial.")] = 4.0,
    hogs: Annotated[int, typer.Option("--hogs", min=0, help="Neighbours that come and go meanwhile.")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    size: Annotated[
        list[str] | None, typer.Option("--size", metavar="SHARE", help="Planted slowdown, such as 2%; may be repeated.")
    ] = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Plant slowdowns of known size, and count how often they are found."""
    from iotrial.commands.selftest import inject as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, sizes=size or [], target=target, json=json)


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return what to exit with: errors are shown here and nowhere else."""
    from iotrial.commands.edge import guarded

    return guarded(lambda: app(args=arguments, standalone_mode=False, prog_name="iotrial"))


def entry() -> Any:
    """The `iotrial` command."""
    sys.exit(main())


if __name__ == "__main__":
    entry()
