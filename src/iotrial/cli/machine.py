"""`iotrial machine`: this machine, or the installation of what is missing on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from iotrial.cli.options import Json, Target, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError


@options
class MachineOptions:
    """The options of `machine`."""

    names: Annotated[
        Sequence[str],
        typer.Argument(
            metavar="NAME", help="With --install: studies, jobs, languages, stacks of servers, targets or tools."
        ),
    ] = ()
    install: Annotated[
        bool,
        typer.Option("--install", help="Install what NAMEs need. Without a name, list what each would take."),
    ] = False
    everything: Annotated[bool, typer.Option("--all", help="With --install: all that iotrial can use.")] = False
    quick: Annotated[bool, typer.Option("--quick", help="With --install: the short forms of studies.")] = False
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With --install: do not ask.")] = False
    trees: With = ()
    target: Target = None
    json: Json = False


def machine(options: MachineOptions) -> None:
    """Show this machine's hardware and runtimes, or install what is missing.

    With --install and a language its runtime or compiler comes; with a stack its servers, which are neither started nor
    switched on; with a study or a job all that its methods need. Nothing that is here is upgraded unless a dependency
    forces it.
    """
    if options.install:
        from iotrial.cli.install import install, list_installs

        quick, trees, json = options.quick, options.trees, options.json
        if options.names or options.everything:
            everything, yes = options.everything, options.yes
            install(options.names, everything=everything, quick=quick, yes=yes, trees=trees, json=json)
        else:
            list_installs(quick=quick, trees=trees, json=json)
        return
    flags = {"--all": options.everything, "--quick": options.quick, "--yes": options.yes}
    given = [*options.names, *(word for word, is_given in flags.items() if is_given)]
    if given:
        words = " ".join(given)
        raise UsageError(f"{words}: only --install takes this", hint=f"iotrial machine --install {words}")
    from iotrial.cli.machine_report import report_machine

    report_machine(trees=options.trees, target=options.target, json=options.json)
