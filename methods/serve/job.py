"""Serve: a server sends a file to whoever has a signed link, and to nobody else."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import os
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from iotrial.jobs import (
    LEAD_IN_SHARE,
    Dialogue,
    Impossible,
    Message,
    Method,
    Pairs,
    Received,
    Served,
    Value,
    Warm,
    first_difference,
    http2_request,
    memory_of,
    noise,
    parse_rate,
    reset_peak,
    scaled,
    write_once,
)
from iotrial.jobs import Task as BaseTask

#: How clients may ask: HTTP/1.1 as it is, HTTP/1.1 over TLS, and HTTP/2 over TLS.
HTTP, HTTPS, H2 = "http", "https", "h2"

#: Links are signed with it; the servers have it in the environment variable DOWNLOAD_KEY.
KEY = "a key that only this trial knows"

#: The type with which a file must be sent.
TYPE = "application/octet-stream"

#: A request that is not answered after this long never will be, and a body is not that comes more slowly than this.
PATIENCE_S, LEAST_BYTES_PER_SECOND = 30.0, 5e6

#: Files beside those of a level's size, which levels of all sizes share. No client is sent the large one in one piece,
#: so that one may go away in the middle. The huge one is larger than what a process takes for anything else: a runtime
#: may hold 64 MiB of garbage, which hides as much of a file that takes its place. A process must not hold this share of
#: it. PHP may not take so much, and is asked for the large one.
LARGE, LARGE_BYTES = "large.bin", 32 << 20
HUGE, HUGE_BYTES, MOST_HELD_SHARE = "huge.bin", 160 << 20, 0.5

#: The bytes of a larger file begin again after so many, which is no multiple of any buffer's size.
AGAIN_BYTES = 4_000_037

#: The part of a file that is asked for by itself.
PART = (10, 19)

#: A client that goes away has read at most this.
GLIMPSE_BYTES = 1000

#: At a rate, a sample is what is due in this long, and at least so many requests.
SCHEDULE_S, FEWEST_DUE = 1, 10

#: What a slow client downloads, how fast, and when it goes away. The file is larger than what the system takes into the
#: buffers of a connection within the machine, which was up to 9 MiB: a smaller one would be sent at once, to nobody.
SLOW, SLOW_BYTES, SLOW_BYTES_PER_SECOND, SLOW_S = "slow.bin", 32 << 20, 1_000_000, 4


class Task(BaseTask):
    """One file of `file_bytes`, fetched by `clients` at once."""

    served: Served
    probe_differs_by = ""  # the file that it asks for is always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        super().__init__(level, inputs)
        self._file_bytes = int(level["file_bytes"])
        self._keep_alive = str(level["keep_alive"])
        self._protocol = str(level["protocol"])
        self._slow_clients = int(level["slow_clients"])
        self._per_second = parse_rate(level["arrival"])
        self.served = Served(int(level["clients"]), is_scheduled=self._per_second > 0)
        self._requests = max(FEWEST_DUE, SCHEDULE_S * self._per_second) if self._per_second else 1
        self.works = (self._file_bytes * self._requests,)
        self._lead_bytes = scaled(self._file_bytes, LEAD_IN_SHARE)
        self._folder = inputs  # one for all levels, so that the same servers may send the files of each
        # The file that is measured, a smaller one, and another of the same size.
        self._measured, self._check = f"measured-{self._file_bytes}.bin", f"check-{self._file_bytes}.bin"
        self._lead_in = f"lead-in-{self._lead_bytes}.bin"
        self.warm = Warm(tuple(self._folder / name for name in (self._measured, self._lead_in, SLOW)))
        if self._slow_clients and not self._per_second:
            reason = "beside slow clients, others wait: that is seen if their requests are due at a rate"
            self.impossible = Impossible(reason, "set arrival, such as arrival=20/s")
        if self._per_second and self._per_second < self.served.clients:
            reason = f"{self.served.clients} clients send {self._per_second} requests a second, less than one each"
            self.impossible = Impossible(reason, "set fewer clients, or a higher arrival")
        if self._protocol == H2 and self._keep_alive == "no":
            reason = "a client that speaks HTTP/2 sends all its requests on one connection"
            self.impossible = Impossible(reason, "set protocol=https, or keep_alive=yes")

    def space_bytes(self, iterations: int) -> int:
        """Return the room for the inputs, and for what a server puts aside of answers on their way."""
        aside = 2 * self.served.clients * self._file_bytes + self._slow_clients * SLOW_BYTES
        return 2 * self._file_bytes + self._lead_bytes + LARGE_BYTES + HUGE_BYTES + SLOW_BYTES + aside

    def file_count(self, iterations: int) -> int:
        """Return the number of files: inputs, configuration, logs, and what a server puts aside."""
        return 40 + 2 * self.served.clients + self._slow_clients

    def create(self) -> None:
        """Make the inputs that are not there yet, in a folder that whoever the servers run as may read."""
        if self._folder.stat().st_mode & 0o777 != 0o755:
            self._folder.chmod(0o755)
        own = {self._measured: self._file_bytes, self._lead_in: self._lead_bytes, self._check: self._file_bytes}
        for name, size in {LARGE: LARGE_BYTES, HUGE: HUGE_BYTES, SLOW: SLOW_BYTES, **own}.items():
            self._write(self._folder / name, size)

    def _write(self, path: Path, size: int) -> None:
        if not path.exists():
            write_once(path, Right(path.name, size).pieces)
            path.chmod(0o644)

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the address of the file, and that of the smaller one for the lead-in."""
        return self._pairs(outputs, self._measured, self._measured if whole_lead_in else self._lead_in)

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the address of a file of other bytes."""
        return self._pairs(outputs, self._check, self._check)

    def _pairs(self, outputs: Path, name: str, lead_name: str) -> Pairs:
        return {
            "target": signed(name),
            "file": name,
            "lead_target": signed(lead_name),
            "slow_target": signed(SLOW),
            "slow_bytes_per_second": SLOW_BYTES_PER_SECOND,
            "slow_seconds": SLOW_S,
            "slow_clients": self._slow_clients,
            "lead_slow_clients": 0,
            "files": str(self._folder),
            "room": str(outputs.with_name(f"{outputs.name}-room")),
            "key": KEY,
            "clients": self.served.clients,
            "keep_alive": self._keep_alive,
            "protocol": self._protocol,
            "requests": self._requests,
            "lead_requests": 1,
            "per_second": self._per_second,
            "lead_per_second": 0,
        }

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Require that every client got the bytes of the file, and the answers that a download must give."""
        right = Right(self._check, self._file_bytes)
        sent = checked.number("work")
        if sent != right.byte_count * self.served.clients:
            return [f"sent {sent} bytes to {self.served.clients} clients instead of {right.byte_count} to each"]
        try:
            return list(_wrong(Door(_port_of(checked), self._protocol), right, method))
        except (OSError, http.client.HTTPException) as error:
            return [_no_answer(error)]

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test what the method declares of memory: that it does not grow with the file."""
        dialogue.begin("prepare", self.prepare_check(outputs))
        ready = dialogue.end("prepare")
        try:
            streamed = _is_streamed(Door(_port_of(ready), self._protocol), ready)
        except (OSError, http.client.HTTPException) as error:
            return [_no_answer(error)]
        return list(
            _differs(method, "streams", streamed, "no process holds the whole file", "a process holds the whole file")
        )


@dataclass(frozen=True)
class Door:
    """Where a server is asked, and in which way."""

    port: int
    protocol: str = HTTP


@dataclass(frozen=True)
class Right:
    """A file as it must arrive: its name, and its bytes, which are made anew whenever they are looked at."""

    name: str
    byte_count: int

    def pieces(self) -> Iterator[bytes]:
        """Its bytes, piece by piece. Of a large file they come again: to make so many others takes a second."""
        once = noise(f"serve {self.name}", min(self.byte_count, AGAIN_BYTES))
        if self.byte_count <= AGAIN_BYTES:
            yield from once
            return
        piece = b"".join(once)
        for at in range(0, self.byte_count, AGAIN_BYTES):
            yield piece[: self.byte_count - at]

    def part(self, first: int, last: int) -> bytes:
        """Return bytes near its beginning, both ends included."""
        return next(iter(self.pieces()), b"")[first : last + 1]


@dataclass(frozen=True)
class Answer:
    """An answer: its status, its headers by names in lower case, the beginning of its body, and how long that is.

    differs_from: the first byte that is not as it must be; None if there is none, or if nobody looked.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    byte_count: int
    differs_from: int | None = None


def signed(name: str, for_name: str | None = None) -> str:
    """Return the path of a file with its signature, or with that of another name."""
    signature = hmac.new(KEY.encode(), (for_name or name).encode(), hashlib.sha256).hexdigest()
    return f"/download/{name}?signature={signature}"


def ask(
    door: Door,
    target: str,
    headers: Mapping[str, str] = MappingProxyType({}),
    *,
    verb: str = "GET",
    right: Right | None = None,
) -> Answer:
    """Send one request on a connection of its own, and compare the body; OSError or HTTPException if no answer comes.

    It is read as far as the right one goes, and a little further; nothing larger is held in memory.
    """
    most_bytes = GLIMPSE_BYTES if right is None else right.byte_count
    end = time.monotonic() + PATIENCE_S + most_bytes / LEAST_BYTES_PER_SECOND
    with answered(door, verb, target, headers) as (status, told, read):
        begin, byte_count, differs_from = b"", 0, None
        compared = Compared(right.pieces()) if right is not None else None
        while byte_count <= most_bytes and (piece := read(1 << 20)):
            begin += piece[: max(0, GLIMPSE_BYTES - len(begin))]
            if compared is not None and differs_from is None and (at := compared.differs(piece)) is not None:
                differs_from = byte_count + at
            byte_count += len(piece)
            if time.monotonic() > end:
                raise TimeoutError(f"it is not done after {PATIENCE_S:.0f} s")
        if right is not None and differs_from is None and byte_count != right.byte_count:
            differs_from = min(byte_count, right.byte_count)
        return Answer(status, told, begin, byte_count, differs_from)


@contextlib.contextmanager
def answered(
    door: Door, verb: str, target: str, headers: Mapping[str, str] = MappingProxyType({})
) -> Iterator[tuple[int, Mapping[str, str], Callable[[int], bytes]]]:
    """Send one request on a connection of its own, which ends when this is left; OSError or HTTPException if in vain.

    The answer is its status, its headers by names in lower case, and what reads its body.
    """
    if door.protocol == H2:
        with http2_request(f"https://127.0.0.1:{door.port}{target}", verb, headers, PATIENCE_S) as found:
            yield found.status, found.headers, found.read
        return
    connection: http.client.HTTPConnection
    if door.protocol == HTTPS:
        trusting = ssl._create_unverified_context()  # the server is on this machine, and signed its certificate itself
        connection = http.client.HTTPSConnection("127.0.0.1", door.port, timeout=PATIENCE_S, context=trusting)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", door.port, timeout=PATIENCE_S)
    with contextlib.closing(connection):
        connection.request(verb, target, headers=headers)
        answer = connection.getresponse()
        yield answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read


class Compared:
    """Right bytes in pieces of any size, against those that arrive in others."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        """Take the right bytes."""
        self._pieces, self._left = pieces, b""

    def differs(self, found: bytes) -> int | None:
        """Return the place of the first byte that differs from those that come next; None if none does."""
        while len(self._left) < len(found) and (piece := next(self._pieces, b"")):
            self._left += piece
        right, self._left = self._left[: len(found)], self._left[len(found) :]
        return first_difference(found, right)


def _no_answer(error: Exception) -> str:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return f"gave no answer to a request: {said}"


def _wrong(door: Door, right: Right, method: Method) -> Iterator[str]:
    """Everything that is wrong with the answers about one file."""
    name, begin = right.name, right.part(0, GLIMPSE_BYTES - 1)
    whole = ask(door, signed(name), right=right)
    yield from _wrong_headers(whole, right, "a request for the file")
    if whole.differs_from is not None:
        same = whole.byte_count == right.byte_count
        sizes = "the right size" if same else f"{whole.byte_count} bytes instead of {right.byte_count}"
        yield f"what it sent has {sizes} and differs from byte {whole.differs_from} on"
    for what, target in {
        "a link without a signature": f"/download/{name}",
        "a wrong signature": f"/download/{name}?signature={'0' * 64}",
        "the signature of another file": signed(name, LARGE),
    }.items():
        answer = ask(door, target)
        if method.guarantees.get("decides") == "program" and answer.status != 403:
            yield f"answered {what} with {answer.status} instead of 403"
        if answer.status != 200 and len(begin) == GLIMPSE_BYTES and begin in answer.body:
            yield f"sent the file for {what}"
    head = ask(door, signed(name), verb="HEAD")
    if right.byte_count or "content-length" in head.headers:  # of nothing it may be left out (RFC 9110, 9.3.2)
        yield from _wrong_headers(head, right, "HEAD")
    if head.body:
        yield "sent a body as answer to HEAD"
    if right.byte_count > PART[1]:
        yield from _wrong_part(
            ask(door, signed(name), {"Range": f"bytes={PART[0]}-{PART[1]}"}, right=right), right, method
        )
    missing = ask(door, signed("missing.bin"))
    if missing.status != 404:
        yield f"answered a signed link to no file with {missing.status} instead of 404"
    with answered(door, "GET", signed(LARGE)) as (_, _, read):
        read(GLIMPSE_BYTES)
    if ask(door, signed(name), right=right).differs_from is not None:
        yield "sent something else after a client had gone away in the middle"
    told = _is_conditional(door, right)
    yield from _differs(
        method, "conditional", told, "tells that to who has the file", "sends the file again to who has it"
    )


def _wrong_headers(answer: Answer, right: Right, what: str) -> Iterator[str]:
    if answer.status != 200:
        yield f"answered {what} with {answer.status} instead of 200"
    elif (length := answer.headers.get("content-length")) != str(right.byte_count):
        yield f"answered {what} with a Content-Length of {length} instead of {right.byte_count}"
    elif (kind := answer.headers.get("content-type", "").partition(";")[0]) != TYPE:
        yield f"answered {what} with the type {kind!r} instead of {TYPE}"


def _wrong_part(answer: Answer, right: Right, method: Method) -> Iterator[str]:
    first, last = PART
    declared = method.guarantees.get("ranges")
    if answer.status == 206:
        if answer.body != right.part(first, last):
            yield f"sent other bytes than those from {first} to {last}, which were asked for"
        if declared == "no":
            yield "says ranges: no, and sends a part of the file if asked"
    elif answer.status != 200 or answer.differs_from is not None:
        yield f"answered a request for a part with {answer.status}, and neither that part nor the whole file"
    elif declared == "yes":
        yield "says ranges: yes, and sends the whole file to who asks for a part"


def _is_conditional(door: Door, right: Right) -> bool:
    """True if a client that has the file is told so."""
    whole = ask(door, signed(right.name), verb="HEAD")
    asked = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
    known = {header: whole.headers[key] for key, header in asked.items() if key in whole.headers}
    if not known:
        return False
    again = ask(door, signed(right.name), known)
    return again.status == 304 and not again.body


def _is_streamed(door: Door, ready: Message) -> bool | None:
    """True if no process of the server takes a large share of a large file; None if that cannot be told.

    If the server does not send the largest, the next is tried: PHP ends a program that takes too much memory.
    """
    processes = [int(text) for text in ready.pairs.get("processes", "").split(",") if text.isdigit()]
    for name, size in ((HUGE, HUGE_BYTES), (LARGE, LARGE_BYTES)):
        before = {pid: memory_of(pid)[1] for pid in processes if reset_peak(pid)}
        if not before:
            return None
        try:
            is_sent = ask(door, signed(name), right=Right(name, size)).differs_from is None
        except TimeoutError:
            return None  # the machine is busy, and what was taken for this file would hide what the next one takes
        except (OSError, http.client.HTTPException):
            is_sent = False
        if is_sent:
            peaks = {pid: memory_of(pid)[0] for pid in before}
            grown = [
                peak - held for pid, held in before.items() if held is not None and (peak := peaks[pid]) is not None
            ]
            return max(grown, default=0) < MOST_HELD_SHARE * size
    return None


def _differs(method: Method, guarantee: str, holds: bool | None, if_so: str, if_not: str) -> Iterator[str]:
    """Say what was found of a guarantee that a method declares otherwise; nothing if the system did not tell."""
    declared = method.guarantees.get(guarantee)
    if holds is not None and declared in ("yes", "no") and holds != (declared == "yes"):
        yield f"says {guarantee}: {declared}, and {if_so if holds else if_not}"


def _port_of(message: Message) -> int:
    """Return where the server listens; OSError if it does not say that."""
    port = message.number("port")
    if port is None or not 0 < port < 1 << 16:
        raise OSError(os.strerror(111))
    return port
