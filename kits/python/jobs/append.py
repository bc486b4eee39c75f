"""Adapter for `append`: write records to a fresh file, from opening it to closing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs

LETTERS = b"abcdefghijklmnopqrstuvwxyz"


class Job:
    """Append records, to a file of its own in each iteration."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._append: Callable[[str, Iterable[bytes]], int] = method.append

    def prepare(self, pairs: Pairs) -> None:
        """Where to write, how many records, and what a record is."""
        self._output = pairs.text("output")
        self._lead_output = pairs.text("lead_output")
        self._records = pairs.integer("records", 0)
        self._lead_records = pairs.integer("lead_records", 0)
        record_bytes = pairs.integer("record_bytes", 1)
        ending = pairs.choice("ending", ("newline", "none"))
        record = (LETTERS * (record_bytes // len(LETTERS) + 1))[:record_bytes]
        self._record = record[:-1] + b"\n" if ending == "newline" else record

    def arrange(self, iterations: int, lead_in: int) -> None:
        """The paths of all iterations."""
        self._paths = [f"{self._output}.{index}" for index in range(iterations)]
        self._lead_paths = [f"{self._lead_output}.{index}" for index in range(lead_in)]

    def lead_in(self, iterations: int) -> None:
        """Write the lead-in's files."""
        append, record, records = self._append, self._record, self._lead_records
        for path in self._lead_paths:
            append(path, repeat(record, records))

    def iterate(self, iterations: int) -> int:
        """Write the files; records written."""
        append, record, records = self._append, self._record, self._records
        written = 0
        for path in self._paths:
            written += append(path, repeat(record, records))
        return written

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Write one file."""
        self.arrange(1, 0)
        return {"work": self.iterate(1)}
