"""The project's own tree of kits, methods and studies."""

from __future__ import annotations

from pathlib import Path

import iotrial
from iotrial.errors import UsageError


def root() -> Path:
    """Return the project's own tree: the one in the installed package, else the checkout that the package lies in."""
    package = Path(iotrial.__file__).resolve().parent
    for folder in (package / "tree", package.parents[1]):
        if (folder / "kits").is_dir() and (folder / "methods").is_dir():
            return folder
    raise UsageError("iotrial finds no kits and methods of its own", hint="install it again: something is missing")
