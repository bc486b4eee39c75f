"""The result of a call, returned and written: its bytes, and in words that can stand beside those of another."""

from __future__ import annotations

import os
import stat
import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.jobs.difference import first_difference
from iotrial.workers.produced import content_of

#: A text is shown in full up to this many characters, and longer ones by their length and what is around a difference.
SHOWN_CHARACTERS = 60

#: Characters shown before the first one that differs.
_BEFORE = 12

#: The kinds of what is returned, as kits say it.
NOTHING, WHOLE, REAL, TEXT = "nothing", "whole", "real", "text"


@dataclass(frozen=True)
class Returned:
    """The value that a call returned, and all that it left at the path that it was given to write to."""

    kind: str
    content: bytes
    #: By the path from there, what it is: the bytes of a file, the end of a link, or nothing for a folder.
    written: dict[str, tuple[str, bytes]] | None = field(default=None)

    @property
    def proof(self) -> int:
        """The number by which a kit tells what it returned."""
        return zlib.crc32(self.content)

    @property
    def value(self) -> int | float | None:
        """The number that it is; None if it is none."""
        if self.kind == WHOLE:
            return int(self.content)
        return float(struct.unpack("<d", self.content)[0]) if self.kind == REAL else None

    @property
    def shown(self) -> str:
        """The value in one line."""
        if self.kind == NOTHING:
            return "nothing"
        if self.kind != TEXT:
            return f"{self.value:,}"
        text = self.content.decode("utf-8", "backslashreplace")
        if len(text) <= SHOWN_CHARACTERS:
            return _quoted(text)
        return f"a text of {len(self.content):,} bytes that begins {_quoted(text[:SHOWN_CHARACTERS])}"

    @property
    def summed(self) -> str:
        """The value, and how much was written, in one line."""
        told = (
            self.shown if self.kind != TEXT or self.shown.startswith('"') else f"a text of {len(self.content):,} bytes"
        )
        if not self.written:
            return told
        size = f"{sum(len(content) for _, content in self.written.values()):,} bytes"
        return f"{told} and write the same {size}"


def difference_of(one: Returned, other: Returned) -> tuple[str, str] | None:
    """Return words for each of two calls, to stand side by side, where they first differ; None: nowhere.

    A whole number and a text of its digits differ. If both write, one may return nothing.
    """
    if one.written and other.written and NOTHING in (one.kind, other.kind):
        return _written(one.written, other.written)
    if one.kind != other.kind or (one.kind == TEXT and one.content != other.content):
        told = f"returns {_kinded(one)}", f"returns {_kinded(other)}"
        return _texts(one, other) if one.kind == other.kind else told
    if one.value != other.value and not (one.value != one.value and other.value != other.value):
        return f"returns {one.shown}", f"returns {other.shown}"
    return _written(one.written or {}, other.written or {})


def _kinded(one: Returned) -> str:
    if one.kind in (REAL, WHOLE):
        return f"the number {one.shown}"
    return f"the text {one.shown}" if one.shown.startswith('"') else one.shown


def _texts(one: Returned, other: Returned) -> tuple[str, str]:
    if max(len(one.content), len(other.content)) <= SHOWN_CHARACTERS:
        return f"returns {one.shown}", f"returns {other.shown}"
    at = first_difference(one.content, other.content) or 0
    return _around(one.content, at, "returns"), _around(other.content, at, "returns")


def _around(content: bytes, at: int, verb: str) -> str:
    begin = max(0, at - _BEFORE)
    piece = content[begin : at + SHOWN_CHARACTERS // 2].decode("utf-8", "backslashreplace")
    shown = _quoted(piece) if at < len(content) else f"{_quoted(piece)} and then its end"
    size = f"{len(content):,} byte{'s' * (len(content) != 1)}"
    return f"{verb} {size}, from byte {begin:,} on {shown}"


def _written(one: dict[str, tuple[str, bytes]], other: dict[str, tuple[str, bytes]]) -> tuple[str, str] | None:
    for name in sorted({*one, *other}):
        pair = one.get(name), other.get(name)
        if pair[0] == pair[1]:
            continue
        where = f"as {name!r} in its output" if name else "as its output"
        if pair[0] and pair[1] and pair[0][0] == pair[1][0] == "file":
            at = first_difference(pair[0][1], pair[1][1]) or 0
            return _around(pair[0][1], at, f"writes {where}"), _around(pair[1][1], at, f"writes {where}")
        said = [f"writes {'nothing' if entry is None else f'a {entry[0]}'} {where}" for entry in pair]
        return said[0], said[1]
    return None


def written_at(path: Path) -> dict[str, tuple[str, bytes]]:
    """Read all that was written at a path, a file or a folder; empty if there is nothing. OSError if it cannot be."""
    found: dict[str, tuple[str, bytes]] = {}
    _read(path, "", found)
    return found


def _read(path: Path, name: str, found: dict[str, tuple[str, bytes]]) -> None:
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        found[name] = "folder", b""
        for below in sorted(os.listdir(path)):  # noqa: PTH208 (names alone)
            _read(path / below, f"{name}/{below}".lstrip("/"), found)
    elif stat.S_ISLNK(mode):
        found[name] = "link", os.fsencode(os.readlink(path))  # noqa: PTH115 (its bytes)
    else:
        found[name] = "file", content_of(path)


def _quoted(text: str) -> str:
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
    shown = (named.get(letter) or (letter if letter.isprintable() else f"\\x{ord(letter):02x}") for letter in text)
    return f'"{"".join(shown)}"'
