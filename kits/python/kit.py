"""The Python kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md."""

from __future__ import annotations

import array
import importlib.util
import os
import platform
import re
import resource
import sys
import time
import traceback
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, Protocol

if TYPE_CHECKING:
    Values = Mapping[str, str | int]  # not evaluated: Python 3.9 has no such unions

PROTOCOL = 1
REQUESTS, REPLIES = 3, 4

#: Clock readings looked at for the smallest step.
CLOCK_READINGS = 1000

#: A worker sleeps until this long before a start time, and then looks at the clock only.
AWAKE_BEFORE_NS = 2_000_000

_PAIR = re.compile(r"([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%[0-9A-Fa-f]{2})*)")
_NUMBER = re.compile(r"[0-9]{1,18}")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")
_NOT_PLAIN = re.compile(rb"[^A-Za-z0-9._~/:,+-]")


class BadRequest(Exception):
    """A request that the contract does not allow; the message says why."""


class Pairs(dict[str, str]):
    """The pairs of a request."""

    def text(self, key: str) -> str:
        """The value of a key that must be there."""
        if key not in self:
            raise BadRequest(f"{key} is missing")
        return self[key]

    def integer(self, key: str, least: int) -> int:
        """The value of a key that must be there and be a whole number of `least` or more."""
        text = self.text(key)
        if not _NUMBER.fullmatch(text) or int(text) < least:
            raise BadRequest(f"{key} is {text[:40]!r}, not a whole number of {least} or more")
        return int(text)

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """The value of a key that must be there and be one of some words."""
        text = self.text(key)
        if text not in choices:
            raise BadRequest(f"{key} is {text[:40]!r}, not {' or '.join(choices)}")
        return text


class Window:
    """A span of time that is filled with work, and the moments of that work."""

    def __init__(self, start_ns: int, end_ns: int, every_ns: int) -> None:
        """Nothing begins at the end or later; one piece of work is due each so often, or (0) one follows the other."""
        self.start_ns, self.end_ns, self.every_ns = start_ns, end_ns, every_ns
        #: When each piece of work (a record, or an iteration) began and when it was done.
        self.moments = array.array("q")

    def next(self, number: int) -> int | None:
        """Wait until the next piece of work is due, counted from 0; when it was due, None where the window is over."""
        if self.every_ns == 0:
            now = time.monotonic_ns()
            return now if now < self.end_ns else None
        due_ns = self.start_ns + number * self.every_ns
        if due_ns >= self.end_ns:
            return None
        wait_until(due_ns)
        return due_ns if time.monotonic_ns() < self.end_ns else None

    def write(self, path: str) -> None:
        """Write the moments to a file, as integers of the machine."""
        with open(path, "wb") as file:  # noqa: PTH123 (a kit loads no more than it needs)
            self.moments.tofile(file)


class Adapter(Protocol):
    """What a job's adapter, `jobs/JOB.py`, offers under the name Job; it is made with the method's module."""

    proof: int | None  # of the last `iterate`, where the job has one

    def prepare(self, pairs: Pairs) -> None:
        """Take over the paths and sizes of a level."""

    def arrange(self, iterations: int, lead_in: int) -> None:
        """Make what must exist before the work."""

    def lead_in(self, iterations: int) -> None:
        """Do the work on the lead-in inputs."""

    def iterate(self, iterations: int) -> int:
        """Do the work; the work done by all iterations together."""

    def check(self, pairs: Pairs) -> Values:
        """Do one iteration; what proves it."""


def iterate_until(adapter: Adapter, window: Window) -> int:
    """Fill a window with iterations; the work done. An adapter that knows better has a `fill` of its own."""
    work = number = 0
    proof = None
    while (begins_ns := window.next(number)) is not None:
        work += adapter.iterate(1)
        window.moments.extend((begins_ns, time.monotonic_ns()))
        if number and adapter.proof != proof:
            raise BadRequest("iterations gave unlike results")
        proof = adapter.proof
        number += 1
    return work


class Counters:
    """What the system counts for this process."""

    def __init__(self) -> None:
        """Keep the system's file open where there is one: opening it costs more than reading it."""
        try:
            self._schedstat = os.open("/proc/self/schedstat", os.O_RDONLY)
        except OSError:
            self._schedstat = -1

    def queue_ns(self) -> int | None:
        """Time runnable but not running; None where the system does not say."""
        if self._schedstat < 0:
            return None
        return int(os.pread(self._schedstat, 100, 0).split()[1])

    def usage(self) -> resource.struct_rusage:
        """CPU time, switches, faults and blocks read."""
        return resource.getrusage(resource.RUSAGE_SELF)


class Kit:
    """The five verbs, each a method that takes the pairs of its request and gives the reply."""

    def __init__(self, job: str, adapter: Adapter) -> None:
        """Serve one adapter, which does the job of that name."""
        self._job = job
        self._adapter = adapter
        self._counters = Counters()
        self._prepared = False

    def answer(self, verb: str, pairs: Pairs) -> tuple[str, Values]:
        """The reply to a request."""
        if verb == "hello":
            return "hello", self._hello(pairs)
        if verb == "prepare":
            self._prepare(pairs)
            return "ready", {}
        if verb == "measure":
            return "sample", self._measure(pairs)
        if verb == "check":
            self._require_prepared(verb)
            return "checked", self._adapter.check(pairs)
        if verb == "bye":
            return "bye", {}
        raise BadRequest(f"unknown verb {verb[:40]!r}")

    def _hello(self, pairs: Pairs) -> Values:
        version = pairs.integer("protocol", 0)
        if version != PROTOCOL:
            raise BadRequest(f"protocol is {version}, this kit speaks {PROTOCOL}")
        return {
            "protocol": PROTOCOL,
            "language": "python",
            "runtime": f"{platform.python_implementation()} {platform.python_version()}",
            "clock_step_ns": clock_step_ns(),
        }

    def _prepare(self, pairs: Pairs) -> None:
        self._prepared = False
        job = pairs.text("job")
        if job != self._job:
            raise BadRequest(f"job is {job[:40]!r}, this worker does {self._job!r}")
        self._adapter.prepare(pairs)
        self._prepared = True

    def _measure(self, pairs: Pairs) -> Values:
        self._require_prepared("measure")
        iterations = pairs.integer("iterations", 1)
        lead_in = pairs.integer("lead_in", 0)
        start_ns = pairs.integer("start_ns", 0) if "start_ns" in pairs else 0
        window = window_of(pairs) if "end_ns" in pairs else None
        adapter, counters, clock = self._adapter, self._counters, time.monotonic_ns
        adapter.arrange(iterations, lead_in)
        adapter.lead_in(lead_in)
        fill = getattr(adapter, "fill", None) or partial(iterate_until, adapter)
        wait_until(start_ns)
        queue_before_ns = counters.queue_ns()
        before = counters.usage()
        begin_ns = clock()
        work = adapter.iterate(iterations) if window is None else fill(window)
        end_ns = clock()
        after = counters.usage()
        queue_after_ns = counters.queue_ns()
        figures: dict[str, str | int] = {"wall_ns": end_ns - begin_ns, **spent(before, after), "work": work}
        if queue_before_ns is not None and queue_after_ns is not None:
            figures["queue_ns"] = queue_after_ns - queue_before_ns
        if adapter.proof is not None:
            figures["proof"] = adapter.proof
        if window is not None:
            window.write(pairs.text("moments"))
            figures["began_ns"] = begin_ns
        return figures

    def _require_prepared(self, verb: str) -> None:
        if not self._prepared:
            raise BadRequest(f"{verb} before prepare")


def spent(before: resource.struct_rusage, after: resource.struct_rusage) -> dict[str, int]:
    """What was used up between two readings."""
    figures = {
        "user_ns": round((after.ru_utime - before.ru_utime) * 1e6) * 1000,  # the system counts microseconds
        "system_ns": round((after.ru_stime - before.ru_stime) * 1e6) * 1000,
        "voluntary_switches": after.ru_nvcsw - before.ru_nvcsw,
        "involuntary_switches": after.ru_nivcsw - before.ru_nivcsw,
        "minor_faults": after.ru_minflt - before.ru_minflt,
        "major_faults": after.ru_majflt - before.ru_majflt,
    }
    if sys.platform == "linux":  # elsewhere the unit of ru_inblock is not 512 bytes
        figures["device_read_bytes"] = (after.ru_inblock - before.ru_inblock) * 512
    return figures


def window_of(pairs: Pairs) -> Window:
    """The window of a request that has one."""
    pairs.text("moments")
    every_ns = pairs.integer("every_ns", 1) if "every_ns" in pairs else 0
    return Window(pairs.integer("start_ns", 0), pairs.integer("end_ns", 1), every_ns)


def wait_until(start_ns: int) -> None:
    """Return at a time of the monotonic clock; at once where it has passed."""
    remaining_ns = start_ns - time.monotonic_ns()
    if remaining_ns > AWAKE_BEFORE_NS:
        time.sleep((remaining_ns - AWAKE_BEFORE_NS) / 1e9)
    while time.monotonic_ns() < start_ns:
        pass


def clock_step_ns() -> int:
    """The smallest step seen of the clock."""
    clock = time.monotonic_ns
    readings = [clock() for _ in range(CLOCK_READINGS)]
    steps = [after - before for before, after in zip(readings, readings[1:]) if after > before]  # noqa: B905, RUF007
    return min(steps, default=1)


def decode(line: bytes) -> tuple[str, Pairs]:
    """The verb and the pairs of a line."""
    try:
        verb, *words = line.decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise BadRequest("the request is not ASCII") from None
    pairs = Pairs()
    for word in words:
        match = _PAIR.fullmatch(word)
        if match is None:
            raise BadRequest(f"{word[:40]!r} is no key=value")
        raw = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode("ascii")), match[2].encode("ascii"))
        pairs[match[1]] = os.fsdecode(raw)
    return verb, pairs


def encode(verb: str, values: Values) -> bytes:
    """A reply as a line."""
    words = [verb.encode("ascii")]
    for key, value in values.items():
        raw = _NOT_PLAIN.sub(lambda byte: b"%%%02X" % byte[0][0], str(value).encode("utf-8", "surrogateescape"))
        words.append(key.encode("ascii") + b"=" + raw)
    return b" ".join(words) + b"\n"


def reason_of(error: Exception) -> str:
    """An error in one line: what the system said, with the path, or what kind of mistake it was."""
    if isinstance(error, BadRequest):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else error.strerror
    traceback.print_exc()  # to the log: a mistake in a method is found by its line
    return f"{type(error).__name__}: {error}"


def load(name: str, path: str) -> ModuleType:
    """The module in a file."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        sys.exit(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def serve(kit: Kit, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until one is `bye` or there are no more."""
    for line in requests:
        if not line.endswith(b"\n"):
            return
        verb = ""
        try:
            verb, pairs = decode(line[:-1])
            reply = encode(*kit.answer(verb, pairs))
        except Exception as error:
            reply = encode("error", {"message": reason_of(error)})
        rest = memoryview(reply)
        while rest:
            rest = rest[replies.write(rest) :]
        if verb == "bye":
            return


def main(arguments: list[str]) -> None:
    """Load the adapter and the method, then serve; a third argument is padding."""
    if len(arguments) < 2:
        sys.exit("usage: kit.py ADAPTER METHOD [PADDING]; iotrial starts it")
    adapter_path, method_path = arguments[:2]
    sys.dont_write_bytecode = True  # the folders of methods may be anybody's: nothing is left in them
    folder, _, name = adapter_path.rpartition("/")
    sys.path.append(folder)  # adapters share what they have in common
    job = name.removesuffix(".py")
    adapter: Adapter = load("adapter", adapter_path).Job(load("method", method_path))
    with open(REQUESTS, "rb") as requests, open(REPLIES, "wb", buffering=0) as replies:
        serve(Kit(job, adapter), requests, replies)


if __name__ == "__main__":
    main(sys.argv[1:])
