"""Adapter for `empty`: the loop and the call are all there is, which is what the kit costs."""

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
