"""Adapter for `scan`: read a file of integers and compute the sum."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs


class Job:
    """Sum the integers of a file; each iteration must come to the same sum."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._scan: Callable[[str], tuple[int, int, int]] = method.scan

    def prepare(self, pairs: Pairs) -> None:
        """Which files to read."""
        self._input = pairs.text("input")
        self._lead_input = pairs.text("lead_input")

    def arrange(self, iterations: int, lead_in: int) -> None:
        """Forget the sum of the last sample."""
        self.proof = None

    def lead_in(self, iterations: int) -> None:
        """Read the lead-in file."""
        scan, path = self._scan, self._lead_input
        for _ in range(iterations):
            scan(path)

    def iterate(self, iterations: int) -> int:
        """Read the file; integers summed."""
        scan, path = self._scan, self._input
        integers, proof, _ = scan(path)
        for _ in range(iterations - 1):
            more, total, _ = scan(path)
            integers += more
            if total != proof:
                raise RuntimeError(f"{path}: the sum was {proof} and then {total}")
        self.proof = proof
        return integers

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Read the file once."""
        integers, total, rest_bytes = self._scan(self._input)
        return {"work": integers, "proof": total, "rest_bytes": rest_bytes}
