"""`iotrial target`: file systems that studies can name, made and taken away."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import Json
from iotrial.cli.options_dataclass import options

TargetName = Annotated[str, typer.Argument(metavar="NAME", help="A name that `iotrial target list` has.")]


@options
class TargetListOptions:
    """The options of `target list`."""

    json: Json = False


@options
class TargetCreateOptions:
    """The options of `target create`."""

    name: TargetName
    size: Annotated[str, typer.Option("--size", metavar="BYTES", help="The size of the file system, such as 2GiB.")] = (
        "1GiB"
    )
    owner: Annotated[
        str | None,
        typer.Option("--owner", metavar="USER", help="The user who may write to it. The default is who runs sudo."),
    ] = None


@options
class TargetRemoveOptions:
    """The options of `target remove`."""

    name: TargetName


def target_list(options: TargetListOptions) -> None:
    """List the named targets, and which can be created here."""
    from iotrial.cli.targets import list_targets

    list_targets(json=options.json)


def target_create(options: TargetCreateOptions) -> None:
    """Create a target and mount it, as root.

    It stays until it is removed or the machine restarts.
    """
    from iotrial.cli.targets import create_target

    create_target(options.name, size=options.size, owner=options.owner)


def target_remove(options: TargetRemoveOptions) -> None:
    """Unmount a target and remove it, as root."""
    from iotrial.cli.targets import remove_target

    remove_target(options.name)
