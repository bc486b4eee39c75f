"""A span of time that several workers of an arm fill together (rule 16)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from iotrial.workers.integrity import Integrity
from iotrial.workers.protocol import Pairs

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: The length of a window.
LENGTH_NS = 250_000_000

#: For each worker of a group, the times at which each piece of its work began and was done: (pieces, 2), ns.
Moments: TypeAlias = "Sequence[Integers]"


@dataclass(frozen=True)
class Left:
    """The records that a group left behind: what became of them, and their writers in the order of the file."""

    integrity: Integrity | None = None  # None: the job has no records
    writer: Integers | None = None
    sequence: Integers | None = None
    byte_count: int = 0
    astray: int | None = None  # records that went to a log after it had been moved away or copied


@dataclass
class Window:
    """A sample in which all workers of an arm fill a span of time piece by piece. A job with outputs extends it."""

    #: Workers of an arm that work at once.
    members: int
    #: The work of one piece, in the job's unit.
    piece_work: int
    #: The time from one due piece of a member to the next; 0: each follows the one before at once.
    every_ns: int = 0
    #: Windows before any round in which a group shows that it does its job.
    trials: int = 1
    length_ns: int = field(default_factory=lambda: LENGTH_NS)
    #: All workers of a group write to one file, and may wait for its lock.
    shares_a_file: bool = False
    #: Hosts that the workers are dealt to, in turn.
    hosts: int = 1
    #: The most bytes that a group has left behind in one window so far.
    most_left_bytes: int = 0

    def prepare(self, pairs: Pairs, number: int) -> Pairs:
        """Return the pairs of `prepare` for a worker of a group (`number` from 0), made from those of a lone worker."""
        return pairs

    def make(self, outputs: Path) -> None:
        """Make fresh outputs."""

    def meanwhile(self, outputs: Path, bounds: tuple[int, int]) -> AbstractContextManager[object]:
        """Do what the job does to the outputs during the window; its bounds are of the monotonic clock, ns."""
        return nullcontext()

    def take(self, outputs: Path, moments: Moments) -> Left:
        """Count what is in the outputs and remove them; the times are of the monotonic clock, ns."""
        return Left()
