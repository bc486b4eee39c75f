"""Pieces: a file, and a list of offsets in it; the sum over the first and last byte of each piece must come back."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, Pairs, Received, Value, Warm, noise, write_once

FILE_BYTES = 100_001


class Task(jobs.Task):
    """One iteration reads all pieces."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._reads, self._piece_bytes = int(level["reads"]), int(level["piece_bytes"])
        self._file = inputs / "noise é"
        self._offsets = inputs / f"offsets {self._reads} {self._piece_bytes} é"
        self._none = inputs / "no offsets"
        self.works = (self._reads,)
        self.warm = Warm((self._file,))

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the input and the lists."""
        return FILE_BYTES + 7 * self._reads

    def file_count(self, iterations: int) -> int:
        """Count the input and the lists."""
        return 3

    def create(self) -> None:
        """Make what is not there yet; the sum is known then."""
        write_once(self._file, partial(noise, "random", FILE_BYTES))
        write_once(self._none, partial(iter, (b"",)))
        write_once(self._offsets, self._lines)
        content = self._file.read_bytes()
        offsets = [int(line) for line in self._offsets.read_text().splitlines()]
        self.proof = sum(content[at] + content[at + self._piece_bytes - 1] for at in offsets)

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the file, the list, and the size of a piece; nothing is read before the work."""
        return {
            "input": str(self._file),
            "lead_input": str(self._file),
            "offsets": str(self._offsets),
            "lead_offsets": str(self._none),
            "piece_bytes": self._piece_bytes,
        }

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that both numbers are right."""
        found = (checked.number("work"), checked.number("proof"))
        return [] if found == (self._reads, self.proof) else [f"found {found} instead of {self._reads}, {self.proof}"]

    def _lines(self) -> Iterator[bytes]:
        """Return offsets as a list has them, the last one that is possible among them."""
        source, last = random.Random("offsets"), FILE_BYTES - self._piece_bytes
        for number in range(self._reads):
            yield b"%d\n" % (source.randint(0, last) if number else last)
