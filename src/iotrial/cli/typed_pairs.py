"""NAME=VALUE on the command line, as `--set` and `--guarantee` take it."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.errors import Problem


def pairs(given: Sequence[str], where: str, problems: list[Problem], *, form: str = "NAME=VALUE") -> dict[str, str]:
    """Return name -> value, each name once; mistakes are added to the problems. `form` shows how to write a pair."""
    found: dict[str, str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            problems.append(Problem(f"{pair!r} is not {form}", where=where))
        elif name in found:
            hint = "several values go in one, with commas between them" if "," in form else None
            problems.append(Problem(f"{name} is given twice", where=where, hint=hint))
        found[name] = value
    return found
