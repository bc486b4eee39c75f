"""The studies that carry claims: those that are named, or all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from iotrial.ask.catalog import Catalog
from iotrial.ask.find_study import find, studies
from iotrial.claims.claims_file import ClaimedStudy, load
from iotrial.cli.usable import warn
from iotrial.errors import Problem, UsageError


def with_claims(names: Sequence[str], trees: Sequence[Path], catalog: Catalog, *, quick: bool) -> list[ClaimedStudy]:
    """The studies of these names, or all that have claims if none is named; UsageError if a named one has none."""
    problems: list[Problem] = []
    found: list[ClaimedStudy] = []
    for name in dict.fromkeys(names or studies(trees)):
        try:
            one = load(find(name, trees), catalog, quick=quick)
        except UsageError as error:
            if names or not catalog.faults.every:
                problems += error.problems
            else:
                warn(f"left out: {problem.line()}" for problem in error.problems)
            continue
        if one.claims:
            found.append(one)
        elif names:
            problems.append(
                Problem(f"the study {one.study.name} has no claims", hint="docs/claims.md says how to write them")
            )
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return found
