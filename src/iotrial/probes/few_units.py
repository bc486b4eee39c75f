"""The calls of a whole iteration from those of a few units, if every unit makes the same ones. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from iotrial.probes.trace import READING, WRITING, Request

#: Units of the pieces of work that are traced: each has one step more than the one before.
STEP_UNITS = 100
FEW_UNITS = (STEP_UNITS, 2 * STEP_UNITS, 3 * STEP_UNITS)

#: An iteration of fewer units than this is traced as a whole.
MANY_UNITS = 1_000

K = TypeVar("K")


def whole_of(few: Sequence[Request], units: int) -> Request | None:
    """Return the calls of `units` units from those of FEW_UNITS; None if units differ, so that the whole must be seen.

    A unit is told from the difference of two pieces: it must be the same for both steps, and a whole number of calls.
    """
    first, second, third = few
    calls = _extended(first.calls, second.calls, third.calls, units)
    sizes = _extended(first.sizes, second.sizes, third.sizes, units)
    return None if calls is None or sizes is None or not calls else Request(calls, sizes)


def is_confirmed(whole: Request, busy: int, few: Request, few_busy: int) -> bool:
    """True if the reads and writes of a whole iteration, as /proc counted them, are those that a few units told.

    busy, few_busy: reads and writes of a request of the whole work, and of that with few units; the kit's own part is
    the same in both.
    """
    return busy - _moves(whole) == few_busy - _moves(few)


def _moves(request: Request) -> int:
    return sum(count for name, count in request.calls.items() if name in READING | WRITING)


def _extended(first: Counter[K], second: Counter[K], third: Counter[K], units: int) -> Counter[K] | None:
    """Return how often each key comes in `units` units; None if that does not follow."""
    found: Counter[K] = Counter()
    for key in first.keys() | second.keys() | third.keys():
        step = second[key] - first[key]
        if third[key] - second[key] != step or step < 0 or step % STEP_UNITS or first[key] < step:
            return None
        found[key] = first[key] - step + step // STEP_UNITS * units
    return +found
