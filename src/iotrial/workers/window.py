"""A span of time that several workers of an arm fill together (docs/method.md, rule 16)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from iotrial.workers.dialogue import Pairs
from iotrial.workers.integrity import Integrity

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: For each worker of a group when each piece of its work began and was done: (pieces, 2), ns.
Moments: TypeAlias = "Sequence[Integers]"


@dataclass(frozen=True)
class Left:
    """What a group left behind: what became of its records, and whose they are, in the order of the file."""

    integrity: Integrity | None = None  # None: the job has no records
    writer: Integers | None = None
    sequence: Integers | None = None
    byte_count: int = 0
    astray: int | None = None  # records that went to a log after it had been moved away or copied


@dataclass
class Window:
    """A sample is a window that all workers of an arm fill, piece after piece; a job with outputs says more."""

    #: Workers of an arm that work at once.
    members: int
    #: The work of one piece of what they do, in the job's unit.
    piece_work: int
    #: A piece of work is due for each member so often; 0: one follows the other.
    every_ns: int = 0
    #: Windows in which a group shows, before any round, that it does its job.
    trials: int = 1
    length_ns: int = 250_000_000
    #: All of a group write to one file, for whose lock they may wait.
    shares_a_file: bool = False
    #: The most that a group has left behind in one window so far.
    most_left_bytes: int = 0

    def prepare(self, pairs: Pairs, number: int) -> Pairs:
        """Return the pairs of `prepare` for one worker, counted from 0, out of those of a worker that is alone."""
        return pairs

    def make(self, outputs: Path) -> None:
        """Make fresh outputs."""

    def meanwhile(self, outputs: Path, bounds: tuple[int, int]) -> AbstractContextManager[object]:
        """Do to the outputs what happens to them meanwhile; the bounds are of the monotonic clock, ns."""
        return nullcontext()

    def take(self, outputs: Path, moments: Moments) -> Left:
        """Look at the outputs and remove them; the times are of the monotonic clock."""
        return Left()
