"""Arguments of `advise`."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import Json, Language, Margin, MethodGlob, Results, Sandbox, Seed, Target, With


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
        typer.Option(
            "--budget",
            metavar="TIME",
            help="Answer after TIME at the latest. The default is 60s, or up to 3min if an answer takes that here.",
        ),
    ] = None,
    margin: Margin = None,
    seed: Seed = None,
    with_trees: With = None,
    results: Results = None,
    sandbox: Sandbox = False,
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
        sandbox=sandbox,
        json=json,
    )
