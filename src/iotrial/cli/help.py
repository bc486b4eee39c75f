"""The help that a command prints if it is called without arguments."""

from __future__ import annotations

import sys

import typer


def help_if_nothing_is_asked(context: typer.Context) -> None:
    """Print the help and end with 2 if no command was named."""
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(2)
