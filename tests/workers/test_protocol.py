"""Lines of the protocol, and the page that describes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.workers.protocol import COLLECTED, FIGURES, PROTOCOL, REPLIES, ProtocolError, accept, decode, encode

PAGE = (Path(__file__).resolve().parents[2] / "kits" / "PROTOCOL.md").read_text()
WORD = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
SAMPLE = b"sample wall_ns=5 work=1"


@given(WORD, st.dictionaries(WORD, st.text(max_size=40).filter(lambda text: text.isprintable() or True), max_size=5))
def test_what_is_encoded_is_decoded(verb: str, pairs: dict[str, str]) -> None:
    try:
        line = encode(verb, pairs)
    except UnicodeEncodeError:
        return  # a lone surrogate outside of what stands for a byte
    message = decode(line.removesuffix(b"\n"))
    assert line.count(b"\n") == 1
    assert (message.verb, dict(message.pairs)) == (verb, pairs)


@pytest.mark.parametrize(
    "line",
    [b"", b" ", b"Hello", b"hello protocol", b"hello =1", b"hello a=1 a=2", b"hello  a=1", b"\xff", b"hello A=1"],
)
def test_a_malformed_line_is_an_error(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode(line)


@pytest.mark.parametrize(
    ("request_verb", "line"),
    [
        ("hello", b"ready"),
        ("hello", b"hello protocol=2 language=x runtime=x clock_step_ns=1"),
        ("hello", b"hello protocol=1"),
        ("measure", b"sample wall_ns=5"),
        ("measure", b"sample wall_ns=-5 work=1"),
        ("measure", b"sample wall_ns=0 work=1"),
        ("measure", b"sample wall_ns=5.0 work=1"),
        ("measure", b"sample wall_ns=5 work=1 user_ns=much"),
        ("measure", b"sample wall_ns=9999999999999999999 work=1"),
        ("measure", b"sample wall_ns=5 work=9223372036854775807"),
        ("measure", b"sample wall_ns=5 work=1 collections=-1"),
        ("measure", b"sample wall_ns=5 work=1 gc_ns=9999999999999999999"),
        ("measure", b"sample wall_ns=5 work=1 began_ns=9223372036854775807"),
        ("measure", b"sample wall_ns=5 work=1 proof=12345678901234567890"),
        ("check", b"checked work=9999999999999999999"),
        ("check", b"checked work=-1"),
        ("hello", b"hello protocol=1 language=x runtime=x clock_step_ns=9000000000"),
        ("hello", b"hello protocol=1 language=x runtime=x clock_step_ns=-1"),
        ("hello", b"hello protocol=1 language=x runtime=x clock_step_ns=1 heap_bytes=9223372036854775807"),
    ],
)
def test_a_reply_that_breaks_the_contract_is_an_error(request_verb: str, line: bytes) -> None:
    with pytest.raises(ProtocolError):
        accept(request_verb, decode(line))


def test_a_figure_that_is_missing_is_none_and_not_0() -> None:
    assert accept("measure", decode(SAMPLE)).number("user_ns") is None


def test_the_page_and_the_code_know_the_same_version_verbs_and_figures() -> None:
    assert f"# The kit protocol, version {PROTOCOL}" in PAGE
    table = re.findall(r"^\| `(\w+)` \| [^|]*\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert dict(table) == {request: reply for request, (reply, _) in REPLIES.items()}
    rows = PAGE.split("| key of `sample` |")[1].split("\n\n")[0].splitlines()[2:]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted([*FIGURES, *COLLECTED])
