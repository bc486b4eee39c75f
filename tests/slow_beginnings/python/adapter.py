"""Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging."""

from __future__ import annotations

from kit import Adapter, Pairs


class Job(Adapter):
    """Sleep."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over how long."""
        self._nap_ms = pairs.own_integer("nap_ms", 0)
        self._arrange_ms = pairs.integer("arrange_ms", 0)

    def arrange(self, iterations: int) -> None:
        """Sleep before the work."""
        self.method.nap(self._arrange_ms)

    def iterate(self, iterations: int) -> int:
        """Sleep; return how often."""
        for _ in range(iterations):
            self.method.nap(self._nap_ms)
        return iterations
