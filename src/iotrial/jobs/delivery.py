"""One input file and a sink that must receive the right bytes: the common part of jobs that send a file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from iotrial.ask.catalog import Method, Value
from iotrial.jobs.difference import difference
from iotrial.jobs.inputs import scaled, write_once
from iotrial.jobs.kept_input import kept_input
from iotrial.jobs.reader_factor import reader_of, why_no_reader
from iotrial.probes.copied import tag_problems
from iotrial.workers.conditions import Impossible, ToSink
from iotrial.workers.produced import content_of
from iotrial.workers.protocol import Dialogue, Message, Pairs
from iotrial.workers.sink import Received
from iotrial.workers.task import LEAD_IN_SHARE, Task
from iotrial.workers.window import Window

#: A check moves at most this: fewer bytes than a large sample, more than any buffer holds, and an odd number.
MOST_CHECK_BYTES = 3_000_001


#: The file in an arm's folder that keeps the bytes of a check, so that the first wrong one can be shown.
ARRIVED = "arrived"


class Delivery(Task):
    """One file of `file_bytes` sent to a sink."""

    def __init__(
        self,
        name: str,
        level: Mapping[str, Value],
        inputs: Path,
        fill: Callable[[str, int], Iterator[bytes]],
        change: Callable[[bytes], bytes] = bytes,
    ) -> None:
        """Make the task of a level, whose inputs live in the folder `inputs` and are called `name`-SIZE.

        `fill` makes their bytes from a seed and a size; `change` turns these into the bytes that must arrive.
        """
        self._fill = fill
        self._change = change
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._file_bytes,)
        clients = int(level["clients"])
        self.window = Window(clients, self._file_bytes) if clients > 1 else None
        self._lead_bytes = scaled(self._file_bytes, LEAD_IN_SHARE)
        self.sink = ToSink(str(level["sink"]), self._file_bytes, self._lead_bytes, reader_of(level), kept=ARRIVED)
        self.impossible = why_no_reader(level)
        self._check_bytes = min(self._file_bytes, MOST_CHECK_BYTES)
        kept = kept_input(level, inputs / name, self._file_bytes, self._lead_bytes, self._file_bytes)
        self._input, self._lead_input, self._call_bytes, self.warm, self.cold = kept
        self._check_input = inputs / f"{name}-{self._check_bytes}-check-é 1"
        if self.cold is not None and not self._file_bytes:
            self.impossible = Impossible("an empty file is never cold")

    def space_bytes(self, iterations: int) -> int:
        """Return the room for the inputs, and for the outputs if the sink is a file."""
        is_file = self.sink is not None and self.sink.kind == "file"
        outputs = self._file_bytes * (iterations + 1) if is_file else 0
        if self.window is not None and is_file:
            outputs = max(2 * self.window.most_left_bytes, self._file_bytes * self.window.members)
        return self._file_bytes + self._lead_bytes + 2 * self._check_bytes + outputs

    def file_count(self, iterations: int) -> int:
        """Return the number of files: three inputs, the sink, and what is kept of a check."""
        return 5

    def create(self) -> None:
        """Make the inputs that are not there yet."""
        write_once(self._input, lambda: self._fill("measured", self._file_bytes), call_bytes=self._call_bytes)
        write_once(self._lead_input, lambda: self._fill("lead-in", self._lead_bytes), call_bytes=self._call_bytes)
        write_once(self._check_input, lambda: self._fill("check", self._check_bytes))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the input, and the smaller one for the lead-in."""
        lead_input = self._input if whole_lead_in else self._lead_input
        return {"input": str(self._input), "lead_input": str(lead_input)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return an input of other bytes, whose name has a space and a letter outside ASCII."""
        return {"input": str(self._check_input), "lead_input": str(self._check_input)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Require that the worker counted the file's bytes and that the sink received exactly the file."""
        path = outputs / ARRIVED
        problems = []
        sent = checked.number("work")
        if sent != self._check_bytes:
            problems.append(f"says it delivered {sent} bytes of {self._check_bytes}")
        assert received is not None
        if (received.byte_count, received.sha256) != (self._check_bytes, self._right_sha256):
            right = b"".join(self._change(piece) for piece in self._fill("check", self._check_bytes))
            problems.append(f"what arrived {difference(content_of(path), right)}")
        path.unlink()
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test that the file goes through the method's own memory, or not, as its tags say."""
        return tag_problems(dialogue, self.prepare_check(outputs), self._check_bytes, method.tags, must_declare=False)

    @cached_property
    def _right_sha256(self) -> str:
        digest = hashlib.sha256()
        for piece in self._fill("check", self._check_bytes):
            digest.update(self._change(piece))
        return digest.hexdigest()
