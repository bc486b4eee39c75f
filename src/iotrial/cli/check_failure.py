"""The failures of a check: one that many inputs share is shown once, with their number and the first of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.ask.catalog import Value
from iotrial.measure.check_methods import CheckResult

#: The parts of a reason that differ between inputs and make no other failure: numbers, and quoted texts.
_PARTICULAR = re.compile(r'"(?:[^"\\]|\\.)*"…?|\'[^\']*\'|\d+')


@dataclass(frozen=True)
class CheckFailure:
    """A failure of a method: its reason, the number of inputs that show it, and the first (None: before any input)."""

    status: str
    reason: str
    inputs: int
    first: Mapping[str, Value] | None


def failures_of(results: Sequence[CheckResult]) -> list[CheckFailure]:
    """The failures of one method, each once: reasons that differ in numbers or names only are the same failure."""
    found: dict[tuple[str, str], list[CheckResult]] = {}
    for result in results:
        if result.status != "ok":
            kind = _PARTICULAR.sub("0", result.reason or "")
            found.setdefault((result.status, kind), []).append(result)
    return [
        CheckFailure(first.status, first.reason or "", sum(one.level is not None for one in same), first.level)
        for same in found.values()
        for first in same[:1]
    ]


def told(failure: CheckFailure, results: Sequence[CheckResult]) -> str:
    """A failure in one line: the reason, and the first input that shows it unless every input does."""
    levels = [result.level for result in results if result.level is not None]
    if failure.first is None or len(levels) == 1:
        return failure.reason
    if failure.inputs == len(levels):
        return f"{failure.reason} (at all {len(levels)} inputs)"
    varying = [name for name in failure.first if len({str(level.get(name)) for level in levels}) > 1]
    first = " ".join(f"{name}={failure.first[name]}" for name in varying)
    return f"{failure.reason} (at {failure.inputs} of {len(levels)} inputs, first at {first})"
