"""A kit that keeps the contract, but for what the hooks of a method file do to it.

A method file holds any of these hooks; what it does not hold is done as it should be:

    start()                               called before anything is answered
    before(verb, since)                   called before a request is answered
    after(verb, line, since)              given the honest reply as a line, returns the line to send
    append(path, records, since)           does the work

`since` counts the measures since it became time to misbehave, which is 0 at the n-th `measure` and below 0 before it.
n is FIRST_FAULT in the method file (1 where it has none, 0: before any), and the environment variable
BROKEN_FIRST_FAULT sets another. Each worker counts for itself; where BROKEN_STATE names a folder, all workers of a
method count together, so that a fault can lie in the middle of a run.

It imports little: a run of many methods starts it hundreds of times.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable
from types import ModuleType

Pairs = dict[str, str]


class Work:
    """The adapter and the method together, and the number of times it was measured."""

    def __init__(self, adapter: ModuleType, hooks: ModuleType, name: str) -> None:
        self.adapter, self.hooks, self.name = adapter, hooks, name
        self.level: Pairs = {}
        self.measures = 0

    def count(self) -> None:
        """One more measure, of this worker or of all that share the state."""
        folder = os.environ.get("BROKEN_STATE")
        if folder is None:
            self.measures += 1
            return
        with open(os.path.join(folder, self.name), "ab") as state:  # a byte a measure: its size is the count
            state.write(b".")
            state.flush()
            self.measures = os.fstat(state.fileno()).st_size

    @property
    def since(self) -> int:
        """Measures since it became time to misbehave; below 0: not yet."""
        first = os.environ.get("BROKEN_FIRST_FAULT", getattr(self.hooks, "FIRST_FAULT", 1))
        return self.measures - int(first)

    def append(self, path: str, records: Iterable[bytes]) -> int:
        """The method's own way, or the right one; records written, as it says."""
        own = getattr(self.hooks, "append", None)
        if own:
            return int(own(path, records, self.since))
        return int(self.adapter.append(path, records))


def answer(work: Work, verb: str, pairs: Pairs) -> str:
    """The honest reply."""
    if verb == "hello":
        return f"hello protocol=1 language=broken runtime=Python%20{sys.version.split()[0]} clock_step_ns=1"
    if verb == "prepare":
        work.level = pairs
        return "ready"
    if verb == "check":
        return f"checked work={work.adapter.iterate(work.append, work.level, 1)}"
    if verb == "measure":
        work.adapter.lead_in(work.append, work.level, int(pairs["lead_in"]))
        queue_ns, begin_ns = waited_ns(), time.monotonic_ns()
        records = work.adapter.iterate(work.append, work.level, int(pairs["iterations"]))
        wall_ns = time.monotonic_ns() - begin_ns
        return f"sample wall_ns={wall_ns} work={records} queue_ns={waited_ns() - queue_ns}"
    return "bye" if verb == "bye" else "error message=unknown%20verb"


def waited_ns() -> int:
    """The time that this process has waited for a CPU."""
    with open("/proc/self/schedstat") as counts:
        return int(counts.read().split()[1])


def plain(value: str) -> str:
    """A value of a request without its escapes."""
    first, *escaped = value.encode("ascii").split(b"%")
    return (first + b"".join(bytes.fromhex(part[:2].decode()) + part[2:] for part in escaped)).decode()


def escaped(text: str) -> str:
    """A text as a value of a reply."""
    from urllib.parse import quote

    return quote(text)


def serve(work: Work) -> None:
    """Answer requests, with the hooks in between."""
    hooks = work.hooks
    if hasattr(hooks, "start"):
        hooks.start()
    with open(3, "rb") as requests, open(4, "wb", buffering=0) as replies:
        for request in requests:
            verb, *words = request.decode("ascii").split()
            pairs = {key: plain(value) for key, _, value in (word.partition("=") for word in words)}
            if verb == "measure":
                work.count()
            try:
                if hasattr(hooks, "before"):
                    hooks.before(verb, work.since)
                reply = answer(work, verb, pairs)
            except (OSError, KeyError) as error:
                reply = f"error message={escaped(str(error))}"
            line = reply.encode("ascii") + b"\n"
            rest = memoryview(hooks.after(verb, line, work.since) if hasattr(hooks, "after") else line)
            while rest:
                rest = rest[replies.write(rest) :]
            if verb == "bye":
                return


def load(path: str) -> ModuleType:
    """The module in a file."""
    module = ModuleType(name_of(path))
    module.__file__ = path
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), module.__dict__)
    return module


def name_of(path: str) -> str:
    """The name of a file without its ending."""
    return os.path.splitext(os.path.basename(path))[0]


if __name__ == "__main__":
    serve(Work(load(sys.argv[1]), load(sys.argv[2]), name_of(sys.argv[2])))
