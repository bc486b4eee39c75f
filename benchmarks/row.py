"""One figure that iotrial claims of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A figure, what it should reach, and what was found; `is_reached` is None where it could not be measured."""

    figure: str
    reach: str
    found: str
    is_reached: bool | None


def share(found: int, of: int) -> str:
    """A share with its exact (Clopper-Pearson) 95 % interval."""
    from scipy.stats import binomtest

    bounds = binomtest(found, of).proportion_ci(0.95, "exact")
    return f"{found} of {of} ({100 * found / of:.1f} % [{100 * bounds.low:.1f}, {100 * bounds.high:.1f}])"
