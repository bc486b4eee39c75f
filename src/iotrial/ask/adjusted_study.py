"""A study's rules as the command line sets them: --rounds, --blocks, --precision, --margin, --budget, --seed."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from iotrial.ask import ranges
from iotrial.ask.planned_risk import planned_risk
from iotrial.ask.study import Study
from iotrial.errors import Problem, UsageError

#: Option -> the field of Study that it sets, and how it is read.
OPTIONS: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "rounds": ("rounds", ranges.rounds),
    "blocks": ("blocks", ranges.blocks),
    "precision": ("precision", ranges.precision),
    "margin": ("margin", ranges.margin),
    "budget": ("budget_seconds", ranges.budget_seconds),
    "sample": ("sample_ns", ranges.sample_ns),
    "seed": ("seed", ranges.seed),
    "memory": ("memory", ranges.memory),
}


def fresh_seed() -> int:
    """Draw a seed anew, so that two runs have two plans."""
    return secrets.randbelow(1 << 31)


def _hint(name: str, given: str | float) -> str | None:
    """Hint at a budget's unit, if it was given without one."""
    return f"--budget {given}s" if name == "budget" and str(given).isdecimal() else None


def read_options(**options: str | float | None) -> tuple[dict[str, Any], list[Problem]]:
    """Return the fields of a study that options set (names as in OPTIONS; None: not given), and all that is wrong."""
    problems: list[Problem] = []
    fields: dict[str, Any] = {}
    for name, given in options.items():
        field, read = OPTIONS[name]
        if given is not None:
            try:
                fields[field] = read(given)
            except ValueError as error:
                problems.append(Problem(str(error), where=f"--{name}", hint=_hint(name, given)))
    return fields, problems


def adjust(study: Study, **options: str | float | None) -> Study:
    """Return the study with the command line's options (names as in OPTIONS; None: not given).

    UsageError with everything that is wrong, and if the rounds are too few for the arms (rule 7).
    """
    fields, problems = read_options(**options)
    if "rounds" in fields:
        try:
            arms = [len(level.arms) for level in study.levels]
            ranges.require_rounds(fields["rounds"], arms, planned_risk(study, [count + 1 for count in arms]))
        except ValueError as error:
            problems.append(Problem(str(error), where="--rounds"))
    if problems:
        raise UsageError(problems)
    if "budget_seconds" in fields:
        fields["fills_budget"] = fields["insists_on_budget"] = True
    return dataclasses.replace(study, **fields)
