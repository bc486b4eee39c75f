"""Adapter for `append`: write records to a fresh file, from opening it to closing it."""

from __future__ import annotations

from itertools import repeat

from jobs.tagged import Tags
from kit import Adapter, BadRequest, Pairs, Window, crashing, letters, outputs


class Job(Adapter):
    """Append records, to a file of its own in each iteration."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the file to write, the number of records, and what a record is."""
        self._output = pairs.own_text("output")
        self._records = pairs.own_integer("records", 0)
        record_bytes = pairs.integer("record_bytes", 1)
        end = b"\n" if pairs.choice("ending", ("newline", "none")) == "newline" else b""
        self._record = letters(record_bytes - len(end)) + end
        self._tags = Tags(pairs.integer("writer", 0), record_bytes, end) if "writer" in pairs else None

    def arrange(self, iterations: int) -> None:
        """Name the file of each iteration."""
        self._paths = outputs(self._output, iterations)

    def iterate(self, iterations: int) -> int:
        """Write the files; return the records written."""
        append, record, records = self.method.append, self._record, self._records
        written = 0
        for path in self._paths:
            written += append(path, repeat(record, records))
        return written

    def fill(self, window: Window) -> int:
        """Fill a window with records that tell whose they are."""
        if self._tags is None:
            raise BadRequest("end_ns needs prepare with writer")
        return self._tags.fill(window, self.method.append, self._paths[0], self._records)

    def crash(self, after: int) -> None:
        """Die in the middle of a file."""
        self.method.append(self._paths[0], crashing(repeat(self._record, self._records), after))
