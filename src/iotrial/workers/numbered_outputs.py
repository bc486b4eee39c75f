"""Outputs that are fresh for every iteration: PREFIX.0, PREFIX.1, …, made before a sample and taken away after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iotrial.workers.protocol import Pairs


@dataclass(frozen=True)
class NumberedOutputs:
    """An output for each iteration, and one for each iteration of the lead-in, in an arm's own folder."""

    #: The prefixes of their names: of the work and of the lead-in.
    names: tuple[str, str]
    #: Units that a whole iteration writes, and one on the smaller inputs of the lead-in; `take` counts in these.
    units: int
    lead_units: int
    #: Check an output that should hold that many units and remove it; returns what is wrong with it, or None.
    take: Callable[[str, int], str | None]
    #: Make an output; None: the work itself makes it.
    make: Callable[[str], None] | None = None
    #: The same for outputs that hold those units before the work, which takes them away.
    fill: Callable[[str, int], None] | None = None
    #: Called with the arm's folder when all outputs of a sample are made.
    made: Callable[[Path], None] | None = None

    def pairs(self, folder: Path) -> Pairs:
        """Return the pairs of `prepare` that name them; a worker adds a point and the iteration's number."""
        return {"output": f"{folder}/{self.names[0]}", "lead_output": f"{folder}/{self.names[1]}"}

    def make_all(self, folder: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> None:
        """Make the outputs of a sample."""
        for name, count, units in self._counted(iterations, lead_in, whole_lead_in):
            for path in (f"{folder}/{name}.{index}" for index in range(count)):
                if self.make is not None:
                    self.make(path)
                if self.fill is not None:
                    self.fill(path, units)
        if self.made is not None:
            self.made(folder)

    def take_all(self, folder: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """Take away all outputs of a sample; return the first thing that is wrong with one, or None."""
        problem = None
        for name, count, units in self._counted(iterations, lead_in, whole_lead_in):
            for index in range(count):
                found = self.take(f"{folder}/{name}.{index}", units)
                problem = problem or found
        return problem

    def _counted(self, iterations: int, lead_in: int, whole_lead_in: bool) -> Iterator[tuple[str, int, int]]:
        """Yield the prefix of the work and of the lead-in, how many outputs each has, and how many units one holds."""
        lead_units = self.units if whole_lead_in else self.lead_units
        return zip(self.names, (iterations, lead_in), (self.units, lead_units), strict=True)
