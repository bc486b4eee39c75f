"""Levels that were looked at and not timed: what came of each arm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from iotrial.report.layout import Column, clean
from iotrial.report.parts import Table

Row = Mapping[str, Any]

#: What came of arms, in the words that go on after their number; worst first.
TOLD = {
    "died": "die",
    "wrong": "give a wrong result and report no error",
    "short": "give back what was left and report no error",
    "error": "report an error",
    "whole": "had all of it before",
}


def outcomes(level: Row) -> Table | None:
    """A table of what came of each arm; those alike stand together. None where none was looked at."""
    kinds = list(TOLD)
    arms = sorted(_looked_at(level), key=lambda arm: (kinds.index(arm["outcome"]["code"]), arm["arm"]))
    columns = [
        Column("arm", [clean(arm["arm"]) for arm in arms], "left", folds=True),
        Column("what came of it", [told(arm) for arm in arms], "left", styles={"failed": "red"}),
    ]
    return Table(columns) if arms else None


def told(arm: Row) -> str:
    """`failed (SIGBUS)`, or what the arm gave back."""
    text = clean(arm["outcome"]["text"])
    return f"failed ({text})" if arm["outcome"]["code"] == "died" else text


def observation(level: Row) -> str:
    """The level in a sentence: how many arms die, give back less, or say that something is wrong."""
    arms = _looked_at(level)
    if not arms:
        return "Looked at, and nothing came of it: no arm could be started."
    parts: list[str] = []
    for code, words in TOLD.items():
        if alike := [arm for arm in arms if arm["outcome"]["code"] == code]:
            count = f"{len(alike)} of {len(arms)}" if not parts else f"{len(alike)}"
            named = f" ({clean(alike[0]['outcome']['text'])})" if code == "died" else ""
            parts.append(f"{count} {words}{named}")
    return f"Looked at, not timed: {', '.join(parts)}."


def _looked_at(level: Row) -> Sequence[Row]:
    return [arm for arm in level["arms"] if arm["outcome"]]
