"""Arguments of the commands that list what exists, and if it works here."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import Json, Language, Results, Sandbox, Target, With


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
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME", help="With --install: studies, jobs, languages, stacks of servers, targets or tools."
        ),
    ] = None,
    install: Annotated[
        bool,
        typer.Option("--install", help="Install what NAMEs need. Without a name, list what each would take."),
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="With --install: all that iotrial can use.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="With --install: the short forms of studies.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --install: do not ask.")] = False,
    with_trees: With = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Show this machine's hardware and runtimes, or install what is missing.

    With --install and a language its runtime or compiler comes; with a stack its servers, which are neither started nor
    switched on; with a study or a job all that its methods need. Nothing that is here is upgraded unless a dependency
    forces it.
    """
    trees = with_trees or []
    if not install:
        given = [word for word, is_given in (("--all", everything), ("--quick", quick), ("--yes", yes)) if is_given]
        if names or given:
            from iotrial.errors import UsageError

            words = " ".join([*(names or []), *given])
            raise UsageError(f"{words}: only --install takes this", hint=f"iotrial machine --install {words}")
        from iotrial.commands.machine_report import machine as command

        command(trees=trees, target=target, json=json)
    elif names or everything:
        from iotrial.commands.install import install as command_install

        command_install(names or [], everything=everything, quick=quick, yes=yes, trees=trees, json=json)
    else:
        from iotrial.commands.install import list_installs

        list_installs(quick=quick, trees=trees, json=json)


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
