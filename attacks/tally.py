"""What a campaign has tried, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tally:
    """By kind of input: how many were tried, how many of them did harm, and how many could not be tried and why."""

    tried: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    reasons: dict[str, str] = field(default_factory=dict)

    def __add__(self, other: Tally) -> Tally:
        """Return what both have tried."""
        return Tally(
            self.tried + other.tried,
            self.broken + other.broken,
            self.skipped + other.skipped,
            {**other.reasons, **self.reasons},
        )

    def by_kind(self) -> Iterator[str]:
        """A line for each kind."""
        for kind in sorted({*self.tried, *self.skipped}):
            why = f", {self.skipped[kind]} skipped: {self.reasons[kind]}" if self.skipped[kind] else ""
            yield f"{kind}: {self.tried[kind]} tried, {self.broken[kind]} that did harm{why}"

    def __str__(self) -> str:
        return f"{self.tried.total():,} inputs, {self.broken.total()} that did harm"
