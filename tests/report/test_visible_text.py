"""Text from outside: nothing of it steers a terminal, and nothing of it is lost."""

from __future__ import annotations

import io
import json
import os
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from iotrial.cli.output import print_json, stdout
from iotrial.report.layout import emit
from iotrial.standard_streams import LastingStream
from iotrial.visible_text import VisibleStream, beneath, visible_line, visible_streams, visible_text

#: What turns text around, by its class in Unicode.
TURNS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}

#: Invisible copies of letters, and marks that choose a form of the one before: Python calls the latter printable.
TAGS = {chr(number) for number in range(0xE0000, 0xE1000)}


def hides(letter: str) -> bool:
    """True if a character steers, hides or turns around what follows it."""
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(letter) in TURNS


def test_every_character_that_steers_or_hides_is_written_out() -> None:
    for begin in range(0, sys.maxunicode + 1, 256):
        block = list(map(chr, range(begin, begin + 256)))
        hidden = {letter for letter in block if hides(letter)} - set("\n\t")
        assert not hidden & set(visible_text("".join(block))), hex(begin)
        assert visible_line("".join(f"a{letter}b" for letter in block)).isprintable(), hex(begin)


@given(st.text())
def test_text_that_is_printed_stays_as_it_is(text: str) -> None:
    kept = "".join(letter for letter in text if (letter.isprintable() and letter not in TAGS) or letter in "\n\t")
    assert visible_text(kept) == kept


def test_a_character_is_written_out_as_json_writes_it() -> None:
    assert visible_text("a\x1b[31m\x9b\udcff\U000e0041") == "a\\u001b[31m\\u009b\\udcff\\udb40\\udc41"


@given(st.text())
def test_json_that_was_made_visible_says_the_same(text: str) -> None:
    document = json.dumps({"name": text}, ensure_ascii=False)
    assert json.loads(visible_text(document)) == {"name": text}


def test_what_is_printed_within_is_visible_and_the_streams_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout
    with visible_streams():
        print("a\x1b]0;title\x07 \udcff")
        print("e\x9b", file=sys.stderr)
        print_json({"name": "\x9b\u202e"})
        emit(stdout(), [Text("red \x1b[31m", style="bold")])
        assert beneath(sys.stdout) is before
    assert sys.stdout is before
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == "a\\u001b]0;title\\u0007 \\udcff"
    assert err == "e\\u009b\n"
    assert json.loads("\n".join(out.splitlines()[1:4])) == {"name": "\x9b\u202e"}
    assert out.splitlines()[4] == "red \\u001b[31m"


def test_texts_that_are_printed_together_are_visible_too(capsys: pytest.CaptureFixture[str]) -> None:
    with visible_streams():
        sys.stdout.writelines(["a\x1b[2J", "b\u202ec\n"])
    assert capsys.readouterr().out == "a\\u001b[2Jb\\u202ec\n"


def test_a_stream_is_otherwise_what_it_was() -> None:
    inner = io.StringIO()
    stream = VisibleStream(inner)
    assert stream.write("a\x07") == 2 and inner.getvalue() == "a\\u0007"
    stream.writelines(["b", "\x08"])
    assert inner.getvalue() == "a\\u0007b\\u0008"
    assert stream.isatty() is False  # type: ignore[operator]


def test_notes_that_nobody_can_read_any_more_go_nowhere_and_end_nothing() -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as stream:
        lasting = LastingStream(stream)
        assert lasting.write("a note\n") == 7
        lasting.flush()
        stream.write("another\n")
        stream.flush()  # it is open to nowhere now
