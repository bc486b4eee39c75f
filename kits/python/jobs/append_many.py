"""Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs

LETTERS = b"abcdefghijklmnopqrstuvwxyz"


class Job:
    """Append records to many logs, to a folder of its own in each iteration."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._append_many: Callable[[list[str], list[int], bytes], int] = method.append_many

    def prepare(self, pairs: Pairs) -> None:
        """Where to write, how many logs and records, what a record is, and which log is next."""
        self._output = pairs.text("output")
        self._lead_output = pairs.text("lead_output")
        self._logs = pairs.integer("logs", 1)
        record_bytes = pairs.integer("record_bytes", 1)
        self._record = (LETTERS * (record_bytes // len(LETTERS) + 1))[: record_bytes - 1] + b"\n"
        skewed = pairs.choice("turns", ("round_robin", "skewed")) == "skewed"
        self._turns, self._lead_turns = (
            [self._skewed(index) if skewed else index % self._logs for index in range(pairs.integer(key, 0))]
            for key in ("records", "lead_records")
        )

    def arrange(self, iterations: int, lead_in: int) -> None:
        """The paths of all iterations."""
        self._paths = self._numbered(self._output, iterations)
        self._lead_paths = self._numbered(self._lead_output, lead_in)

    def lead_in(self, iterations: int) -> None:
        """Write the lead-in's logs."""
        append_many, turns, record = self._append_many, self._lead_turns, self._record
        for paths in self._lead_paths:
            append_many(paths, turns, record)

    def iterate(self, iterations: int) -> int:
        """Write the logs; records written."""
        append_many, turns, record = self._append_many, self._turns, self._record
        written = 0
        for paths in self._paths:
            written += append_many(paths, turns, record)
        return written

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Write the logs of one folder."""
        self.arrange(1, 0)
        return {"work": self.iterate(1)}

    def _skewed(self, index: int) -> int:
        drawn = (index * 1_103_515_245 + 12_345) % (1 << 31)
        squared = drawn * drawn >> 31
        return (squared * drawn >> 31) * self._logs >> 31

    def _numbered(self, prefix: str, count: int) -> list[list[str]]:
        return [[f"{prefix}.{index}/{log}" for log in range(self._logs)] for index in range(count)]
