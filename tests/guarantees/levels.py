"""A method of a test beside all of ours, and the odd levels at which a check looks for what is wrong with it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog, Method, Value
from iotrial.measure import check_methods as checking

#: Our own tree, which takes longer to read than most methods to check.
ours = cache(tree.load)


def only_at(monkeypatch: pytest.MonkeyPatch, **factors: Value) -> None:
    """Have a check be at those odd levels alone that have some values: what is wrong at all is found at each anew."""
    every = checking.odd_levels
    monkeypatch.setattr(
        checking,
        "odd_levels",
        lambda job, **given: [level for level in every(job, **given) if factors.items() <= level.items()],
    )


def made(folder: Path, monkeypatch: pytest.MonkeyPatch, job: str, text: str) -> tuple[Catalog, Method]:
    """Return our catalog and a method in Python of a test's own tree; the test has a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    path = folder / "tree" / job / "python" / "made.py"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    catalog = ours()
    return catalog, tree.methods_in(folder / "tree" / job, catalog.jobs[job], catalog.kits)["python/made"]
