"""Levels that were observed and not timed: the outcome of each arm."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.judged_level import JudgedLevel
from iotrial.report.layout import Column, clean
from iotrial.report.parts import Table
from iotrial.report.times import listed
from iotrial.store.record import Observation

#: Outcomes of arms, in the words that follow their number; worst first.
TOLD = {
    "died": "die",
    "wrong": "give a wrong result and report no error",
    "short": "give back what was left and report no error",
    "error": "report an error",
    "whole": "had all of it before",
}


def outcomes(level: JudgedLevel) -> Table | None:
    """Return a table of each arm's outcome, those alike together; None if no arm was observed."""
    kinds = list(TOLD)
    arms = sorted(_looked_at(level), key=lambda one: (kinds.index(one[1].code), one[0]))
    columns = [
        Column("method", [clean(name) for name, _ in arms], "left", folds=True),
        Column("what came of it", [told(outcome) for _, outcome in arms], "left", styles={"failed": "red"}),
    ]
    return Table(columns) if arms else None


def told(outcome: Observation) -> str:
    """Return `failed (SIGBUS)`, or what the arm gave back."""
    text = clean(outcome.text)
    return f"failed ({text})" if outcome.code == "died" else text


def observation(level: JudgedLevel) -> str:
    """Sum up the level in a sentence: how many arms die, give back less, or say that something is wrong."""
    arms = _looked_at(level)
    if not arms:
        return "No method could be started, so there is nothing to show."
    parts: list[str] = []
    for code, words in TOLD.items():
        if alike := [outcome for _, outcome in arms if outcome.code == code]:
            count = f"{len(alike)} of {len(arms)}" if not parts else f"{len(alike)}"
            named = f" ({listed(list(dict.fromkeys(clean(one.text) for one in alike)))})" if code == "died" else ""
            parts.append(f"{count} {words}{named}")
    return f"Looked at, not timed: {', '.join(parts)}."


def _looked_at(level: JudgedLevel) -> Sequence[tuple[str, Observation]]:
    return [(arm.arm, arm.record.outcome) for arm in level.arms if arm.record.outcome]
