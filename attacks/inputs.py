"""Texts that are nearly right: one that is, with some of its pieces changed."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence
from typing import Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")

#: Values that were wrong somewhere, sometime.
ODD = (
    *("", " ", "0", "-1", "1e999", "nan", "9999999999999999999999", "0x10", "1_000", "true", "null", "[]", "{}", "''"),
    *('"', "'", "\\", "\0", "\x1b[31m", "\x9b", "\u202e", "\udcff", "\ufeff", "é", "\U0001f600", "x" * 300),
    *("../..", "/"),
    *("*", "?", "[", "[[", "]]", "=", "a.b.c", "%s", "{0}", "$(id)", "`id`", "; id", "--", "-", "@", "~", "~nobody"),
    *("<script>", "'; DROP TABLE samples; --", "1/0", "10min", "1KiB", "0s", "-5%", "100%", "1e-9", "\n", "\r\n", "\t"),
)

words = st.one_of(st.sampled_from(ODD), st.text(max_size=12), st.integers().map(str), st.floats().map(str))


class Chance(Protocol):
    """Whatever decides: Hypothesis, which can make a find smaller, or dice, which take a hundredth of its time."""

    def one_of(self, given: Sequence[T]) -> T:
        """One of some things."""

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends with it."""

    def word(self) -> str:
        """Something that nobody expects."""


class _Drawn:
    def __init__(self, draw: DrawFn) -> None:
        self._draw = draw

    def one_of(self, given: Sequence[T]) -> T:
        return self._draw(st.sampled_from(given))

    def between(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def word(self) -> str:
        return self._draw(words)


class Dice:
    """Chance without Hypothesis, from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.one_of = self._random.choice
        self.between = self._random.randint

    def word(self) -> str:
        """Something odd, some characters of any kind, or a number of any size."""
        way = self.between(0, 3)
        if way == 0:
            return self.one_of(ODD)
        if way == 1:
            most = self.one_of((0x7F, 0xFF, 0x3000, 0xD7FF, 0x10FFFF))
            return "".join(map(self._character, [most] * self.between(0, 12)))
        if way == 2:
            return str(self.between(-1, 1) * (1 << self.between(0, 130)) + self.between(-2, 2))
        return str(struct.unpack("<d", self._random.randbytes(8))[0])

    def _character(self, most: int) -> str:
        number = self.between(0, most)
        return chr(number if not 0xD800 <= number < 0xE000 else number - 0x800)


@st.composite
def changed(draw: DrawFn, texts: Sequence[str]) -> str:
    """One of some texts, with one to six changes: of lines, of words, of single characters."""
    return changed_by(_Drawn(draw), texts)


def changed_by(chance: Chance, texts: Sequence[str]) -> str:
    """The same, as some chance decides."""
    text = chance.one_of(texts)
    for _ in range(chance.between(1, 6)):
        text = chance.one_of((_line, _word, _piece))(chance, text)
    return text


def _line(chance: Chance, text: str) -> str:
    """Drop a line, double it, move it, or put another there."""
    lines = text.split("\n")
    place = chance.between(0, len(lines) - 1)
    other = chance.between(0, len(lines) - 1)
    way = chance.one_of(("drop", "double", "swap", "new"))
    if way == "drop":
        del lines[place]
    elif way == "double":
        lines.insert(other, lines[place])
    elif way == "swap":
        lines[place], lines[other] = lines[other], lines[place]
    else:
        lines[place] = chance.word()
    return "\n".join(lines)


def _word(chance: Chance, text: str) -> str:
    """Put something odd in the place of a word."""
    pieces = text.split(" ")
    pieces[chance.between(0, len(pieces) - 1)] = chance.word()
    return " ".join(pieces)


def _piece(chance: Chance, text: str) -> str:
    """Put something in the place of a few characters."""
    begin = chance.between(0, len(text))
    end = min(len(text), begin + chance.between(0, 12))
    return text[:begin] + chance.word() + text[end:]


def bytes_of(text: str) -> bytes:
    """A text as the bytes of a file; what is no text stays as it is."""
    return text.encode("utf-8", "surrogatepass")


def lists_of(pieces: SearchStrategy[str], most: int) -> SearchStrategy[list[str]]:
    """Some words of a command line; no system hands over a NUL."""
    return st.lists(pieces.map(lambda text: text.replace("\0", "")), max_size=most)
