"""The kinds of claims, a file each: its keys, its needs, its evaluation and its words.

The folder is the list: a kind has the name of its file. docs/claims.md shows how to add one.
"""

from __future__ import annotations

import importlib
import pkgutil

from iotrial.claims.claim import Claim


def names() -> list[str]:
    """The names of all kinds, in their order."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def kind_of(name: str) -> type[Claim]:
    """Return the kind of that name: the one class of claims that its file defines.

    ImportError if there is no such file, TypeError if it defines none or several.
    """
    module = importlib.import_module(f"{__name__}.{name}")
    found = [
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Claim) and one.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise TypeError(f"claims/kinds/{name}.py defines {len(found)} kinds of claim, and must define one")
    return found[0]
