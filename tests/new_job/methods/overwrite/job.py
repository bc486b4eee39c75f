"""Overwrite: a file that is there; afterwards it has the new content and nothing of the old."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, NumberedOutputs, Pairs, Received, Value, content_of, difference, letters

BEFORE = b"was here before\n" * 5000


class Task(jobs.Task):
    """One iteration replaces one file."""

    outputs: NumberedOutputs

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._bytes = int(level["file_bytes"])
        self.works = (self._bytes,)
        self.outputs = NumberedOutputs(("new", "led"), self._bytes, self._bytes, self._take, _make)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of a file for each iteration and lead-in."""
        return 2 * iterations * max(self._bytes, len(BEFORE))

    def file_count(self, iterations: int) -> int:
        """Count a file for each iteration and lead-in."""
        return 2 * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the place of the files, and how large they are to be."""
        return {**self.outputs.pairs(outputs), "file_bytes": self._bytes}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for an odd name."""
        _make(f"{outputs}/check é 1.0")
        return {**self.prepare(outputs, whole_lead_in=True), "output": f"{outputs}/check é 1"}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the file has the new content."""
        wrong = self._take(f"{outputs}/check é 1.0", self._bytes)
        return [wrong] if wrong else []

    def _take(self, path: str, file_bytes: int) -> str | None:
        file = Path(path)
        content = content_of(file)
        file.unlink()
        return difference(content, letters(file_bytes))


def _make(path: str) -> None:
    Path(path).write_bytes(BEFORE)
