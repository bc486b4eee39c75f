"""Arguments of the commands that tell what there is, and if it works here."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.options import Json, Language, Results, Sandbox, Target, With


def studies(with_trees: With = None, results: Results = None, json: Json = False) -> None:
    """List the studies, and how long each takes."""
    from iotrial.commands.lists import studies as command

    command(trees=with_trees or [], results=results, json=json)


def methods(
    job: Annotated[str | None, typer.Argument(metavar="JOB", help="List the methods of this job only.")] = None,
    language: Language = None,
    with_trees: With = None,
    json: Json = False,
) -> None:
    """List the methods of each job, and which can run here."""
    from iotrial.commands.lists import methods as command

    command(job, languages=language or [], trees=with_trees or [], json=json)


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


def check(
    method: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="METHOD",
            help="JOB/LANGUAGE/METHOD, or a part of it: a job, JOB/LANGUAGE or a method. * stands for any, but for "
            "methods that need a package: name these.",
        ),
    ] = None,
    kit: Annotated[
        str | None,
        typer.Option("--kit", metavar="LANGUAGE", help="Play the dialogues that every kit must pass with this kit."),
    ] = None,
    with_trees: With = None,
    target: Target = None,
    sandbox: Sandbox = False,
    json: Json = False,
) -> None:
    """Check that methods, or a kit, do their job. Nothing is timed.

    Methods must do their job on odd inputs too, and keep the guarantees that they declare.
    """
    if kit is not None:
        from iotrial.commands.check_kit import check_kit

        check_kit(kit, method or [], trees=with_trees or [], sandbox=sandbox, json=json)
        return
    from iotrial.commands.check import check as command

    command(method or [], trees=with_trees or [], target=target, sandbox=sandbox, json=json)


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
