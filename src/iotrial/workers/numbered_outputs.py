"""Outputs that are fresh for every iteration: PREFIX.0, PREFIX.1, …, made before a sample and taken away after it."""

from __future__ import annotations

from collections.abc import Callable
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

    def pairs(self, folder: Path) -> Pairs:
        """Return the pairs of `prepare` that name them; a worker adds a point and the iteration's number."""
        return {"output": f"{folder}/{self.names[0]}", "lead_output": f"{folder}/{self.names[1]}"}

    def make_all(self, folder: Path, iterations: int, lead_in: int) -> None:
        """Make the outputs of a sample."""
        if self.make is None:
            return
        for name, count in zip(self.names, (iterations, lead_in), strict=True):
            for index in range(count):
                self.make(f"{folder}/{name}.{index}")

    def take_all(self, folder: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """Take away all outputs of a sample; return the first thing that is wrong with one, or None."""
        problem = None
        lead_units = self.units if whole_lead_in else self.lead_units
        for name, count, units in zip(self.names, (iterations, lead_in), (self.units, lead_units), strict=True):
            for index in range(count):
                found = self.take(f"{folder}/{name}.{index}", units)
                problem = problem or found
        return problem
