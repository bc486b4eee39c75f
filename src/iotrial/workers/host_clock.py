"""The monotonic clock of another host, seen from here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ClockOffset:
    """The time to be added to one of this machine's monotonic clock to have that of another host, ns.

    error_ns: by how much that may be wrong.
    """

    offset_ns: int
    error_ns: int


def reading(exchanges: Sequence[tuple[int, int, int]]) -> ClockOffset:
    """Return what exchanges of time stamps tell: sent (here), stamped (there), received (here), ns each.

    The stamp was made at some moment between the two: in the middle, give or take half of the time between (Cristian,
    Probabilistic clock synchronization, 1989). Of several exchanges the quickest tells the most.
    """
    sent_ns, stamped_ns, received_ns = min(exchanges, key=lambda one: one[2] - one[0])
    return ClockOffset(stamped_ns - (sent_ns + received_ns) // 2, (received_ns - sent_ns + 1) // 2)


def error_between(before: ClockOffset, after: ClockOffset) -> int:
    """Return by how much a moment between two readings may be off if the first was used for it, ns.

    That is what either may be wrong by, and all that the clock moved against this machine's meanwhile.
    """
    return abs(after.offset_ns - before.offset_ns) + before.error_ns + after.error_ns
