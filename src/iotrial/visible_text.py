"""Text from outside, made safe to show: what could steer a terminal, or turn a line around, is written out.

Names, options and messages of programs may hold anything. Every way out passes them through here: the streams of the
process (`VisibleStream`) and each file that is written for people.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import TextIO, cast

#: Control characters but for the end of a line and the tab, halves of characters, separators of lines, and what hides
#: or turns around the text that follows. Joiners stay: scripts need them.
_HIDDEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff"
    "\\ufff9-\\ufffb\\ud800-\\udfff\\U000e0000-\\U000e0fff]"
)


def visible_text(text: str) -> str:
    """A text of one line or several in which every hidden character is written out, as JSON writes it: \\u001b."""
    return _HIDDEN.sub(lambda match: written_out(match[0]), text)


def visible_bytes(text: str) -> bytes:
    """The same as the bytes of a file."""
    return visible_text(text).encode()


def visible_line(text: str) -> str:
    """A text in one line in which everything that is not printed is written out; spaces of any kind become one."""
    line = " ".join(text.split())
    return line if line.isprintable() else "".join(map(_printed, line))


def written_out(letter: str) -> str:
    """A character by its number, in the form that JSON and most languages read; one beyond 16 bits has two of them."""
    beyond = ord(letter) - 0x10000
    if beyond < 0:
        return f"\\u{ord(letter):04x}"
    return f"\\u{0xD800 + (beyond >> 10):04x}\\u{0xDC00 + (beyond & 0x3FF):04x}"


def _printed(letter: str) -> str:
    return letter if letter.isprintable() else written_out(letter)


class VisibleStream:
    """A text stream that writes out all hidden characters; everything else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many of its characters were written."""
        self._stream.write(visible_text(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write some texts."""
        self.write("".join(lines))

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the stream."""
        return getattr(self._stream, name)


@contextlib.contextmanager
def visible_streams() -> Iterator[None]:
    """Within this context all that is printed has its hidden characters written out."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", VisibleStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def beneath(stream: TextIO) -> TextIO:
    """Return the stream itself, for a writer that steers a terminal and makes texts visible on its own."""
    return stream._stream if isinstance(stream, VisibleStream) else stream
