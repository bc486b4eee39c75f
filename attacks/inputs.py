"""Texts that are nearly right: one that is, with some of its pieces changed."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

#: Values that were wrong somewhere, sometime.
ODD = (
    *("", " ", "0", "-1", "1e999", "nan", "9999999999999999999999", "0x10", "1_000", "true", "null", "[]", "{}", "''"),
    *('"', "'", "\\", "\0", "\x1b[31m", "\x9b", "\u202e", "\udcff", "\ufeff", "é", "\U0001f600", "x" * 300),
    *("../..", "/"),
    *("*", "?", "[", "[[", "]]", "=", "a.b.c", "%s", "{0}", "$(id)", "`id`", "; id", "--", "-", "@", "~", "~nobody"),
    *("<script>", "'; DROP TABLE samples; --", "1/0", "10min", "1KiB", "0s", "-5%", "100%", "1e-9", "\n", "\r\n", "\t"),
)

words = st.one_of(st.sampled_from(ODD), st.text(max_size=12), st.integers().map(str), st.floats().map(str))


@st.composite
def changed(draw: DrawFn, texts: Sequence[str]) -> str:
    """One of some texts, with one to six changes: of lines, of words, of single characters."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 6))):
        text = draw(st.sampled_from((_line, _word, _piece)))(draw, text)
    return text


def _line(draw: DrawFn, text: str) -> str:
    """Drop a line, double it, move it, or put another there."""
    lines = text.split("\n")
    place = draw(st.integers(0, len(lines) - 1))
    other = draw(st.integers(0, len(lines) - 1))
    way = draw(st.sampled_from(("drop", "double", "swap", "new")))
    if way == "drop":
        del lines[place]
    elif way == "double":
        lines.insert(other, lines[place])
    elif way == "swap":
        lines[place], lines[other] = lines[other], lines[place]
    else:
        lines[place] = draw(words)
    return "\n".join(lines)


def _word(draw: DrawFn, text: str) -> str:
    """Put something odd in the place of a word."""
    pieces = text.split(" ")
    pieces[draw(st.integers(0, len(pieces) - 1))] = draw(words)
    return " ".join(pieces)


def _piece(draw: DrawFn, text: str) -> str:
    """Put something in the place of a few characters."""
    begin = draw(st.integers(0, len(text)))
    end = min(len(text), begin + draw(st.integers(0, 12)))
    return text[:begin] + draw(words) + text[end:]


def bytes_of(text: str) -> bytes:
    """A text as the bytes of a file; what is no text stays as it is."""
    return text.encode("utf-8", "surrogatepass")


def lists_of(pieces: SearchStrategy[str], most: int) -> SearchStrategy[list[str]]:
    """Some words of a command line; no system hands over a NUL."""
    return st.lists(pieces.map(lambda text: text.replace("\0", "")), max_size=most)
