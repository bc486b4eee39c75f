"""The client: h2load of nghttp2, which writes down when each request began, its status and how long it took."""

from __future__ import annotations

import array
import functools
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stack import Stack

PROGRAM = "h2load"

#: A connection on which nothing comes for so long is given up, and its request has failed.
SILENCE_S = 30

_REQUESTS = re.compile(rb"requests: (\d+) total, \d+ started, \d+ done, (\d+) succeeded")
_STATUS = re.compile(rb"status codes: (\d+) 2xx")
_DATA = re.compile(rb"\((\d+)\) data")
_PROTOCOL = re.compile(rb"Application protocol: (\S+)")
_VERSION = re.compile(r"nghttp2/\S+")

#: A file was asked for, and is what comes, whole.
_WELL = b"200"

#: The header of a request after which a client goes.
_CLOSE = "connection: close"


@dataclass(frozen=True)
class Plan:
    """How requests come.

    From so many clients, each of which sends its next request as soon as it has an answer, on the connection that it
    has or on a new one. Or, with `per_second`, at that rate: all clients send one, then all the next, each as it is
    due; a client that still waits sends what was due meanwhile as soon as it can.
    """

    clients: int
    keeps_connections: bool = True
    per_second: int = 0
    protocol: str = "http"  # HTTP/1.1 as it is (http) or over TLS (https), or HTTP/2 over TLS, a stream at a time (h2)

    @property
    def url(self) -> str:
        """How addresses begin."""
        return "http://127.0.0.1" if self.protocol == "http" else "https://127.0.0.1"

    def options(self) -> list[str]:
        """Return the words of h2load."""
        words = [] if self.protocol == "h2" else ["--h1"]
        words += [] if self.keeps_connections else ["-H", _CLOSE]
        return [*words, *([f"--rps={self.per_second / self.clients:g}"] if self.per_second else [])]

    def headers(self) -> list[str]:
        """Return the headers that the client sends beside Host, for another that is not to be told from it."""
        return _agent() if self.keeps_connections else [*_agent(), _CLOSE]

    def due_us(self, began_us: Sequence[int]) -> list[int]:
        """Return when each request was due, from when it began; both in the order of their beginnings."""
        if not self.per_second:
            return list(began_us)
        apart_us = self.clients / self.per_second * 1e6
        due = (began_us[0] + round(number // self.clients * apart_us) for number in range(len(began_us)))
        return [min(one, began) for one, began in zip(due, began_us, strict=True)]


@dataclass(frozen=True)
class Load:
    """What a client found: the bytes of all bodies, when each request was due and done, and the figures of a sample."""

    body_bytes: int
    moments: array.array[int]
    figures: dict[str, int]

    def write_moments(self, path: str) -> None:
        """Write the times at which each request was due and done, as integers of the machine, ns."""
        with open(path, "wb") as file:
            self.moments.tofile(file)


@functools.cache
def _agent() -> list[str]:
    """Return the header by which the client names itself; none if it does not tell its version."""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False).stdout
    version = _VERSION.search(said)
    return [f"user-agent: h2load {version[0]}"] if version else []


def load(url: str, requests: int, plan: Plan, stack: Stack) -> Load:
    """Send so many requests as planned; RuntimeError if one of them fails, or if its status is not 200.

    The figures have the time from when the first was due until the last was done; of requests at a rate, the median
    time that one took, from when it was due.
    """
    program = shutil.which(PROGRAM)
    if program is None:
        raise RuntimeError(f"{PROGRAM} is not installed")
    clients = min(plan.clients, requests)
    log = os.memfd_create("requests")
    try:
        options = [f"-n{requests}", f"-c{clients}", "-t1", f"-N{SILENCE_S}s", f"--log-file=/proc/self/fd/{log}"]
        stack.held_ns()
        before = stack.cpu()
        said, own_ns = _run([program, *options, *plan.options(), url], log, stack)
        after = stack.cpu()
        with open(log, "rb", closefd=False) as file:
            file.seek(0)
            lines = file.read().splitlines()
    finally:
        os.close(log)
    data = _data_of(said, lines, requests, stack)
    if plan.protocol == "h2" and (spoken := _PROTOCOL.search(said)) is not None and spoken[1] != b"h2":
        raise RuntimeError(f"the server speaks {spoken[1].decode('utf-8', 'replace')} instead of HTTP/2")
    moments = _moments(lines, plan)
    figures = {"wall_ns": _figure_ns(moments, plan), "work": data, "reader_ns": own_ns}
    figures["user_ns"], figures["system_ns"] = after.since(before)
    if (held_ns := stack.held_ns()) is not None:
        figures["held_ns"] = held_ns
    return Load(data, moments, figures)


def _data_of(said: bytes, lines: Sequence[bytes], requests: int, stack: Stack) -> int:
    """Return the bytes of all bodies; RuntimeError unless every request was answered with what it asked for."""
    found = _REQUESTS.search(said), _STATUS.search(said), _DATA.search(said)
    if not all(found):
        raise RuntimeError(f"{PROGRAM} did not say what came of {requests} requests")
    total, succeeded, right, data = (int(text) for match in found if match for text in match.groups())
    if total != requests or succeeded != requests or right != requests or len(lines) != requests:
        failed = requests - min(succeeded, right, len(lines))
        raise RuntimeError(f"{failed} of {requests} requests failed{stack.complaint()}")
    if others := [status for status in (line.split()[1] for line in lines) if status != _WELL]:
        named = others[0].decode("utf-8", "replace")
        raise RuntimeError(f"{len(others)} of {requests} requests had the status {named}, not 200{stack.complaint()}")
    return data


def _figure_ns(moments: array.array[int], plan: Plan) -> int:
    """Return the time of all requests together; at a rate, that of a usual one."""
    if not plan.per_second:
        return max(1, max(moments[1::2]) - min(moments[::2]))
    took = sorted(done - due for due, done in zip(moments[::2], moments[1::2], strict=True))
    return max(1, took[len(took) // 2])


def _run(argv: list[str], log: int, stack: Stack) -> tuple[bytes, int]:
    """Return what the client says, and its CPU time in ns."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            pass_fds=[log],
            preexec_fn=stack.to_client_cpu,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return said.read(1 << 20), round((usage.ru_utime + usage.ru_stime) * 1e9)


def _moments(lines: Sequence[bytes], plan: Plan) -> array.array[int]:
    """Read the log: a line has the time since the epoch in us, the status, and how long the request took, us."""
    now_ns = time.monotonic_ns()
    to_monotonic_ns = now_ns - time.time_ns()
    found = sorted((int(begun), int(took)) for begun, _, took in (line.split()[:3] for line in lines))
    due_us = plan.due_us([begun_us for begun_us, _ in found])
    moments = array.array("q")
    for due, (begun, took) in zip(due_us, found, strict=True):
        moments.append(min(max(0, due * 1000 + to_monotonic_ns), now_ns))
        # The log's clock may have been set meanwhile.
        done = min((begun + max(0, took)) * 1000 + to_monotonic_ns, now_ns)
        moments.append(max(moments[-1], done))
    return moments
