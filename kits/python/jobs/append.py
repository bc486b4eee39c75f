"""Adapter for `append`: write records to a fresh file, from opening it to closing it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import repeat
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs, Window

LETTERS = b"abcdefghijklmnopqrstuvwxyz"

#: A record with a tag is `#`, then the tag again and again, so that every part of it tells whose it is. The tag is
#: WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
TAG_BYTES = 16


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
        self._end = b"\n" if ending == "newline" else b""
        self._body_bytes = record_bytes - 1 - len(self._end)
        self._writer = pairs.integer("writer", 0) if "writer" in pairs else None
        if self._writer is not None and (self._writer > 99 or self._body_bytes < TAG_BYTES):
            raise ValueError(f"no tag of writer {self._writer} fits into record_bytes={record_bytes}")

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

    def fill(self, window: Window) -> int:
        """Call the method again and again, each time with as many records as one call writes; records written."""
        if self._writer is None:
            raise ValueError("end_ns needs prepare with writer")
        self._sequence = 0
        append, path, moments = self._append, self._paths[0], window.moments
        written = number = 0
        while (due_ns := window.next(number)) is not None:
            written += append(path, self._tagged(window, due_ns, self._writer))
            if len(moments) % 2:  # the method did not ask for more
                moments.append(time.monotonic_ns())
            number += 1
        return written

    def _tagged(self, window: Window, due_ns: int, writer: int) -> Iterator[bytes]:
        """The records of one call; the moments at which each was handed out (or due) and done are noted."""
        clock, note, end_ns = time.monotonic_ns, window.moments.append, window.end_ns
        body_bytes, end = self._body_bytes, self._end
        times = body_bytes // TAG_BYTES + 1
        for _ in range(self._records):
            record = b"#" + (b"%02d.%012d " % (writer, self._sequence) * times)[:body_bytes] + end
            now = clock()
            if now >= end_ns:
                return
            self._sequence += 1
            note(due_ns if window.every_ns else now)
            yield record
            note(clock())

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Write one file."""
        self.arrange(1, 0)
        return {"work": self.iterate(1)}
