"""Random: a file, and a list of offsets in it; the sum over the pieces there is known."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Dialogue,
    Impossible,
    Message,
    Method,
    Pairs,
    Received,
    Value,
    WorkerFailed,
    expected_found,
    kept_input,
    noise,
    scaled,
    tag_problems,
    write_once,
)

PAGE_BYTES = 4096

#: A piece that the end of the file cuts: so many bytes of so many are there.
SHORT_BYTES, CUT_BYTES = 3, 8


class Task(jobs.Task):
    """One iteration reads all pieces."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._reads, self._piece_bytes = int(level["reads"]), int(level["piece_bytes"])
        size = int(level["file_bytes"])
        self._lead_reads = scaled(self._reads, LEAD_IN_SHARE)
        lead_size = max(scaled(size, LEAD_IN_SHARE), min(size, self._piece_bytes))
        self._sizes = (size, lead_size)
        self.works = (self._reads,)
        if size < self._piece_bytes:
            self.impossible = Impossible("a piece is larger than the file")
        self._at = _offsets(self._reads, self._piece_bytes, size)
        pages = {
            page for at in self._at for page in range(at // PAGE_BYTES, (at + self._piece_bytes - 1) // PAGE_BYTES + 1)
        }
        kept = kept_input(level, inputs / "noise", size, lead_size, min(size, PAGE_BYTES * len(pages)))
        self._input, self._lead_input, self._call_bytes, self.warm, self.cold = kept
        if self.cold is not None and not self._reads:
            self.impossible = Impossible("nothing is read of a file that is cold")
        name = f"offsets-{self._reads}-{self._piece_bytes}"
        self._list, self._lead_list = inputs / f"{name}-{size}", inputs / f"{name}-{lead_size}-lead"
        self._short_input, self._short_list = inputs / "short é 1", inputs / "short offsets"

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the inputs and the lists."""
        return sum(self._sizes) + 20 * (self._reads + self._lead_reads)

    def file_count(self, iterations: int) -> int:
        """Count the inputs and the lists, and those of the probe."""
        return 6

    def create(self) -> None:
        """Make what is not there yet; the sum is known then."""
        lead_at = _offsets(self._lead_reads, self._piece_bytes, self._sizes[1])
        for path, size in zip((self._input, self._lead_input), self._sizes, strict=True):
            write_once(path, partial(noise, "random", size), call_bytes=self._call_bytes)
        for path, offsets in ((self._list, self._at), (self._lead_list, lead_at)):
            write_once(path, partial(_written, offsets))
        self.proof = 0
        with self._input.open("rb", buffering=0) as file:
            for at in self._at:
                file.seek(at)
                self.proof += _sum(file.read(self._piece_bytes))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the file and the list, those of the lead-in, and the size of a piece."""
        return {
            "input": str(self._input),
            "lead_input": str(self._input if whole_lead_in else self._lead_input),
            "offsets": str(self._list),
            "lead_offsets": str(self._list if whole_lead_in else self._lead_list),
            "piece_bytes": self._piece_bytes,
        }

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that both numbers are right."""
        pairs = (("reads", "work", self._reads), ("the sum", "proof", self.proof))
        return [
            f"{what}: {expected_found(right, checked.number(name))}"
            for what, name, right in pairs
            if checked.number(name) != right
        ]

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe if the pieces go through the method's own memory, and what comes of one that the end cuts."""
        pairs = self.prepare(outputs, whole_lead_in=True)
        problems = tag_problems(dialogue, pairs, self._reads * self._piece_bytes, method.tags, must_declare=True)
        return problems + self._probe_short(dialogue, method)

    def _probe_short(self, dialogue: Dialogue, method: Method) -> list[str]:
        """Have the method read a piece of which only the beginning is there."""
        content = b"abcdefghij\nk\n"
        at = len(content) - SHORT_BYTES
        self._short_input.write_bytes(content)
        self._short_list.write_bytes(b"%d\n" % at)
        path, offsets = str(self._short_input), str(self._short_list)
        paths: Pairs = {"input": path, "lead_input": path, "offsets": offsets, "lead_offsets": offsets}
        dialogue.begin("prepare", {**paths, "piece_bytes": CUT_BYTES})
        dialogue.end("prepare")
        dialogue.begin("check", {})
        declared = method.guarantees["short"]
        try:
            found = dialogue.end("check").number("proof")
        except WorkerFailed as failure:
            if not failure.alive:
                raise
            return [] if declared == "refused" else [f"declares `short: {declared}`, and ends with ‘{failure}’"]
        finally:
            self._short_input.unlink()
            self._short_list.unlink()
        if declared == "refused":
            return [f"declares `short: {declared}`, and took {SHORT_BYTES} bytes for a piece of {CUT_BYTES}"]
        right = _sum(content[at:])
        return [] if found == right else [f"a piece of {SHORT_BYTES} bytes: {expected_found(right, found)}"]


def _offsets(reads: int, piece_bytes: int, size: int) -> list[int]:
    """Draw the offsets; the last one of the file is the first, and the first one the second."""
    source, last = random.Random("offsets"), max(size - piece_bytes, 0)
    drawn = [piece_bytes * source.randint(0, last // piece_bytes) for _ in range(reads)]
    drawn[:2] = [last, 0][: min(reads, 2)]
    return drawn


def _written(offsets: Sequence[int]) -> Iterator[bytes]:
    yield b"".join(b"%d\n" % offset for offset in offsets)


def _sum(piece: bytes) -> int:
    return piece.count(b"\n") + piece[0] + piece[-1]
