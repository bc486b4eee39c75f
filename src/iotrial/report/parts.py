"""Tables and sentences that make up every form of a report, so that terminal, page and Markdown say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text

from iotrial.report.layout import Column, paragraph, table

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Said:
    """A sentence or two; `style` is "", "dim" for one that explains a table, or "bold" for an answer to a question."""

    text: str
    style: str = ""


@dataclass(frozen=True)
class Table:
    """Columns of equal length under a title (empty if it needs none), and the sentences below."""

    columns: list[Column]
    title: str = ""
    below: tuple[Said, ...] = ()

    @property
    def shown(self) -> list[Column]:
        """The columns that have any figure."""
        return [column for column in self.columns if any(column.cells) or column.folds]


def gathered(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key, in the order in which they come."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def table_lines(shown: Table | None, width: int) -> list[Text]:
    """Return the table for a terminal, after an empty line; nothing if there is none."""
    if shown is None:
        return []
    title = paragraph(shown.title, width, 0, 2, "bold") if shown.title else []
    return [Text(), *title, *table(shown.columns, width), *said_lines(shown.below, width)]


def said_lines(sentences: Sequence[Said], width: int) -> list[Text]:
    """Return sentences for a terminal."""
    lines: list[Text] = []
    for said in sentences:
        lines += paragraph(said.text, width, 2, 0 if said.style == "bold" else 2, said.style)
    return lines
