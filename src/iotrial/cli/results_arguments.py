"""Arguments of the commands that show stored runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from iotrial.cli.options import Json, Markdown, Results, RunName, With


def explain(
    run: RunName = "last",
    arm: Annotated[str | None, typer.Argument(metavar="ARM", help="Show this arm only: LANGUAGE/METHOD.")] = None,
    profile: Annotated[
        bool,
        typer.Option("--profile", help="Name the functions that take the most time, with perf. RUN keeps them."),
    ] = False,
    with_trees: With = None,
    results: Results = None,
    json: Json = False,
) -> None:
    """Show each arm's system calls, and which of them explain its ratio.

    --profile works each arm for a third of a second more, on the machine that RUN was made on.
    """
    from iotrial.commands.explain import explain as command

    command(run, arm, profile=profile, trees=with_trees or [], results=results, json=json)


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


def across(
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RUN|FOLDER|NAME=FOLDER",
            help="A run, a folder of runs, such a folder of a machine with its name, or a folder of `fleet run`. "
            "The default is all runs.",
        ),
    ] = None,
    study: Annotated[str | None, typer.Option("--study", metavar="NAME", help="Take the runs of this study.")] = None,
    claims: Annotated[
        bool, typer.Option("--claims", help="Judge the study's claims on each machine. This reads all samples.")
    ] = False,
    with_trees: With = None,
    markdown: Markdown = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Also write an HTML page with pictures to FILE.")
    ] = None,
    results: Results = None,
    json: Json = False,
) -> None:
    """Show on which machines an answer holds.

    Each machine is judged by itself, by all of its runs of the study.
    """
    from iotrial.commands.across import across as command

    command(
        places or [],
        study=study,
        claims=claims,
        trees=with_trees or [],
        markdown=markdown,
        page=page,
        results=results,
        json=json,
    )


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


def runs(results: Results = None, json: Json = False) -> None:
    """List the stored runs."""
    from iotrial.commands.lists import runs as command

    command(results=results, json=json)
