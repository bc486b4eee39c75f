"""The catalog that a command uses: what cannot be read is left out, with a warning, and the command goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.visible_text import visible_line

#: The most faults that are listed; more are counted.
MOST_WARNINGS = 5

HINT = "mend or remove what is left out; `iotrial methods` lists all of it"


def usable(trees: Sequence[Path] = (), *, lists_all: bool = False) -> Catalog:
    """Load everything that can be used, and warn of what is left out: one line for each method, job or kit.

    lists_all: warn of all that is wrong with each of them; else of the first thing, and of many only the first ones.
    """
    catalog = tree.usable(trees)
    faults = catalog.faults.every
    if lists_all:
        problems = dict.fromkeys(problem for fault in faults for problem in fault.problems)
        warn((f"left out: {problem.line()}" for problem in problems), [problem.hint for problem in problems])
        return catalog
    shown = faults[:MOST_WARNINGS]
    warn((f"left out: {fault.said}" for fault in shown), [*(fault.hint for fault in shown), HINT] if shown else [])
    if len(faults) > len(shown):
        warn([f"{len(faults) - len(shown)} more are left out"])
    return catalog


def warn(lines: Iterable[str], hints: Iterable[str | None] = ()) -> None:
    """Print each line once, and after them the hints that there are."""
    for line in dict.fromkeys(lines):
        print(visible_line(f"warning: {line}"), file=sys.stderr)
    for hint in dict.fromkeys(hints):
        if hint:
            print(visible_line(f"hint: {hint}"), file=sys.stderr)
