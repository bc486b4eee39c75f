"""Arguments of `run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from iotrial.cli.options import (
    Blocks,
    Json,
    Language,
    Margin,
    MethodGlob,
    Results,
    Sandbox,
    Seed,
    Settings,
    Target,
    With,
    folder,
)


def run(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY", help="Names or paths of studies, or names of jobs.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")] = False,
    settings: Settings = None,
    language: Language = None,
    method: MethodGlob = None,
    baseline: Annotated[
        str | None,
        typer.Option(
            "--baseline",
            metavar="METHOD",
            help="Compare all others with this one of the methods. The default is the study's, or a job's usual way.",
        ),
    ] = None,
    runtime: Annotated[
        list[str] | None,
        typer.Option(
            "--runtime",
            metavar="LANGUAGE=PATH,…",
            help="Use these runtimes or compilers. Each method is measured with every one of them.",
        ),
    ] = None,
    target: Target = None,
    on: Annotated[
        Path | None,
        typer.Option(
            "--on",
            metavar="FILE",
            parser=folder,
            help="Deal writers at levels with several hosts to those in this file, which share the folder of --target.",
        ),
    ] = None,
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
    sandbox: Sandbox = False,
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
        baseline=baseline,
        runtimes=runtime or [],
        target=target,
        on=on,
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
        sandbox=sandbox,
        details=details,
        json=json,
    )
