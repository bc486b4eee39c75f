"""Arms of one method: each runtime, or text, directly over the first of them."""

from __future__ import annotations

from iotrial.ask.catalog import named_parts
from iotrial.judge.judged_level import JudgedLevel
from iotrial.report import figures
from iotrial.report.layout import Column, clean
from iotrial.report.parts import Said, Table


def variants(level: JudgedLevel) -> Table | None:
    """Return a level's pairs, with what speaks against each; None if each method is one arm."""
    rows = level.variants
    if not rows:
        return None
    below: list[Said] = []
    for row in rows:
        texts = [row.reason] if row.reason else [caution.text for caution in row.cautions]
        below += [Said(f"{clean(row.arm)}: {clean(text)}", "dim") for text in texts]
    return Table(
        [
            Column("the same method", [clean(row.arm) for row in rows], "left", folds=True),
            Column("over", [clean(named_parts(row.over)[2]) for row in rows], "left"),
            Column("ratio [low, high]", [figures.interval(row) for row in rows], "left"),
            Column("verdict", [row.verdict or "not ranked" for row in rows], "left", styles=figures.STYLES),
        ],
        below=tuple(below),
    )
