"""Scan: a file of counted records of integers; the sum over all of them is known."""

from __future__ import annotations

import random
import re
import shutil
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Dialogue,
    Impossible,
    Message,
    Method,
    Observation,
    Observed,
    Pairs,
    Received,
    Value,
    WorkerFailed,
    cut_while_read,
    expected_found,
    kept_input,
    scaled,
    tag_problems,
    write_once,
)

#: The article's record: a count, then the integers 0 to 511.
INTEGERS = 512
RECORD = struct.pack(f"<{INTEGERS + 1}i", INTEGERS, *range(INTEGERS))
RECORD_SUM = sum(range(0, INTEGERS, 2)) + 2 * sum(range(1, INTEGERS, 2))

#: A file that is cut has at least this many bytes, so that half of it is larger than the page in which it is cut.
LEAST_CUT_BYTES = 1 << 20

#: A check's file has records of other lengths and values, and ends in a part record of this many bytes.
MOST_CHECK_RECORDS = 2_000
REST_BYTES = 1_001


class Task(jobs.Task):
    """The job of scanning: an iteration reads the file and sums it."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._records = int(level["records"])
        self._lead_records = scaled(self._records, LEAD_IN_SHARE)
        self._check_records = min(self._records, MOST_CHECK_RECORDS)
        self.works = (self._records * INTEGERS,)
        self.proof = self._records * RECORD_SUM
        kept = kept_input(level, inputs / "integers", self._records, self._lead_records, len(RECORD) * self._records)
        self._input, self._lead_input, self._call_bytes, self.warm, self.cold = kept
        self._check_input = inputs / f"integers-{self._check_records}-check-é 1"
        if self.cold is not None and not self._records:
            self.impossible = Impossible("an empty file is never cold")
        self._cut_input = inputs / "integers-cut"
        if str(level.get("cut", "never")) == "halfway":
            self.observed = Observed(self._observe)
            self.impossible = self._why_not_cut()

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the three inputs."""
        copies = 2 if self.observed is not None else 1
        return len(RECORD) * (copies * self._records + self._lead_records + self._check_records + 1)

    def file_count(self, iterations: int) -> int:
        """Count the three inputs, and a copy to be cut."""
        return 4

    def create(self) -> None:
        """Make the inputs that are not there yet."""
        write_once(self._input, lambda: _article(self._records), call_bytes=self._call_bytes)
        write_once(self._lead_input, lambda: _article(self._lead_records), call_bytes=self._call_bytes)
        write_once(self._check_input, lambda: (piece for piece, _, _ in _various(self._check_records)))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the input and the smaller one for the lead-in."""
        lead_input = self._input if whole_lead_in else self._lead_input
        return {"input": str(self._input), "lead_input": str(lead_input)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a file in which no two records are alike."""
        return {"input": str(self._check_input), "lead_input": str(self._check_input)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that integers, sum and rest are those of the check's file."""
        integers, total = _answer(self._check_records)
        problems = []
        for what, found, right in (
            ("integers", checked.number("work"), integers),
            ("the sum", checked.number("proof"), total),
            ("bytes of a part record", checked.number("rest_bytes"), REST_BYTES if self._check_records else 0),
        ):
            if found != right:
                problems.append(f"{what}: {expected_found(right, found)}")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe if the file goes through the method's own memory, as its tags say."""
        check_bytes = self._check_input.stat().st_size
        return tag_problems(dialogue, self.prepare_check(outputs), check_bytes, method.tags, must_declare=True)

    def _observe(self, dialogue: Dialogue, outputs: Path) -> Observation:
        """Cut the file to half its size when the method is about to read it or has mapped it; return the outcome."""
        path = self._cut_input
        half = len(RECORD) * (self._records // 2) + len(RECORD) // 2  # within a record, as a cut would be
        shutil.copyfile(self._input, path)
        try:
            dialogue.begin("prepare", {"input": str(path), "lead_input": str(path)})
            dialogue.end("prepare")
            cut_while_read(dialogue, "check", path, half)
            return self._outcome(dialogue.end("check"), half)
        except WorkerFailed as failure:
            if failure.alive:
                return Observation(code="error", text=f"error: {str(failure).replace(str(path), path.name)}")
            ended = re.match(r"was killed by (?P<by>\w+( \d+)?)|(?P<how>ended with status \d+)", str(failure))
            if ended is None:
                raise
            return Observation(code="died", text=ended["by"] or ended["how"])
        finally:
            path.unlink(missing_ok=True)

    def _outcome(self, checked: Message, half: int) -> Observation:
        """Judge the worker's answer: all of the file, the part that was left, or something else."""
        left, rest_bytes = divmod(half, len(RECORD))
        integers, total = checked.number("work"), checked.number("proof")
        of = f"{integers:,} of {self._records * INTEGERS:,} integers"
        if (integers, total) == (self._records * INTEGERS, self.proof):
            return Observation(code="whole", text=f"{of}: it had read all of it before the cut")
        if (integers, total) == (left * INTEGERS, left * RECORD_SUM):
            same = checked.number("rest_bytes") == rest_bytes
            return Observation(code="short", text=f"{of}, no error" + ("" if same else ", and a wrong rest"))
        return Observation(code="wrong", text=f"{of} and a wrong sum, no error")

    def _why_not_cut(self) -> Impossible | None:
        if self.cold is not None:
            return Impossible("a file that is cut is looked at and not timed, and may as well be warm")
        if len(RECORD) * self._records < LEAST_CUT_BYTES:
            return Impossible(f"a file that is cut takes {-(-LEAST_CUT_BYTES // len(RECORD))} records or more")
        return None


@cache
def _answer(records: int) -> tuple[int, int]:
    """Return integers and sum of the check's file."""
    integers = total = 0
    for _, piece_integers, piece_sum in _various(records):
        integers += piece_integers
        total += piece_sum
    return integers, total


def _article(records: int) -> Iterator[bytes]:
    """Yield the article's file, about a mebibyte at a time."""
    whole, rest = divmod(records, 512)
    for _ in range(whole):
        yield RECORD * 512
    yield RECORD * rest


def _various(records: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield records of many lengths and values, each with its integers and sum; last a part record, with neither."""
    source = random.Random("scan")
    for index in range(records):
        count = INTEGERS if index % 3 == 0 else source.randint(1, INTEGERS)
        values = struct.unpack(f"<{count}i", source.randbytes(4 * count))
        total = sum(values[0::2]) + 2 * sum(values[1::2])
        yield struct.pack(f"<{count + 1}i", count, *values), count, total
    if records:
        yield RECORD[:REST_BYTES], 0, 0
