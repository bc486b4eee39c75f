"""Newlines: a text file; the number of its lines and that of its bytes must come back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, Pairs, Received, Value, Warm, prose, write_once


class Task(jobs.Task):
    """One iteration counts the lines of one file."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._bytes = int(level["file_bytes"])
        self._file = inputs / f"text-{self._bytes} é"
        self.works = (self._bytes,)
        self.warm = Warm((self._file,))

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the input."""
        return self._bytes

    def file_count(self, iterations: int) -> int:
        """Count the input."""
        return 1

    def create(self) -> None:
        """Make the input if it is not there yet; the number of its lines is known then."""
        write_once(self._file, partial(prose, "lines", self._bytes))
        self.proof = self._file.read_bytes().count(b"\n")

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the file, which is that of the lead-in, too."""
        return {"input": str(self._file), "lead_input": str(self._file)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that both numbers are those of the file."""
        found = (checked.number("proof"), checked.number("work"))
        return [] if found == (self.proof, self._bytes) else [f"found {found} instead of {self.proof}, {self._bytes}"]
