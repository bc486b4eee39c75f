"""Append to many logs: fresh folders of them; sizes are checked after every sample, bytes under `check`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Dialogue,
    Message,
    Method,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    contents_of,
    difference,
    fresh_folder,
    letters,
    process_io,
    remove_folder,
    scaled,
    spread,
)

#: A check writes no more records, and no more bytes, than this.
MOST_CHECK_RECORDS = 2_000
MOST_CHECK_BYTES = 4 << 20

#: The records that a probe of the guarantees writes: few enough for any buffer, several to each log.
PROBE_LOGS = 4
PROBE_RECORDS = 64
PROBE_RECORD_BYTES = 16


class Task(jobs.Task):
    """The job of appending to many logs: an iteration is one fresh folder of logs."""

    outputs: NumberedOutputs

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._logs = int(level["logs"])
        self._records = int(level["records"])
        self._record_bytes = int(level["record_bytes"])
        self._turns = str(level["turns"])
        self.works = (self._records,)
        self.open_files = None if level["open_files"] == "none" else int(level["open_files"])
        self._lead_records = scaled(self._records, LEAD_IN_SHARE)
        self._spread: set[Path] = set()  # folders of outputs whose file system was asked to spread new inodes
        self.outputs = NumberedOutputs(("logs", "leds"), self._records, self._lead_records, self._take, self._make)
        most = min(MOST_CHECK_RECORDS, max(3, MOST_CHECK_BYTES // self._record_bytes))
        self._check_records = min(self._records, most)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of one arm's logs of a sample and its lead-in, each a block larger than its content.

        They are removed before the next.
        """
        written = (self._records + self._lead_records) * self._record_bytes
        return iterations * (written + 2 * 4096 * min(self._logs, self._records + 1))

    def file_count(self, iterations: int) -> int:
        """Count a folder of logs for each iteration and lead-in."""
        return 2 * iterations * (self._logs + 1)

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the place, the numbers of logs and records, a record, the order of logs."""
        return {
            **self.outputs.pairs(outputs),
            "logs": self._logs,
            "records": self._records,
            "lead_records": self._records if whole_lead_in else self._lead_records,
            "record_bytes": self._record_bytes,
            "turns": self._turns,
        }

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a folder whose name has a space and a letter outside ASCII."""
        folder = outputs / "check é 1"
        _make_logs(folder.with_name(folder.name + ".0"), self._logs)
        return {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(folder),
            "records": self._check_records,
        }

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that every log holds its records, all of them and nothing else."""
        folder = outputs / "check é 1.0"
        contents = contents_of(folder)
        remove_folder(folder)
        problems = []
        written = checked.number("work")
        if written != self._check_records:
            problems.append(f"says it wrote {written} records of {self._check_records}")
        counts = _counts(self._logs, self._check_records, self._turns)
        record = letters(self._record_bytes, b"\n")
        if not_logs := sorted(set(contents) - {str(number) for number in range(self._logs)}):
            return [*problems, _not_logs(not_logs)]
        for number in range(self._logs):
            content, right = contents.get(str(number), b""), record * counts[number]
            if wrong := difference(content, right, record_bytes=self._record_bytes):
                return [*problems, f"the log '{number}' {wrong}"]
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe if each record leaves the process by itself."""
        folder = outputs / "probe.0"
        _make_logs(folder, PROBE_LOGS)
        pairs = {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(outputs / "probe"),
            "logs": PROBE_LOGS,
            "records": PROBE_RECORDS,
            "record_bytes": PROBE_RECORD_BYTES,
        }
        try:
            dialogue.begin("prepare", pairs)
            dialogue.end("prepare")
            before = process_io(dialogue.pid).get("syscw")
            dialogue.begin("check", {})
            dialogue.end("check")
            after = process_io(dialogue.pid).get("syscw")
        finally:
            remove_folder(folder)
        if before is None or after is None:
            return []
        each = after - before >= PROBE_RECORDS
        if method.guarantees.get("visible") == "each record" and not each:
            return [f"declares `visible: each record` and wrote {PROBE_RECORDS} records in {after - before} calls"]
        if method.guarantees.get("visible") == "at the end" and each:
            return ["declares `visible: at the end` and wrote each record by itself"]
        return []

    def _make(self, path: str) -> None:
        """Make a folder of empty logs."""
        folder = Path(path)
        if folder.parent not in self._spread:
            spread(folder.parent)
            self._spread.add(folder.parent)
        _make_logs(folder, self._logs)

    def _take(self, path: str, records: int) -> str | None:
        """Check that every log has its size and nothing else is there, and remove the folder."""
        with os.scandir(path) as entries:
            sizes = {entry.name: entry.stat(follow_symlinks=False).st_size for entry in entries}
        remove_folder(path)
        return self._difference(sizes, records)

    def _difference(self, sizes: Mapping[str, int], records: int) -> str | None:
        """Return how the sizes of logs differ from the right ones; None if they do not."""
        counts = _counts(self._logs, records, self._turns)
        right = {str(number): counts[number] * self._record_bytes for number in range(self._logs)}
        if sizes == right:
            return None
        if more := sorted(set(sizes) - set(right)):
            return _not_logs(more)
        name = next(name for name, size in right.items() if sizes.get(name) != size)
        return f"the log {name!r} has {sizes.get(name)} bytes instead of {right[name]}"


def _make_logs(folder: Path, logs: int) -> None:
    fresh_folder(folder)
    for number in range(logs):
        os.close(os.open(f"{folder}/{number}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _not_logs(names: list[str]) -> str:
    return f"{len(names)} files are there that are no log, {names[0]!r} among them"


@cache
def _counts(logs: int, records: int, turns: str) -> Counter[int]:
    """Count the records that each log gets (kits/PROTOCOL.md says which log is next)."""
    if turns == "round_robin":
        return Counter({log: records // logs + (log < records % logs) for log in range(logs)})
    return Counter(_skewed(index, logs) for index in range(records))


def _skewed(index: int, logs: int) -> int:
    drawn = (index * 1_103_515_245 + 12_345) % (1 << 31)
    squared = drawn * drawn >> 31
    return (squared * drawn >> 31) * logs >> 31
