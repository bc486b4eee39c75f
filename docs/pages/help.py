"""The help of a command, as docs/cli.md and the tables of options have it."""

from __future__ import annotations

import contextlib
import io
import os

from iotrial.cli import main as command_line


def help_of(*command: str) -> str:
    """A command's help, 90 columns wide."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "90"
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = command_line([*command, "--help"])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    assert code == 0, command
    return printed.getvalue()
