"""The growth of a series that goes on evenly to its end, as that of memory which is never given back."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

#: The first third of the values is warm-up; the rest falls into this many parts, of each of which the lowest counts.
#: A collector lets memory rise and fall within a part, and not from the low of one to the low of the next.
WARM_SHARE, PARTS = 1 / 3, 4

#: Each part must add at least this share of what the largest step between two parts is.
LEAST_SHARE = 0.5


def even_growth(values: Sequence[float], least: float) -> float | None:
    """Return by how much a series grows from one value to the next; None if it does not grow evenly to its end.

    least: what each of its parts must add to the one before, in the unit of the values. Of fewer than six values
    nothing is known, so None.
    """
    rest = values[round(len(values) * WARM_SHARE) :]
    size = len(rest) // PARTS
    if size == 0:
        return None
    lows = [min(rest[at * size : (at + 1) * size]) for at in range(PARTS)]
    steps = [after - before for before, after in itertools.pairwise(lows)]
    if min(steps) < max(least, LEAST_SHARE * max(steps)):
        return None
    return (lows[-1] - lows[0]) / (size * len(steps))
