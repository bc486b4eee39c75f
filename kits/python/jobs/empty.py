"""Adapter for `empty`: the loop and the call are all there is, which is what the kit costs."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs


class Job:
    """Call a method that does nothing."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._nothing: Callable[[], None] = method.nothing

    def prepare(self, pairs: Pairs) -> None:
        """There is nothing to take over."""

    def arrange(self, iterations: int, lead_in: int) -> None:
        """There is nothing to make."""

    def lead_in(self, iterations: int) -> None:
        """Call it."""
        self.iterate(iterations)

    def iterate(self, iterations: int) -> int:
        """Call it; the number of calls."""
        nothing = self._nothing
        for _ in range(iterations):
            nothing()
        return iterations

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Call it once."""
        return {"work": self.iterate(1)}
