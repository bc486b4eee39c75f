"""A method as it can be typed: its name, and its tree unless that is ours."""

from __future__ import annotations

import shlex
from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.ask.own_tree import root


def typed(method: Method) -> str:
    """Return `JOB/LANGUAGE/METHOD --with TREE`: the arguments by which a command finds the method again."""
    name = shlex.quote(f"{method.job}/{method.arm}")
    folder = method.job_folder.absolute().parent
    tree = folder.parent if folder.name == "methods" else folder
    return name if tree == root() else f"{name} --with {shlex.quote(path_typed(tree))}"


def path_typed(path: Path) -> str:
    """Return a path as short as it can be typed here: relative to the current folder if it is below that."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
