"""One figure that iotrial claims of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A figure, what it should reach, and what was found.

    reach: None for a figure that is there to be compared with. is_reached: None there, and where it was not measured.
    table: What stands behind it, line by line, for --json.
    """

    figure: str
    reach: str | None
    found: str
    is_reached: bool | None
    table: tuple[Mapping[str, object], ...] = ()

    @property
    def state(self) -> str:
        """In a word or two."""
        if self.reach is None:
            return "for comparison"
        return {True: "reached", False: "SHORT", None: "not measured"}[self.is_reached]


def share(found: int, of: int) -> str:
    """A share with its exact (Clopper-Pearson) 95 % interval."""
    from scipy.stats import binomtest

    bounds = binomtest(found, of).proportion_ci(0.95, "exact")
    return f"{found} of {of} ({100 * found / of:.1f} % [{100 * bounds.low:.1f}, {100 * bounds.high:.1f}])"
