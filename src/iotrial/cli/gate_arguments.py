"""Arguments of `gate`."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import (
    Blocks,
    Json,
    Junit,
    Language,
    Markdown,
    MethodGlob,
    Results,
    Sandbox,
    Seed,
    Settings,
    Target,
    With,
)


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
    sandbox: Sandbox = False,
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
        sandbox=sandbox,
        files=Files(markdown, junit),
        details=details,
        json=json,
    )
