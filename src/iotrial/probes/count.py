"""The calls of one iteration, from traced requests: the kit's own calls cancel out. Pure."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeVar

from iotrial.probes.trace import READING, WRITING, Request
from iotrial.store.record import Calls

K = TypeVar("K")


def calls_of_iteration(traced: Sequence[Request]) -> tuple[dict[str, Calls], bool]:
    """Return the calls of one iteration, most frequent first, and if iterations differ.

    `traced` are requests of n, n + 1, n + 2, … iterations, at least two. The calls that one has more than the one
    before are those of one iteration; the kit's own are the same in each request and cancel out.
    """
    steps = [
        (_more(after.calls, before.calls), _more(after.sizes, before.sizes))
        for before, after in itertools.pairwise(traced)
    ]
    if not steps:
        raise ValueError("one request has nothing to be compared with")
    varies = any(step != steps[0] for step in steps[1:])
    names = {name for calls, _ in steps for name in calls}
    counts = {name: sum(calls.get(name, 0) for calls, _ in steps) / len(steps) for name in names}
    # a runtime may do less of its own in a later request
    found = {name: _mean(name, count, steps) for name, count in counts.items() if count > 0}
    return dict(sorted(found.items(), key=lambda item: (-item[1].count, item[0]))), varies


def bytes_copied(calls: Mapping[str, Calls]) -> tuple[int, int]:
    """Bytes that these calls copied in, and out."""
    inward, outward = (
        round(sum(found.bytes or 0 for name, found in calls.items() if name in names)) for names in (READING, WRITING)
    )
    return inward, outward


def _more(after: Counter[K], before: Counter[K]) -> dict[K, int]:
    """The differences of two counts, below 0 for fewer; equal counts are left out."""
    return {key: after[key] - before[key] for key in after.keys() | before.keys() if after[key] != before[key]}


def _mean(name: str, count: float, steps: Sequence[tuple[dict[str, int], dict[tuple[str, int], int]]]) -> Calls:
    sizes: Counter[int] = Counter()
    for _, found in steps:
        for (call, byte_count), times in found.items():
            if call == name:
                sizes[byte_count] += times
    usual = max((size for size in sizes if size), key=lambda size: (sizes[size], size), default=None)
    total = max(0.0, sum(size * times for size, times in sizes.items()) / len(steps)) if sizes else None
    return Calls(count=count, empty_count=max(0.0, sizes[0] / len(steps)), bytes=total, usual_bytes=usual)
