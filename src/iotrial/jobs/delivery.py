"""What `deliver` and `transform` share: one input file, and a sink that must receive the right bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from iotrial.catalog.model import Method, Value
from iotrial.jobs.difference import difference
from iotrial.jobs.inputs import scaled, write_once
from iotrial.probes.copied import tag_problems
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received
from iotrial.workers.task import LEAD_IN_SHARE, Dialogue, Pairs, Task

#: A check need not move as many bytes as a sample, but more than any buffer holds, and an odd number of them.
MOST_CHECK_BYTES = 3_000_001


#: The file in an arm's folder that a check's bytes are kept in, so that the first wrong one can be shown.
ARRIVED = "arrived"


class Delivery(Task):
    """One file of `file_bytes` sent to a sink."""

    arrived = ARRIVED

    def __init__(
        self,
        job: str,
        level: Mapping[str, Value],
        inputs: Path,
        fill: Callable[[str, int], Iterator[bytes]],
        change: Callable[[bytes], bytes] = bytes,
    ) -> None:
        self._job = job
        self._fill = fill
        self._change = change
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._file_bytes,)
        self.sink = str(level["sink"])
        clients = int(level["clients"])
        self.group_size = clients if clients > 1 else 0
        self._lead_bytes = scaled(self._file_bytes, LEAD_IN_SHARE)
        self._check_bytes = min(self._file_bytes, MOST_CHECK_BYTES)
        self._input = inputs / f"{job}-{self._file_bytes}"
        self._lead_input = inputs / f"{job}-{self._lead_bytes}"
        self._check_input = inputs / f"{job}-{self._check_bytes}-check-é 1"
        self.is_warm = str(level.get("cache", "warm")) == "warm"
        if self.is_warm:
            self.resident = (self._input, self._lead_input)
        else:
            self._lead_input = inputs / f"{job}-{self._lead_bytes}-lead"  # reading one must not warm the other
            self.cold, self.cold_bytes = (self._input, self._lead_input), self._file_bytes
            self.impossible = None if self._file_bytes else "an empty file is never cold"

    def space_bytes(self, iterations: int) -> int:
        """The inputs, and the outputs where the sink is a file."""
        outputs = self._file_bytes * (iterations + 1) if self.sink == "file" else 0
        if self.group_size and self.sink == "file":
            outputs = max(2 * self.most_left_bytes, self._file_bytes * self.group_size)
        return self._file_bytes + self._lead_bytes + 2 * self._check_bytes + outputs

    def file_count(self, iterations: int) -> int:
        """Three inputs, the sink, and what is kept of a check."""
        return 5

    def create(self) -> None:
        """Make the inputs that are not there yet."""
        write_once(self._input, lambda: self._fill("measured", self._file_bytes))
        write_once(self._lead_input, lambda: self._fill("lead-in", self._lead_bytes))
        write_once(self._check_input, lambda: self._fill("check", self._check_bytes))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """The input and the smaller one for the lead-in."""
        lead_input = self._input if whole_lead_in else self._lead_input
        return {"job": self._job, "input": str(self._input), "lead_input": str(lead_input)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """An input of other bytes, under a name with a space and a letter outside ASCII."""
        return {"job": self._job, "input": str(self._check_input), "lead_input": str(self._check_input)}

    def sink_bytes(self, iterations: int, lead_in: int, *, whole_lead_in: bool) -> int:
        """Every iteration's file."""
        return self._file_bytes * iterations + (self._file_bytes if whole_lead_in else self._lead_bytes) * lead_in

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """The worker's count is that of the file, and what arrived at the sink is the file."""
        path = outputs / ARRIVED
        problems = []
        sent = checked.number("work")
        if sent != self._check_bytes:
            problems.append(f"says it delivered {sent} bytes of {self._check_bytes}")
        assert received is not None
        if (received.byte_count, received.sha256) != (self._check_bytes, self._right_sha256):
            right = b"".join(self._change(piece) for piece in self._fill("check", self._check_bytes))
            problems.append(f"what arrived {difference(path.read_bytes(), right)}")
        path.unlink()
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Whether the file goes through the method's own memory, as its tags say."""
        return tag_problems(dialogue, self.prepare_check(outputs), self._check_bytes, method.tags, must_declare=False)

    @cached_property
    def _right_sha256(self) -> str:
        digest = hashlib.sha256()
        for piece in self._fill("check", self._check_bytes):
            digest.update(self._change(piece))
        return digest.hexdigest()
