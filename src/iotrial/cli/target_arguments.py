"""Arguments of `target`."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.help import help_if_nothing_is_asked
from iotrial.cli.options import Json, TargetName

app = typer.Typer(
    help="Create and remove the file systems that studies can run on.",
    callback=help_if_nothing_is_asked,
    invoke_without_command=True,
    rich_markup_mode=None,
)


@app.command("list")
def target_list(json: Json = False) -> None:
    """List the named targets, and which can be created here."""
    from iotrial.commands.targets import list_targets as command

    command(json=json)


@app.command("create")
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
    from iotrial.commands.targets import create as command

    command(name, size=size, owner=owner)


@app.command("remove")
def target_remove(name: TargetName) -> None:
    """Unmount a target and remove it, as root."""
    from iotrial.commands.targets import remove as command

    command(name)
