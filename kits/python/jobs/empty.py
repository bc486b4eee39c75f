"""Adapter for `empty`: only the loop and the call, so that its time is what the kit costs."""

from __future__ import annotations

from kit import Adapter


class Job(Adapter):
    """Call a method that does nothing."""

    def iterate(self, iterations: int) -> int:
        """Call it; return the number of calls."""
        nothing = self.method.nothing
        for _ in range(iterations):
            nothing()
        return iterations
