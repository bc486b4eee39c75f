"""Arguments of `claims`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from iotrial.cli.options import Json, Results, Target, With


def claims(
    studies: Annotated[
        list[str] | None, typer.Argument(metavar="STUDY", help="Studies with claims. All of them if none is named.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Measure again, as a second session.")] = False,
    measure: Annotated[
        bool, typer.Option("--measure", help="Measure studies of which no run is stored, without a question.")
    ] = False,
    require: Annotated[
        Literal["confirmed"] | None, typer.Option("--require", help="Exit with 1 if a claim has any other verdict.")
    ] = None,
    target: Target = None,
    with_trees: With = None,
    results: Results = None,
    details: Annotated[bool, typer.Option("--details", help="Show the reasons of each verdict.")] = False,
    json: Json = False,
) -> None:
    """Judge the claims of published articles.

    Stored runs are used. A study without one is measured if you say so, by --measure or when you are asked.
    """
    from iotrial.commands.claims import claims as command

    command(
        studies or [],
        quick=quick,
        require=require,
        again=again,
        measure=measure,
        target=target,
        trees=with_trees or [],
        results=results,
        details=details,
        json=json,
    )
