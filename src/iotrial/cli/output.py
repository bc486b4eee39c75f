"""The consoles for output: data to stdout, everything else to stderr; plain text unless it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook, RenderResult
from rich.segment import Segment

from iotrial.json_text import json_text
from iotrial.visible_text import beneath, visible_text

#: Width of tables that go into a file or a pipe.
PIPED_WIDTH = 100


class _Console(Console):
    """A console that does not end the process by itself if its reader goes, as Rich's does, with the code 1."""

    def on_broken_pipe(self) -> None:
        """Raise the error on, within its handler."""
        raise


def stdout() -> Console:
    """The console for data."""
    width = None if sys.stdout.isatty() else PIPED_WIDTH
    return _safe(_Console(file=beneath(sys.stdout), width=width, highlight=False, soft_wrap=False))


def stderr() -> Console:
    """The console for everything else."""
    return _safe(_Console(file=beneath(sys.stderr), highlight=False))


def tell(text: str) -> None:
    """Print a line for a person, as it is."""
    stderr().print(text, markup=False)


class _Visible:
    """Something to be printed, with every hidden character of its text written out; its styles stay."""

    def __init__(self, renderable: RenderableType) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._renderable, options):
            text, style, control = segment
            yield segment if control else Segment(visible_text(text), style)


class _Hook(RenderHook):
    """A hook that Rich calls with all that it is about to print."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Return what is printed instead."""
        return [_Visible(renderable) for renderable in renderables]


def _safe(console: Console) -> Console:
    """Return a console that prints nothing of a text that could steer a terminal."""
    console.push_render_hook(_Hook())
    return console


def print_json(document: object) -> None:
    """Print a model, or a structure of models, as one JSON document."""
    print(json_text(document))


def print_document(document: object, show: Callable[..., None], *, json: bool, **more: object) -> None:
    """Print a document as JSON, or on the console for data as `show` shows it."""
    if json:
        print_json(document)
    else:
        show(document, stdout(), **more)


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
