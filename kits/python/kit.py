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
from collections.abc import Mapping
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Values = Mapping[str, str | int]  # not evaluated: Python 3.9 has no such unions

PROTOCOL = 1
REQUESTS, REPLIES = 3, 4

#: The signal that ends a process at once; the module `signal` is more than a kit needs.
SIGKILL = 9

#: An error repeats no more bytes of a word from outside than this.
MOST_SHOWN = 40

#: Clock readings that are searched for the smallest step.
CLOCK_READINGS = 1000

#: A worker sleeps until this long before a start time, and then only looks at the clock.
AWAKE_BEFORE_NS = 1_000_000

Item = TypeVar("Item")

# ---- Requests

_PAIR = re.compile(r"([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%(?!00)[0-9A-Fa-f]{2})*)")
_NUMBER = re.compile(r"[0-9]{1,18}")
_ESCAPE = re.compile(rb"%([0-9A-Fa-f]{2})")


class BadRequest(Exception):
    """A request that the contract does not allow; the message says why."""


class Pairs(dict[str, str]):
    """The pairs of a request."""

    #: The beginning of keys of which the work and its lead-in have one each.
    own = ""

    def text(self, key: str) -> str:
        """Return the value of a key that must be there."""
        if key not in self:
            raise BadRequest(f"{key} is missing")
        return self[key]

    def integer(self, key: str, least: int) -> int:
        """Return the value of a key that must be there and be a whole number of `least` or more."""
        text = self.text(key)
        if not _NUMBER.fullmatch(text) or int(text) < least:
            raise BadRequest(f"{key} is '{text[:MOST_SHOWN]}', not a whole number of {least} or more")
        return int(text)

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """Return the value of a key that must be there and be one of some words."""
        text = self.text(key)
        if text not in choices:
            raise BadRequest(f"{key} is '{text[:MOST_SHOWN]}', not {' or '.join(choices)}")
        return text

    def own_text(self, key: str) -> str:
        """Return the text of `key`, or for the lead-in that of `lead_KEY`."""
        return self.text(self.own + key)

    def own_integer(self, key: str, least: int) -> int:
        """Return the number of `key`, or for the lead-in that of `lead_KEY`."""
        return self.integer(self.own + key, least)

    def of_lead_in(self) -> Pairs:
        """Return the same pairs, seen from the lead-in."""
        pairs = Pairs(self)
        pairs.own = "lead_"
        return pairs


def decode(line: bytes) -> tuple[str, Pairs]:
    """Return the verb and the pairs of a line."""
    verb, *words = line.decode("ascii", "surrogateescape").split(" ")
    pairs = Pairs()
    for word in words:
        match = _PAIR.fullmatch(word)
        if match is None:
            raise BadRequest(f"'{word[:MOST_SHOWN]}' is no key=value")
        if match[1] in pairs:
            raise BadRequest(f"{match[1]} comes twice")
        raw = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode("ascii")), match[2].encode("ascii"))
        pairs[match[1]] = os.fsdecode(raw)
    return verb, pairs


# ---- Replies

_NOT_PLAIN = re.compile(rb"[^A-Za-z0-9._~/:,+-]")


def encode(verb: str, values: Values) -> bytes:
    """Return a reply as a line."""
    words = [verb.encode("ascii")]
    for key, value in values.items():
        raw = _NOT_PLAIN.sub(lambda byte: b"%%%02X" % byte[0][0], str(value).encode("utf-8", "surrogateescape"))
        words.append(key.encode("ascii") + b"=" + raw)
    return b" ".join(words) + b"\n"


def send(replies: BinaryIO, line: bytes) -> None:
    """Write all of a line: a pipe may take less at a time."""
    rest = memoryview(line)
    while rest:
        rest = rest[replies.write(rest) :]


def reason_of(error: Exception) -> str:
    """Return an error in one line: the path and the system's words, or the method's own words."""
    if isinstance(error, BadRequest):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else error.strerror
    import traceback  # here, since no worker that does well needs it

    traceback.print_exc()  # to the log: a mistake in a method is found by its line
    if isinstance(error, (RuntimeError, ValueError)):
        return str(error)
    return f"{type(error).__name__}: {error}"


# ---- Clock

now_ns = time.monotonic_ns


def clock_step_ns() -> int:
    """Return the smallest step of the clock that was seen."""
    readings = [now_ns() for _ in range(CLOCK_READINGS)]
    steps = [after - before for before, after in zip(readings, readings[1:]) if after > before]  # noqa: B905, RUF007
    return min(steps, default=1)


def wait_until(start_ns: int) -> None:
    """Return at a time of the clock, at once if it has passed; a sleep alone would end late."""
    while (left_ns := start_ns - AWAKE_BEFORE_NS - now_ns()) > 0:
        time.sleep(left_ns / 1e9)
    while now_ns() < start_ns:
        pass


# ---- Counters


class Scheduled:
    """A process as the scheduler counts it: its time on a CPU, and its time runnable but not running."""

    def __init__(self, process: int | str) -> None:
        """Keep the system's file open if there is one: opening it costs more than reading it."""
        try:
            self._file = os.open(f"/proc/{process}/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1

    def read(self) -> tuple[int, int] | None:
        """Return both; None if the system does not say."""
        if self._file < 0:
            return None
        try:
            ran_ns, queue_ns, _ = map(int, os.pread(self._file, 100, 0).split())
        except (OSError, ValueError):
            return None
        return (ran_ns, queue_ns) if ran_ns else None  # a system that does not count says 0


def usage() -> resource.struct_rusage:
    """Return CPU time, switches, faults and blocks read."""
    return resource.getrusage(resource.RUSAGE_SELF)


def spent(before: resource.struct_rusage, after: resource.struct_rusage) -> dict[str, int]:
    """Return the resources used between two readings."""
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


# ---- Windows


class Window:
    """A span of time that is filled with work, and the moments of that work."""

    def __init__(self, start_ns: int, end_ns: int, every_ns: int) -> None:
        """Take the span; pieces of work begin before its end, and are due at an interval, or (0) follow each other."""
        self.start_ns, self.end_ns, self.every_ns = start_ns, end_ns, every_ns
        #: The times at which each piece of work (a record, or an iteration) began and was done.
        self.moments = array.array("q")

    def next(self, number: int) -> int | None:
        """Wait until a piece of work is due, counted from 0; return when it was, None if the window is over."""
        if self.every_ns == 0:
            now = now_ns()
            return now if now < self.end_ns else None
        due_ns = self.start_ns + number * self.every_ns
        if due_ns >= self.end_ns:
            return None
        wait_until(due_ns)
        return due_ns if now_ns() < self.end_ns else None

    def write(self, path: str) -> None:
        """Write the moments to a file, as integers of the machine."""
        with open(path, "wb") as file:  # noqa: PTH123 (a kit loads no more than it needs)
            self.moments.tofile(file)


def window_of(pairs: Pairs) -> Window | None:
    """Return the window of a request, None if it has none."""
    if "end_ns" not in pairs:
        return None
    pairs.text("moments")
    every_ns = pairs.integer("every_ns", 1) if "every_ns" in pairs else 0
    return Window(pairs.integer("start_ns", 0), pairs.integer("end_ns", 1), every_ns)


# ---- Heap

#: Every so many pieces one is kept, so that the heap does not shrink to what it was.
KEPT_OF = 64

#: A piece for which an allocator does all that it put off when others were given back.
LARGE_BYTES = 65536

_kept: list[bytearray] = []


def use_heap(heap_bytes: int) -> int:
    """Take memory in pieces and give most of it back; return the bytes of all pieces."""
    pieces: list[bytearray] = []
    taken = 0
    while taken < heap_bytes:
        size = 16 + 97 * len(pieces) % 1000
        pieces.append(bytearray(b"x") * size)
        taken += size
    _kept.extend(pieces[::KEPT_OF])
    del pieces
    bytearray(LARGE_BYTES)
    return taken


# ---- Adapters


class Adapter:
    """The base of a job's adapter, jobs/JOB.py, which is named Job. The kit makes two: the work, and its lead-in."""

    #: The number that all iterations of the last iterate() gave, if the job has a proof.
    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Keep the module of the method, which holds its function."""
        self.method = method

    def prepare(self, pairs: Pairs) -> None:
        """Take over the paths and sizes of a level."""

    def arrange(self, iterations: int) -> None:
        """Make what must exist before the work."""

    def iterate(self, iterations: int) -> int:
        """Do the work; return the work done by all iterations together."""
        raise NotImplementedError

    def prove(self) -> None:
        """Work out the proof of the last iterate(), after its time was taken, if that takes a while."""

    def fill(self, window: Window) -> int:
        """Fill a window with work, iteration by iteration if the adapter knows no better; return the work done."""
        work = number = 0
        proof = None
        while (begins_ns := window.next(number)) is not None:
            work += self.iterate(1)
            window.moments.extend((begins_ns, now_ns()))
            if number and self.proof != proof:
                raise BadRequest("iterations gave unlike results")
            proof = self.proof
            number += 1
        return work

    def check(self, pairs: Pairs) -> Values:
        """Do one iteration, or die in the middle of it; return what proves it."""
        self.arrange(1)
        if "crash_after" in pairs:
            self.crash(pairs.integer("crash_after", 0))
        return {"work": self.iterate(1)}

    def crash(self, after: int) -> None:
        """Do one iteration, and end this process at once when the method has asked for so many records and one more."""
        raise BadRequest("crash_after is not for this job")


def numbered(prefix: str, count: int) -> list[str]:
    """Return so many texts that end in a number from 0 on."""
    return [f"{prefix}{index}" for index in range(count)]


def outputs(prefix: str, iterations: int) -> list[str]:
    """Return the output of each iteration."""
    return numbered(f"{prefix}.", iterations)


def letters(size: int) -> bytes:
    """Return so many bytes: the letters from a to z, again and again."""
    alphabet = b"abcdefghijklmnopqrstuvwxyz"
    return (alphabet * (size // len(alphabet) + 1))[:size]


def numbers_of(path: str) -> list[int]:
    """Return the numbers of a file that has one in each line."""
    with open(path, "rb") as file:  # noqa: PTH123 (a kit loads no more than it needs)
        return [int(line) for line in file]


def texts_of(path: str) -> list[str]:
    """Return the texts of a file in which a zero byte follows each."""
    with open(path, "rb") as file:  # noqa: PTH123
        return [os.fsdecode(text) for text in file.read().split(b"\0")[:-1]]


def crashing(items: Iterable[Item], count: int) -> Iterator[Item]:
    """Hand out so many items; this process ends at once, and leaves everything as it is, if another is asked for."""
    yield from islice(items, count)
    os.kill(os.getpid(), SIGKILL)
    os._exit(1)  # the first process of a sandbox is spared that signal


# ---- Verbs


class Kit:
    """The five verbs."""

    def __init__(self, job: str, work: Adapter, lead_in: Adapter) -> None:
        """Serve the job of that name."""
        self._job = job
        self._work = work
        self._lead_in = lead_in
        self._own = Scheduled("self")
        self._readers: dict[int, Scheduled] = {}
        self._is_prepared = False

    def answer(self, verb: str, pairs: Pairs) -> tuple[str, Values]:
        """Return the reply to a request."""
        if verb == "hello":
            return "hello", self._hello(pairs)
        if verb == "prepare":
            return "ready", self._prepare(pairs)
        if verb == "measure":
            return "sample", self._measure(pairs)
        if verb == "check":
            return "checked", self._check(pairs)
        if verb == "bye":
            return "bye", {}
        raise BadRequest(f"unknown verb '{verb[:MOST_SHOWN]}'")

    def _hello(self, pairs: Pairs) -> Values:
        version = pairs.integer("protocol", 0)
        if version != PROTOCOL:
            raise BadRequest(f"protocol is {version}, this kit speaks {PROTOCOL}")
        figures: dict[str, str | int] = {
            "protocol": PROTOCOL,
            "language": "python",
            "runtime": f"{platform.python_implementation()} {platform.python_version()}",
            "clock_step_ns": clock_step_ns(),
        }
        if "heap_bytes" in pairs:
            figures["heap_bytes"] = use_heap(pairs.integer("heap_bytes", 0))
        return figures

    def _prepare(self, pairs: Pairs) -> Values:
        self._is_prepared = False  # a request that fails midway leaves nothing to measure
        job = pairs.text("job")
        if job != self._job:
            raise BadRequest(f"job is '{job[:MOST_SHOWN]}', this worker does '{self._job}'")
        self._work.prepare(pairs)
        self._lead_in.prepare(pairs.of_lead_in())
        self._is_prepared = True
        return {}

    def _measure(self, pairs: Pairs) -> Values:
        self._require_prepared("measure")
        iterations = pairs.integer("iterations", 1)
        lead_in = pairs.integer("lead_in", 0)
        start_ns = pairs.integer("start_ns", 0) if "start_ns" in pairs else 0
        window = window_of(pairs)
        own, reader = self._own, self._reader_of(pairs)
        work, clock = self._work, now_ns
        work.arrange(iterations)
        work.proof = None
        if lead_in > 0:
            self._lead_in.arrange(lead_in)
            self._lead_in.iterate(lead_in)
        wait_until(start_ns)
        # The queue is read next to the clock: getrusage() may find that the worker's turn is over, and the wait for the
        # next one is no part of the work.
        before = usage()
        reader_before = reader.read() if reader is not None else None
        own_before = own.read()
        began_ns = clock()
        done = work.iterate(iterations) if window is None else work.fill(window)
        ended_ns = clock()
        own_after = own.read()
        reader_after = reader.read() if reader is not None else None
        after = usage()
        work.prove()
        figures: dict[str, str | int] = {"wall_ns": ended_ns - began_ns, "work": done, **spent(before, after)}
        if own_before is not None and own_after is not None:
            figures["queue_ns"] = own_after[1] - own_before[1]
        if reader_before is not None and reader_after is not None:
            figures["reader_ns"] = reader_after[0] - reader_before[0]
            figures["reader_queue_ns"] = reader_after[1] - reader_before[1]
        if work.proof is not None:
            figures["proof"] = work.proof
        if window is not None:
            window.write(pairs.text("moments"))
            figures["began_ns"] = began_ns
        return figures

    def _reader_of(self, pairs: Pairs) -> Scheduled | None:
        """Return the reader that a request names; None if it names none."""
        if "reader" not in pairs:
            return None
        process = pairs.integer("reader", 1)
        if process not in self._readers:
            self._readers[process] = Scheduled(process)
        return self._readers[process]

    def _check(self, pairs: Pairs) -> Values:
        self._require_prepared("check")
        return self._work.check(pairs)

    def _require_prepared(self, verb: str) -> None:
        if not self._is_prepared:
            raise BadRequest(f"{verb} before prepare")


# ---- The worker


def load(name: str, path: str) -> ModuleType:
    """Return the module in a file."""
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
            verb, reply = "error", encode("error", {"message": reason_of(error)})
        send(replies, reply)
        if verb == "bye":
            return


def main(arguments: list[str]) -> None:
    """Load the adapter and the method, then serve; a third argument is padding."""
    if len(arguments) < 2:
        sys.exit("usage: kit.py ADAPTER METHOD [PADDING]; iotrial starts it")
    adapter_path, method_path = arguments[:2]
    sys.dont_write_bytecode = True  # the folders of methods may be anybody's: nothing is left in them
    sys.modules["kit"] = sys.modules[__name__]  # `from kit import Adapter`, in an adapter of any tree
    folder, _, name = adapter_path.rpartition("/")
    sys.path.append(folder)  # for files that adapters of another tree share
    method, job = load("method", method_path), load("adapter", adapter_path).Job
    kit = Kit(name.removesuffix(".py"), job(method), job(method))
    with open(REQUESTS, "rb") as requests, open(REPLIES, "wb", buffering=0) as replies:
        serve(kit, requests, replies)


if __name__ == "__main__":
    main(sys.argv[1:])
