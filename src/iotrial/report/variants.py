"""Arms of one method on a terminal: each runtime, or text, directly over the first of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from iotrial.report import figures
from iotrial.report.layout import Column, clean, paragraph, table


def variants(level: Mapping[str, Any], width: int) -> list[Text]:
    """A table of the level's pairs, with what speaks against each; nothing where each method is one arm."""
    rows = level["variants"]
    if not rows:
        return []
    lines = [
        Text(),
        *table(
            [
                Column("the same method", [clean(row["arm"]) for row in rows], "left", folds=True),
                Column("over", [clean(_label(row["over"])) for row in rows], "left"),
                Column("ratio [low, high]", [figures.interval(row) for row in rows], "left"),
                Column("verdict", [row["verdict"] or "not ranked" for row in rows], "left", styles=figures.STYLES),
            ],
            width,
        ),
    ]
    for row in rows:
        said = [row["reason"]] if row["reason"] else [caution["text"] for caution in row["cautions"]]
        for text in said:
            lines += paragraph(f"{clean(row['arm'])}: {clean(text)}", width, 2, 2, "dim")
    return lines


def _label(arm: str) -> str:
    return arm.partition("@")[2]
