"""The work done within a window and the time of each piece, from the moments of work. Pure.

A moment is a time of the monotonic clock, ns. Each member of a group hands in an array of shape (pieces, 2): the times
at which a piece of work began (or was due) and was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

#: The longest file of a member's moments: 16 bytes for each piece of its work in a window, or each wait for a lock.
MOST_MOMENTS_BYTES = 64 << 20


@dataclass(frozen=True)
class Times:
    """The work of a group within a window; times in ns, None if nothing was done."""

    done: int  # pieces of work
    p50_ns: int | None = None
    p90_ns: int | None = None
    p99_ns: int | None = None
    longest_ns: int | None = None
    stall_ns: int | None = None  # the longest time in which a member finished nothing
    share: float = 0.0  # pieces of work, each counted by the part of its time in the window
    kit_ns: float | None = None  # median time between a member's pieces, which is the kit's own


def moments_in(content: bytes) -> Integers:
    """Read moments, (pieces of work, 2), which are integers of the machine; ValueError if they are no such numbers."""
    import numpy as np

    return np.frombuffer(content, dtype=np.int64).reshape(-1, 2)


def are_possible(moments: Integers, now_ns: int) -> Integers:
    """Return for each piece of work if it was done after it began, and not later than now."""
    begun, done = moments[:, 0], moments[:, 1]
    return (begun >= 0) & (begun <= done) & (done <= now_ns)


def moments_of(content: bytes, now_ns: int) -> Integers:
    """Read the moments of a member; ValueError if they are no such numbers, or if one of them is not possible."""
    moments = moments_in(content)
    if not are_possible(moments, now_ns).all():
        raise ValueError("says that it worked at times at which it cannot have worked")
    return moments


def summarise(moments: Sequence[Integers], begin_ns: int, end_ns: int) -> Times:
    """Times of the pieces that were done within the window; the first and the last stall reach to its bounds."""
    import numpy as np

    inside = [own[(own[:, 1] > begin_ns) & (own[:, 1] <= end_ns)] for own in moments]
    times = np.concatenate([own[:, 1] - own[:, 0] for own in inside]) if inside else np.empty(0, dtype=np.int64)
    if not len(times):
        return Times(0)
    stalls = [np.diff(np.concatenate(([begin_ns], own[:, 1], [end_ns]))).max() for own in inside]
    between = np.concatenate([own[1:, 0] - own[:-1, 1] for own in inside])
    found = quantiles(times)
    assert found is not None
    p50, p90, p99, longest = found
    return Times(
        done=len(times),
        p50_ns=p50,
        p90_ns=p90,
        p99_ns=p99,
        longest_ns=longest,
        stall_ns=int(max(stalls)),
        share=float(sum(_share(own, begin_ns, end_ns) for own in moments)),
        kit_ns=float(np.median(between)) if len(between) else None,
    )


def _share(own: Integers, begin_ns: int, end_ns: int) -> float:
    """Sum the pieces of work, each as the part of its time that lies within the window."""
    import numpy as np

    inside = np.minimum(own[:, 1], end_ns) - np.maximum(own[:, 0], begin_ns)
    return float((inside.clip(0) / np.maximum(1, own[:, 1] - own[:, 0])).sum())


def due_within(start_ns: int, every_ns: int, begin_ns: int, end_ns: int) -> int:
    """Count the times of the schedule `start_ns`, `start_ns + every_ns`, … that lie within the window."""
    return max(0, -((start_ns - end_ns) // every_ns)) - max(0, -((start_ns - begin_ns) // every_ns))


def served(moments: Integers, begin_ns: int, end_ns: int) -> int:
    """Pieces of work that were due within the window and done by its end."""
    due, done = moments[:, 0], moments[:, 1]
    return int(((due >= begin_ns) & (due < end_ns) & (done <= end_ns)).sum())


def quantiles(times_ns: Integers) -> tuple[int, int, int, int] | None:
    """Return p50, p90, p99 and the longest of some times; None if there are none."""
    import numpy as np

    if not len(times_ns):
        return None
    p50, p90, p99 = np.quantile(times_ns, [0.5, 0.9, 0.99], method="inverted_cdf")
    return int(p50), int(p90), int(p99), int(times_ns.max())
