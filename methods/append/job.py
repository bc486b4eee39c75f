"""Append: fresh files of records; their sizes are checked after every sample, their bytes under `check`."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    CRASH_UNITS,
    LEAD_IN_SHARE,
    Dialogue,
    Impossible,
    Layout,
    Left,
    Message,
    Method,
    Moments,
    NumberedOutputs,
    Pairs,
    Received,
    Rotation,
    Value,
    Window,
    changing,
    content_of,
    count_records,
    difference,
    letters,
    log_bytes,
    log_content,
    lost_in_crash,
    parse_rate,
    probe_durable,
    probe_lock_kept,
    process_io,
    remove_log,
    remove_rotated,
    rewrite,
    room_for,
    rotated,
    scaled,
    size_of,
)

#: The records that a probe of the guarantees writes: few enough for any buffer, enough to tell them from none.
PROBE_RECORDS = 64
PROBE_RECORD_BYTES = 16
BEFORE = b"was here before\n"

#: A method that takes a lock has asked for it within this time; one that takes none ended long before.
PATIENCE_S = 5.0

#: A record may or may not be lost if a log is cut, or between hosts. That depends on the moment, and each window has
#: only a few.
UNSURE_TRIALS = 4

#: A check writes no more than this many bytes.
MOST_CHECK_BYTES = 1 << 20

#: Several writers write no more than this in a window, a quarter of a second.
MOST_WINDOW_BYTES = 1 << 30


class Writers(Window):
    """Several writers of one file, which may be cut and started anew meanwhile; a piece of work is one record."""

    def __init__(self, level: Mapping[str, Value], layout: Layout) -> None:
        self._rotate = str(level["rotate"])
        per_second = parse_rate(level["arrival"])
        members, hosts = int(level["writers"]), int(level["hosts"])
        super().__init__(
            members,
            piece_work=1,
            every_ns=round(members * 1e9 / per_second) if per_second else 0,
            trials=1 if self._rotate == "no" and hosts == 1 else UNSURE_TRIALS,
            shares_a_file=True,
            hosts=hosts,
        )
        self._layout = layout
        self._rotation: Rotation | None = None
        self._windows = self._made = 0

    def prepare(self, pairs: Pairs, number: int) -> Pairs:
        """Return the request's keys: the file that all writers share, and this writer's number."""
        own: Pairs = {"records": 1 if self.every_ns else pairs["records"], "writer": number}
        if self.hosts > 1:  # a host may keep a name in mind, and with it the file that had it before
            assert isinstance(pairs["output"], str)
            own["output"] = f"{pairs['output']}-{self._made}"
        return {**pairs, **own}

    def make(self, outputs: Path) -> None:
        """Make one empty file."""
        self._made += 1
        _make(os.fspath(self._log(outputs)))

    def _log(self, outputs: Path) -> Path:
        return outputs / (f"log-{self._made}.0" if self.hosts > 1 else "log.0")

    def meanwhile(self, outputs: Path, bounds: tuple[int, int]) -> AbstractContextManager[object]:
        """Cut the log meanwhile, if the level says so."""
        if self._rotate == "no":
            return nullcontext()
        self._windows += 1
        self._rotation = Rotation(self._log(outputs), self._rotate, bounds, self._windows)
        return self._rotation

    def take(self, outputs: Path, moments: Moments) -> Left:
        """Count every record, whoever wrote it and in whichever file it is."""
        cut = self._rotation.files if self._rotation is not None else []
        contents = []
        cut_off = [path for path, _ in cut]
        for path in cut_off:
            contents.append(content_of(path, MOST_WINDOW_BYTES))
            path.unlink()
        log = self._log(outputs)
        own = rotated(log)  # by a method that cuts its log itself
        contents.append(b"".join(content_of(path, MOST_WINDOW_BYTES) for path in (*own, log)))
        for path in (*own, log):
            path.unlink()
        return count_records(contents, moments, self._layout, [done_ns for _, done_ns in cut])


class Task(jobs.Task):
    """The job of appending: an iteration is one fresh file of records; with several writers, one record of theirs."""

    outputs: NumberedOutputs

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._level, self._inputs = level, inputs
        self._records = int(level["records"])
        self.works = (self._records,)
        self._record_bytes = int(level["record_bytes"])
        self._ending = str(level["ending"])
        self.crash_differs_by = self.probe_differs_by = self._ending
        self._lead_records = scaled(self._records, LEAD_IN_SHARE)
        self.outputs = NumberedOutputs(("log", "led"), self._records, self._lead_records, self._take, _make)
        self._check_records = min(self._records, max(3, MOST_CHECK_BYTES // self._record_bytes))
        if int(level["writers"]) > 1 or level["rotate"] != "no" or parse_rate(level["arrival"]):
            layout = Layout(self._record_bytes, newline=self._ending == "newline")
            self.window = Writers(level, layout)
            if self._record_bytes < layout.least_bytes:
                self.impossible = Impossible(
                    f"record_bytes={self._record_bytes} leaves no room for the tags of records that are counted one "
                    f"by one, which take {layout.least_bytes} bytes",
                    f"take record_bytes={layout.least_bytes} or more, or one writer without rotation or arrivals",
                )
        self.impossible = self.impossible or _why_not_from_hosts(level)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of one arm's files of a sample and its lead-in; they are removed before the next."""
        if self.window is not None:
            return max(2 * self.window.most_left_bytes, self.window.members * self._records * self._record_bytes)
        return self._records * self._record_bytes * iterations + (self._records * self._record_bytes * iterations) // 10

    def file_count(self, iterations: int) -> int:
        """Count a file for each iteration and lead-in."""
        return 2 * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the file to write, the number of records, and what a record is."""
        return {
            **self.outputs.pairs(outputs),
            "records": self._records,
            "lead_records": self._records if whole_lead_in else self._lead_records,
            "record_bytes": self._record_bytes,
            "ending": self._ending,
        }

    def fewer(self, units: int) -> jobs.Task | None:
        """Return the job with fewer records; None for several writers, whose records have tags of their own."""
        return Task({**self._level, "records": units}, self._inputs) if self.window is None else None

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a name with a space and a letter outside ASCII."""
        pairs = self.prepare(outputs, whole_lead_in=True)
        path = outputs / "check é 1"
        rewrite(path.with_name(path.name + ".0"))
        return {**pairs, "output": str(path), "records": self._check_records}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the file holds the records, all of them and nothing else."""
        path = outputs / "check é 1.0"
        content = log_content(path, room_for(self._check_records * self._record_bytes))
        remove_log(path)
        problems = []
        written = checked.number("work")
        if written != self._check_records:
            problems.append(f"says it wrote {written} records of {self._check_records}")
        right = letters(self._record_bytes, b"\n" if self._ending == "newline" else b"") * self._check_records
        if wrong := difference(content, right, record_bytes=self._record_bytes):
            problems.append(f"the file {wrong}")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe the guarantees durable, append, visible and lock, as far as the system shows them."""
        path = self._prepare_probe(dialogue, outputs, PROBE_RECORDS)
        try:
            return [
                *probe_durable(dialogue, outputs, method, PROBE_RECORDS, "record"),
                *probe_lock_kept(dialogue, outputs, method, PROBE_RECORDS),
                *_probe_append(dialogue, path, method),
                *_probe_lock(dialogue, path, method),
            ]
        finally:
            remove_log(path)

    def crash(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe if a record that others can see stays when the process dies."""
        if method.guarantees.get("visible") != "each record":
            return []
        path = self._prepare_probe(dialogue, outputs, CRASH_UNITS + 1)
        try:
            return lost_in_crash(
                dialogue, "visible: each record", "records", lambda: log_bytes(path) // PROBE_RECORD_BYTES
            )
        finally:
            remove_log(path)

    def _prepare_probe(self, dialogue: Dialogue, outputs: Path, records: int) -> Path:
        """Tell the worker to write some short records; return the file, which is empty."""
        pairs = {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(outputs / "probe"),
            "records": records,
            "record_bytes": PROBE_RECORD_BYTES,
        }
        dialogue.begin("prepare", pairs)
        dialogue.end("prepare")
        path = outputs / "probe.0"
        rewrite(path)
        return path

    def _take(self, path: str, records: int) -> str | None:
        """Check that the file has its size, and remove it."""
        right = records * self._record_bytes
        size = size_of(path)
        if size == right:
            os.unlink(path)
            return None
        size = log_bytes(Path(path))  # what a method rotates is looked for if something is missing
        remove_log(Path(path))
        return f"a file has {size} bytes instead of {right}" if size != right else None


def _why_not_from_hosts(level: Mapping[str, Value]) -> Impossible | None:
    """Say why writers cannot be on as many hosts as a level says; None if they can."""
    hosts, writers = int(level["hosts"]), int(level["writers"])
    if hosts > writers:
        return Impossible(f"{hosts} hosts are more than {writers} writer{'s' * (writers > 1)}", f"take writers={hosts}")
    if hosts > 1 and level["rotate"] != "no":
        return Impossible("a log is cut on one host only: no rotation with several", "leave out rotate, or hosts")
    return None


def _make(path: str) -> None:
    """Make an empty file."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _probe_append(dialogue: Dialogue, path: Path, method: Method) -> list[str]:
    """Probe if the earlier bytes of the log stay, and if each record leaves the process by itself."""
    remove_rotated(path)
    rewrite(path, BEFORE)
    before = process_io(dialogue.pid).get("syscw")
    dialogue.begin("check", {})
    dialogue.end("check")
    after = process_io(dialogue.pid).get("syscw")
    problems = []
    kept = log_content(path).startswith(BEFORE)
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


def _probe_lock(dialogue: Dialogue, path: Path, method: Method) -> list[str]:
    """Probe if the method waits for a lock that somebody else holds, of either kind: that of flock() or of fcntl()."""
    declared = method.guarantees.get("lock")
    if declared is None or not Path("/proc/locks").exists():
        return []
    remove_rotated(path)
    rewrite(path)
    with changing(path) as file:
        if not _has_locked(file.fileno()):
            return ["kept a lock on the file after it was done"]
        dialogue.begin("check", {})
        end = time.monotonic() + PATIENCE_S
        waits = has_answered = False
        while not waits and not has_answered and time.monotonic() < end:
            has_answered = dialogue.has_answered(0.002)
            waits = not has_answered and _is_waiting(dialogue.pid)
        fcntl.flock(file, fcntl.LOCK_UN)
        fcntl.lockf(file, fcntl.LOCK_UN)
        dialogue.end("check")
    if waits and declared == "none":
        return ["declares `lock: none` and waited for a lock"]
    # Of a file system whose server has the locks the system does not show who waits: whoever waits does not answer.
    if has_answered and declared != "none":
        return [f"declares `lock: {declared}` and did not wait for a lock that another process held"]
    return []


def _has_locked(file: int) -> bool:
    """Lock a file that nobody works with any more, in both ways; return if that could be done.

    Where both are one lock, as on a file system whose server has them, the one keeps us from the other, and is enough.
    """
    end = time.monotonic() + PATIENCE_S
    while True:
        if _is_locked_by(fcntl.flock, file):
            if _is_locked_by(fcntl.lockf, file):
                return True
            fcntl.flock(file, fcntl.LOCK_UN)
            if _is_locked_by(fcntl.lockf, file):
                return True
        if time.monotonic() > end:
            return False
        time.sleep(0.002)


def _is_locked_by(lock: Callable[[int, int], object], file: int) -> bool:
    """True if a file could be locked by one of the two calls."""
    try:
        lock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter is an answer of fcntl(), too
        return False
    return True


def _is_waiting(pid: int | None) -> bool:
    """True if a process waits for a lock on a file."""
    lines = Path("/proc/locks").read_text().splitlines()
    return any("->" in line and f" {pid} " in line for line in lines)
