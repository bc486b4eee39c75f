"""The consoles for output: data to stdout, everything else to stderr; plain text unless it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from rich.console import Console

from iotrial.json_text import json_text

#: Width of tables that go into a file or a pipe.
PIPED_WIDTH = 100


def stdout() -> Console:
    """The console for data."""
    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False, soft_wrap=False)


def stderr() -> Console:
    """The console for everything else."""
    return Console(stderr=True, highlight=False)


def print_json(document: object) -> None:
    """Print a model, or a structure of models, as one JSON document."""
    print(json_text(document))


def print_rows(rows: Sequence[Mapping[str, object]], columns: Mapping[str, str], folds: str) -> None:
    """Print rows as a plain table. columns: key -> heading, left out if without values. folds: the column to fold."""
    from iotrial.report.layout import Column, clean, emit, table

    console = stdout()
    cells = []
    for key, title in columns.items():
        values = [row.get(key) for row in rows]
        if key == folds or any(value not in (None, "") for value in values):
            numeric = all(value is None or isinstance(value, int | float) for value in values)
            texts = ["" if value is None else clean(value) for value in values]
            cells.append(Column(title, texts, align="right" if numeric else "left", folds=key == folds))
    if rows:
        emit(console, table(cells, console.width, indent=0))
