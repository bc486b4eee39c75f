"""Text that fits a terminal: columns that are dropped in a stated order, names that fold, numbers that never do.

Rich's own tables fit a narrow terminal by wrapping or cutting cells, and so would cut a number in two.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from iotrial.visible_text import visible_line

#: Spaces between two columns.
GAP = 2

#: Sign -> its stand-in on a terminal that knows only ASCII.
_ASCII = {"µ": "u", "×": "x", "…": "..", "–": "-", "≥": ">=", "≤": "<=", "█": "#", "“": '"', "”": '"', "→": "->"}

#: A name is folded to no less than this. If its column is narrower, it has lines of its own above its figures.
_LEAST_FOLD = 12
_LEAST_NAME = 3

#: Text in the last column goes on below itself if the column is at least this wide.
_LEAST_TEXT = 24

#: In a narrower one it stands below its row, so much deeper.
_BELOW = 4


@dataclass
class Column:
    """A column of a table. One that folds is never dropped; of the others the highest `drop` goes first."""

    title: str
    cells: list[str]
    align: Literal["left", "right"] = "right"
    drop: int = 0  # 0: stays
    folds: bool = False
    styles: Mapping[str, str] = field(default_factory=dict)  # a cell, or its first word -> Rich style

    @property
    def width(self) -> int:
        """The number of cells of the widest entry, which may be the title."""
        return max(cell_len(text) for text in [self.title, *self.cells])

    def styled_as(self, text: str) -> str:
        """Return what gives a cell its style: all of its text, or the first word; "" if neither has one."""
        return next((word for word in (text, re.split("[ ,]", text)[0]) if word in self.styles), "")


def table(columns: Sequence[Column], width: int, indent: int = 2) -> list[Text]:
    """Return the lines of a table, no wider than `width` if its numbers allow that; empty columns are left out."""
    shown = [column for column in columns if any(column.cells) or column.folds]
    while not fits(shown, width, indent):
        droppable = [column for column in shown if column.drop]
        if not droppable:
            break
        shown.remove(max(droppable, key=lambda column: column.drop))
    rest = sum(column.width + GAP for column in shown if not column.folds) + indent
    widths = [min(column.width, max(_LEAST_NAME, width - rest)) if column.folds else column.width for column in shown]
    rows = [[column.title for column in shown], *zip(*(column.cells for column in shown), strict=True)]
    lines: list[Text] = []
    for number, row in enumerate(rows):
        line = Text(" " * indent)
        below: list[Text] = []
        for column, text, size in zip(shown, row, widths, strict=True):
            if cell_len(text) > size and len(shown) > 1 and column is shown[-1] and column.align == "left":
                text, below = _text_last(text, cell_len(line.plain), size, width, indent)
            elif cell_len(text) > size:  # a name too long for its column has lines of its own, above its figures
                lines += [Text(" " * indent + piece) for piece in fold(text, max(_LEAST_FOLD, width - indent))]
                text = ""
            blank = " " * (size - cell_len(text))
            style = "bold" if number == 0 else column.styles.get(column.styled_as(text), "")
            line.append(blank if column.align == "right" else "")
            line.append(text, style=style)
            line.append((blank if column.align == "left" else "") + " " * GAP)
        line.rstrip()
        lines += [line, *below]
    return lines


def _text_last(text: str, at: int, size: int, width: int, indent: int) -> tuple[str, list[Text]]:
    """Part a text into what stands in the last column and the lines below; with little room there, all stands below."""
    if size >= _LEAST_TEXT:
        text, *pieces = textwrap.wrap(text, size)
        return text, [Text(" " * at + piece) for piece in pieces]
    deeper = indent + _BELOW
    return "", [Text(" " * deeper + piece) for piece in textwrap.wrap(text, max(_LEAST_FOLD, width - deeper))]


def fits(columns: Sequence[Column], width: int, indent: int = 2) -> bool:
    """True if these columns stand beside each other without one that is folded or dropped."""
    return sum(column.width + GAP for column in columns) - GAP + indent <= width


def fold(name: str, width: int) -> list[str]:
    """Fold a name into pieces of at most `width` cells, broken after `/`, `_`, `=`, `@` or a space if there is one."""
    pieces: list[str] = []
    while cell_len(name) > width:
        end = width
        while end > 1 and cell_len(name[:end]) > width:
            end -= 1
        breaks = [place + 1 for place in range(1, end) if name[place] in "/_=@ "]
        end = breaks[-1] if breaks else end
        pieces.append(name[:end].rstrip(" "))
        name = " " + name[end:].lstrip(" ")
    return [*pieces, name]


def paragraph(text: str, width: int, indent: int = 2, hang: int = 0, style: str = "") -> list[Text]:
    """Wrap text at spaces; a no-break space keeps a figure and its unit, or an interval, in one piece."""
    wrapped = textwrap.wrap(
        text,
        max(width, indent + hang + 20),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [Text(line.replace("\N{NO-BREAK SPACE}", " "), style=style) for line in wrapped]


def paragraphs(texts: Iterable[str], width: int, indent: int = 2, hang: int = 2, style: str = "") -> list[Text]:
    """Wrap several texts, each a paragraph whose further lines stand farther in; an empty one has no line."""
    return [line for text in texts for line in paragraph(text, width, indent, hang, style)]


def evenly(count: int, room: int) -> list[int]:
    """Return evenly spread places out of `count`, the first and the last among them; all of them if there is room."""
    if count <= room:
        return list(range(count))
    return sorted({round((count - 1) * step / (room - 1)) for step in range(room)})


def joined(text: str) -> str:
    """Return text that no line break may part."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def clean(text: object) -> str:
    """Return text of a run in one line, with everything that could steer a terminal written out."""
    return visible_line(str(text))


def emit(console: Console, lines: Iterable[Text]) -> None:
    """Print lines as they are, in what the console's encoding can show."""
    for line in lines:
        console.print(encodable(line, console.encoding), soft_wrap=True, highlight=False, emoji=False)


def encodable(line: Text, encoding: str) -> Text:
    """Return a line with only the characters that an encoding can show."""
    if encoding.lower().replace("-", "").startswith("utf"):
        return line
    safe = Text(style=line.style)
    for segment, style in _pieces(line):
        for letter, stand_in in _ASCII.items():
            segment = segment.replace(letter, stand_in)
        safe.append(segment.encode("ascii", "replace").decode("ascii"), style=style)
    return safe


def _pieces(line: Text) -> list[tuple[str, str]]:
    """Return the line as plain pieces with one style each; spans of our lines do not overlap."""
    pieces: list[tuple[str, str]] = []
    place = 0
    for span in sorted(line.spans, key=lambda span: span.start):
        pieces.append((line.plain[place : span.start], ""))
        pieces.append((line.plain[span.start : span.end], str(span.style)))
        place = span.end
    return [*pieces, (line.plain[place:], "")]
