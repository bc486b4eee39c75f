"""Lines of the kit protocol (kits/PROTOCOL.md), read and written without any process."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import quote_from_bytes, unquote_to_bytes

PROTOCOL = 1

#: Bytes that stand for themselves in a value, beside letters and digits.
PLAIN = "-._~/:,+"

#: The verb and the keys of each reply; `sample` may carry the figures of FIGURES too.
REPLIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "hello": ("hello", ("protocol", "language", "runtime", "clock_step_ns")),
    "prepare": ("ready", ()),
    "settle": ("settled", ()),
    "measure": ("sample", ("wall_ns", "work")),
    "check": ("checked", ("work",)),
    "bye": ("bye", ()),
}

#: Whole numbers that a sample may carry; a missing one is null.
FIGURES = (
    "wall_ns",
    "user_ns",
    "system_ns",
    "queue_ns",
    "reader_ns",
    "reader_queue_ns",
    "voluntary_switches",
    "involuntary_switches",
    "minor_faults",
    "major_faults",
    "device_read_bytes",
    "work",
    "proof",
    "runtime_peak_bytes",
    "runtime_peak_real_bytes",
    "held_ns",
    "compared",
    "differing",
)

#: The same of a sample of which it was asked how often its runtime collected garbage.
COLLECTED = ("collections", "gc_ns")

#: The largest number in a reply, but for a proof and a moment: 13 days in nanoseconds, a pebibyte.
MOST = 1 << 50

#: The latest moment of a clock that began when the machine did: 146 years.
LATEST_NS = 1 << 62

#: The coarsest step of a clock. A sample is a hundred steps long or more, those of all arms of a level.
COARSEST_NS = 1_000_000

_WORD = re.compile(r"[a-z][a-z0-9_]*\Z")
_NUMBER = re.compile(r"-?[0-9]{1,19}\Z")


class ProtocolError(Exception):
    """A line that does not follow the protocol, or a reply that breaks its contract."""


@dataclass(frozen=True)
class Message:
    """A verb and its pairs."""

    verb: str
    pairs: Mapping[str, str]

    def number(self, key: str) -> int | None:
        """The whole number under `key`, None if the key is missing; ProtocolError if it is no number."""
        text = self.pairs.get(key)
        if text is None:
            return None
        if not _NUMBER.match(text):
            raise ProtocolError(f"{self.verb}: {key} is {text[:40]!r}, not a whole number")
        return int(text)


def encode(verb: str, pairs: Mapping[str, str | int | bytes]) -> bytes:
    """A message as one line, newline included."""
    words = [verb]
    for key, value in pairs.items():
        raw = value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")
        words.append(f"{key}={quote_from_bytes(raw, safe=PLAIN)}")
    return (" ".join(words) + "\n").encode("ascii")


def decode(line: bytes) -> Message:
    """Read a line without its newline as a message; ProtocolError with the reason."""
    try:
        words = line.decode("ascii").split(" ")
    except UnicodeDecodeError:
        raise ProtocolError(f"not ASCII: {_shown(line)}") from None
    if not _WORD.match(words[0]):
        raise ProtocolError(f"no verb: {_shown(line)}")
    pairs: dict[str, str] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not _WORD.match(key):
            raise ProtocolError(f"not key=value: {_shown(line)}")
        if key in pairs:
            raise ProtocolError(f"{key} twice: {_shown(line)}")
        pairs[key] = unquote_to_bytes(value).decode("utf-8", "surrogateescape")
    return Message(words[0], pairs)


def accept(request: str, reply: Message) -> Message:
    """Return the reply if it answers `request` as the contract says; ProtocolError otherwise."""
    verb, keys = REPLIES[request]
    if reply.verb != verb:
        raise ProtocolError(f"{request} was answered with {reply.verb}")
    missing = [key for key in keys if key not in reply.pairs]
    if missing:
        raise ProtocolError(f"{reply.verb} lacks {', '.join(missing)}")
    if verb == "hello":
        if reply.number("protocol") != PROTOCOL:
            raise ProtocolError(f"the kit speaks protocol {reply.pairs['protocol'][:40]}, iotrial speaks {PROTOCOL}")
        _require_bounds(reply, "clock_step_ns", COARSEST_NS)
        _require_bounds(reply, "heap_bytes")
    if verb == "checked":
        _require_bounds(reply, "work")
    if verb == "sample":
        for key in (*FIGURES, *COLLECTED):
            if key != "proof":
                _require_bounds(reply, key)
        _require_bounds(reply, "began_ns", LATEST_NS)
        reply.number("proof")
        if reply.number("wall_ns") == 0:
            raise ProtocolError("sample: wall_ns is 0")
    return reply


def _require_bounds(reply: Message, key: str, most: int = MOST) -> None:
    """Raise ProtocolError if a number is there that is below 0 or beyond all that it could be."""
    value = reply.number(key)
    if value is not None and value < 0:
        raise ProtocolError(f"{reply.verb}: {key} is {value}, below 0")
    if value is not None and value > most:
        raise ProtocolError(f"{reply.verb}: {key} is {value}, beyond all bounds")


def _shown(line: bytes) -> str:
    return ascii(line[:60].decode("ascii", "replace")) + ("…" if len(line) > 60 else "")


#: The pairs of a request.
Pairs = dict[str, str | int | bytes]


class Dialogue(Protocol):
    """A worker that can be asked something while something else goes on."""

    pid: int | None

    def begin(self, verb: str, pairs: Pairs) -> None:
        """Send a request; the job is added to `prepare`."""

    def end(self, verb: str) -> Message:
        """Wait for its reply."""

    def has_answered(self, within_s: float) -> bool:
        """True if the reply has come, after at most so long."""

    def talk(self) -> tuple[set[int], set[int]]:
        """Return the worker's own descriptors for requests and for replies, all copies of them."""
