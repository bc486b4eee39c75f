"""Append: fresh files of records; their sizes are looked at after every sample, their bytes under check."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import numpy as np

from iotrial.catalog.model import Method, Value
from iotrial.host.process_io import process_io
from iotrial.jobs.difference import difference
from iotrial.jobs.inputs import scaled
from iotrial.jobs.rotation import Rotation
from iotrial.probes.durable import probe_durable
from iotrial.units import parse_rate
from iotrial.workers import integrity, tagged, task
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received
from iotrial.workers.task import LEAD_IN_SHARE, Pairs

#: What a probe of the guarantees writes: few enough bytes for any buffer, enough records to tell them from none.
PROBE_RECORDS = 64
PROBE_RECORD_BYTES = 16
BEFORE = b"was here before\n"

#: A method that takes a lock has asked for it within this time; one that takes none has long ended.
PATIENCE_S = 5.0

#: Whether a record is lost where a log is cut depends on the moment, of which each window has a few.
ROTATED_TRIALS = 4

#: A check writes no more than this many bytes.
MOST_CHECK_BYTES = 1 << 20


class Task(task.Task):
    """One iteration is one fresh file of records; of several writers, one record of the file that they share."""

    shares_a_file = True

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._records = int(level["records"])
        self.works = (self._records,)
        self._record_bytes = int(level["record_bytes"])
        self._ending = str(level["ending"])
        self._lead_records = scaled(self._records, LEAD_IN_SHARE)
        writers = int(level["writers"])
        self._rotate = str(level["rotate"])
        per_second = parse_rate(level["arrival"])
        self.group_size = writers if writers > 1 or self._rotate != "no" or per_second else 0
        self.every_ns = round(writers * 1e9 / per_second) if per_second else 0
        self._rotation: Rotation | None = None
        self._windows = 0
        self.trials = 1 if self._rotate == "no" else ROTATED_TRIALS
        self._layout = tagged.Layout(self._record_bytes, newline=self._ending == "newline")
        self._check_records = min(self._records, max(3, MOST_CHECK_BYTES // self._record_bytes))
        least = self._layout.least_bytes
        if self.group_size and self._record_bytes < least:
            self.impossible = (
                f"record_bytes={self._record_bytes} leaves no room for the tags of records that are counted one by "
                f"one, which take {least} bytes"
            )
            self.possible = f"take record_bytes={least} or more, or one writer without rotation or arrivals"

    def space_bytes(self, iterations: int) -> int:
        """One arm's files of a sample and its lead-in; they are removed before the next."""
        if self.group_size:
            return max(2 * self.most_left_bytes, self.group_size * self._records * self._record_bytes)
        return self._records * self._record_bytes * iterations + (self._records * self._record_bytes * iterations) // 10

    def file_count(self, iterations: int) -> int:
        """A file for each iteration and lead-in."""
        return 2 * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Where to write, how many records, and what a record is."""
        return {
            "job": "append",
            "output": str(outputs / "log"),
            "lead_output": str(outputs / "led"),
            "records": self._records,
            "lead_records": self._records if whole_lead_in else self._lead_records,
            "record_bytes": self._record_bytes,
            "ending": self._ending,
        }

    def prepare_check(self, outputs: Path) -> Pairs:
        """The same, to a name with a space and a letter outside ASCII."""
        pairs = self.prepare(outputs, whole_lead_in=True)
        path = outputs / "check é 1"
        path.with_name(path.name + ".0").write_bytes(b"")
        return {**pairs, "output": str(path), "records": self._check_records}

    def before(self, outputs: Path, iterations: int, lead_in: int) -> None:
        """Empty files for the work and the lead-in."""
        for name, count in (("log", iterations), ("led", lead_in)):
            for index in range(count):
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
                os.close(os.open(f"{outputs}/{name}.{index}", flags, 0o600))

    def after(self, outputs: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """Every file has its size; all of them go."""
        problem = None
        lead_records = self._records if whole_lead_in else self._lead_records
        for name, count, records in (("log", iterations, self._records), ("led", lead_in, lead_records)):
            for index in range(count):
                path = f"{outputs}/{name}.{index}"
                size = os.stat(path).st_size
                if size != records * self._record_bytes:
                    problem = f"a file has {size} bytes instead of {records * self._record_bytes}"
                os.unlink(path)
        return problem

    def prepare_member(self, outputs: Path, number: int) -> Pairs:
        """The file that all writers share, and who this one is."""
        records = 1 if self.every_ns else self._records
        return {**self.prepare(outputs, whole_lead_in=False), "records": records, "writer": number}

    @property
    def piece_work(self) -> int:
        """A record."""
        return 1

    def before_window(self, outputs: Path) -> None:
        """One empty file."""
        self.before(outputs, 1, 0)

    def meanwhile(self, outputs: Path, window: tuple[int, int]) -> AbstractContextManager[object]:
        """The log is cut, where the level says so."""
        if self._rotate == "no":
            return nullcontext()
        self._windows += 1
        self._rotation = Rotation(outputs / "log.0", self._rotate, window, self._windows)
        return self._rotation

    def after_window(self, outputs: Path, moments: Sequence[tagged.Integers]) -> task.Left:
        """Count every record, whoever wrote it and in whichever file it is."""
        cut = self._rotation.files if self._rotation is not None else []
        contents = []
        for path in [*(path for path, _ in cut), outputs / "log.0"]:
            contents.append(path.read_bytes())
            path.unlink()
        found = [tagged.find(content, self._layout) for content in contents]
        counted = integrity.count(found, [len(own) for own in moments], self._layout)
        moved = [(file, done_ns) for file, (_, done_ns) in zip(found, cut, strict=False)]
        return task.Left(
            integrity=counted,
            writer=np.concatenate([file.writer for file in found]),
            sequence=np.concatenate([file.sequence for file in found]),
            byte_count=sum(map(len, contents)),
            astray=sum(integrity.begun_after(file, moments, done_ns) for file, done_ns in moved) if cut else None,
        )

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """The file holds the records, all of them and nothing else."""
        path = outputs / "check é 1.0"
        content = path.read_bytes()
        path.unlink()
        problems = []
        written = checked.number("work")
        if written != self._check_records:
            problems.append(f"says it wrote {written} records of {self._check_records}")
        right = self._record() * self._check_records
        if wrong := difference(content, right, record_bytes=self._record_bytes):
            problems.append(f"the file {wrong}")
        return problems

    def probe(self, dialogue: task.Dialogue, outputs: Path, method: Method) -> list[str]:
        """Durable, append, visible and lock, as far as the system lets them be seen."""
        path = outputs / "probe.0"
        pairs = {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(outputs / "probe"),
            "records": PROBE_RECORDS,
            "record_bytes": PROBE_RECORD_BYTES,
        }
        dialogue.begin("prepare", pairs)
        dialogue.end("prepare")
        path.write_bytes(b"")
        try:
            return [
                *probe_durable(dialogue, outputs, method, PROBE_RECORDS, "record"),
                *_probe_append(dialogue, path, method),
                *_probe_lock(dialogue, path, method),
            ]
        finally:
            path.unlink(missing_ok=True)

    def _record(self) -> bytes:
        letters = bytes(ord("a") + index % 26 for index in range(26))
        record = (letters * (self._record_bytes // 26 + 1))[: self._record_bytes]
        return record[:-1] + b"\n" if self._ending == "newline" else record


def _probe_append(dialogue: task.Dialogue, path: Path, method: Method) -> list[str]:
    """Whether what was in the file stays, and whether each record leaves the process by itself."""
    path.write_bytes(BEFORE)
    before = process_io(dialogue.pid).get("syscw")
    dialogue.begin("check", {})
    dialogue.end("check")
    after = process_io(dialogue.pid).get("syscw")
    problems = []
    kept = path.read_bytes().startswith(BEFORE)
    if method.guarantees.get("append") == "yes" and not kept:
        problems.append("declares `append: yes` and did not keep what was in the file")
    if method.guarantees.get("append") == "no" and kept:
        problems.append("declares `append: no` and kept what was in the file")
    if before is not None and after is not None:
        each = after - before >= PROBE_RECORDS
        if method.guarantees.get("visible") == "each record" and not each:
            problems.append(
                f"declares `visible: each record` and wrote {PROBE_RECORDS} records in {after - before} calls"
            )
        if method.guarantees.get("visible") == "at the end" and each:
            problems.append("declares `visible: at the end` and wrote each record by itself")
    return problems


def _probe_lock(dialogue: task.Dialogue, path: Path, method: Method) -> list[str]:
    """Whether the method waits for a lock that somebody else holds."""
    declared = method.guarantees.get("lock")
    if declared is None or not Path("/proc/locks").exists():
        return []
    path.write_bytes(b"")
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        dialogue.begin("check", {})
        end = time.monotonic() + PATIENCE_S
        waits = False
        while not waits and time.monotonic() < end and not dialogue.has_answered(0.002):
            waits = _is_waiting(dialogue.pid)
        fcntl.flock(file, fcntl.LOCK_UN)
        dialogue.end("check")
    if waits and declared == "none":
        return ["declares `lock: none` and waited for a lock"]
    if not waits and declared != "none":
        return [f"declares `lock: {declared}` and did not wait for a lock that another process held"]
    return []


def _is_waiting(pid: int | None) -> bool:
    """Whether a process waits for a lock on a file."""
    lines = Path("/proc/locks").read_text().splitlines()
    return any("->" in line and f" {pid} " in line for line in lines)
