"""Templates of pages: the style that all have, and how a table's cells become those of HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from iotrial import __version__
from iotrial.report.columns import COLUMNS
from iotrial.report.layout import Column
from iotrial.report.parts import Table

if TYPE_CHECKING:
    import jinja2
    import markupsafe

#: The mark near the beginning of a page that iotrial wrote; such a file may be overwritten.
MARK = '<meta name="generator" content="iotrial '


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, where it stands, and the verdict whose colour it has ("" for none)."""

    text: str
    align: str
    verdict: str


def rendered(name: str, **values: object) -> str:
    """Return a page by its template, with the style that all have. Every text is escaped unless it is Markup."""
    import markupsafe

    return (
        environment()
        .get_template(f"page/{name}")
        .render(
            version=__version__,
            style=markupsafe.Markup(source("page.css")),
            rows=cells,
            hint=hint,
            breaks=breaks,
            **values,
        )
    )


def source(name: str) -> str:
    """Return the text of a file beside the templates."""
    return source_of(f"page/{name}")


def source_of(path: str, *packages: str) -> str:
    """Return the text of a file among the templates of some packages and of these."""
    made = environment(*packages)
    assert made.loader is not None
    return made.loader.get_source(made, path)[0]


@cache  # of the process: the same for every run
def environment(*packages: str) -> jinja2.Environment:
    """Return what makes pages of the templates of some packages, and of these; all that is not Markup is escaped."""
    import jinja2

    loader = jinja2.ChoiceLoader([jinja2.PackageLoader(package) for package in (*packages, "iotrial.report")])
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
    environment.policies["json.dumps_kwargs"] = {"allow_nan": False, "separators": (",", ":")}
    return environment


def cells(table: Table) -> Iterator[list[Cell]]:
    """The rows of a table."""
    for row in zip(*(column.cells for column in table.shown), strict=True):
        yield [_cell(column, text) for column, text in zip(table.shown, row, strict=True)]


#: Where a long name may go on in the next line: an entity such as `&lt;` stays whole.
_PARTS = re.compile(r"(?<=[/_])|(?<=::)|(?<=[a-z]\.)(?=[A-Za-z])|(?<=[a-z])(?=[A-Z])")


def breaks(name: str) -> markupsafe.Markup:
    """Return a name that a line may part after each `/`, `_`, `.` and `::`, and before a capital."""
    import markupsafe

    return markupsafe.Markup(_PARTS.sub("<wbr>", str(markupsafe.escape(name))))


def _cell(column: Column, text: str) -> Cell:
    return Cell(text, column.align, column.styled_as(text))


def hint(kind: str, title: str) -> str:
    """The description of a column; "" for one without."""
    columns = COLUMNS.get(kind, {})
    if title in columns:
        return columns[title]
    for known, text in columns.items():
        pattern = re.escape(known).replace("UNIT", ".+").replace("NEW", ".+").replace("OLD", ".+")
        if re.fullmatch(pattern, title):
            return text
    return ""
