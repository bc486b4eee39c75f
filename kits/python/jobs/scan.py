"""Adapter for `scan`: read a file of integers and compute the sum."""

from __future__ import annotations

from kit import Adapter, BadRequest, Pairs


class Job(Adapter):
    """Sum the integers of a file; each iteration must come to the same sum."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over which file to read."""
        self._input = pairs.own_text("input")

    def iterate(self, iterations: int) -> int:
        """Read the file; return the integers summed."""
        scan, path = self.method.scan, self._input
        integers: int
        integers, proof, _ = scan(path)
        for _ in range(iterations - 1):
            more, total, _ = scan(path)
            integers += more
            if total != proof:
                raise BadRequest(f"{path}: the sum was {proof} and then {total}")
        self.proof = proof
        return integers

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Read the file once."""
        integers, total, rest_bytes = self.method.scan(self._input)
        return {"work": integers, "proof": total, "rest_bytes": rest_bytes}
