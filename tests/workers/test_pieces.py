"""Pieces of records are found many at once as a plain loop finds them byte by byte."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.workers import pieces
from iotrial.workers.integrity import Integrity, count
from iotrial.workers.tagged import TAG_BYTES, Layout, find
from workers import plain_integrity

layouts = st.builds(Layout, st.integers(1 + TAG_BYTES + 1, 200), newline=st.booleans())

#: What is written of a record: all of it, a piece cut anywhere or where a tag ends, twice, its end again and again.
WAYS = ("whole", "cut", "cut at a tag", "without its start", "twice", "end again", "as another's", "a hole", "noise")


def mixed_up(layout: Layout, ways: list[str], writers: int, seed: int) -> tuple[bytes, list[int]]:
    """A file in which every record came to some harm, and what was handed over."""
    source = random.Random(seed)
    handed, content, later = [0] * writers, b"", b""
    for way in ways:
        writer = source.randrange(writers)
        record = layout.record(writer, handed[writer])
        handed[writer] += 1
        at = source.randrange(len(record))
        if way == "cut at a tag":
            at = 1 + at // TAG_BYTES * TAG_BYTES
        content += {
            "whole": record,
            "cut": record[:at],
            "cut at a tag": record[:at],
            "without its start": record[1:],
            "twice": record + record,
            "end again": record + record[-at:] * 3,
            "as another's": layout.record(writers, at)[at:] + record[: at // 2],
            "a hole": bytes(at),
            "noise": bytes(source.choices(b"#. 0123\n", k=at)),
        }[way]
        content += later
        later = record[at:] if way.startswith("cut") and source.random() < 0.8 else b""
    return content + later, handed


def both(content: bytes, handed: list[int], layout: Layout) -> tuple[Integrity, Integrity]:
    found = [find(content, layout)]
    return count(found, handed, layout), plain_integrity.count(found, handed, layout)


@given(layouts, st.lists(st.sampled_from(WAYS), max_size=40), st.integers(1, 3), st.integers(0, 2**32))
def test_the_pieces_are_those_of_a_loop_over_bytes(layout: Layout, ways: list[str], writers: int, seed: int) -> None:
    found, plain = both(*mixed_up(layout, ways, writers, seed), layout)
    assert found == plain


@given(layouts, st.integers(1, 3), st.integers(0, 2**32), st.integers(1, 90))
def test_they_are_so_wherever_a_step_of_the_search_ends(layout: Layout, writers: int, seed: int, step: int) -> None:
    ways = random.Random(seed).choices(WAYS, k=60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_AT_ONCE", step)
        patch.setattr(pieces, "_RECORDS_AT_ONCE", 1)
        found, plain = both(*mixed_up(layout, ways, writers, seed), layout)
    assert found == plain


def test_a_piece_longer_than_any_record_is_several() -> None:
    layout = Layout(100, newline=True)
    content = b"#" + b"00.000000000000 " * 1000
    found, plain = both(content, [1], layout)
    assert found == plain == Integrity(1, interleaved=1)


def test_a_byte_that_no_tag_has_at_its_place_makes_it_none() -> None:
    layout = Layout(64, newline=True)
    record = layout.record(12, 345678901234)
    for place in range(1, 1 + TAG_BYTES):
        content = b"".join(record[:place] + bytes([byte]) + record[place + 1 : 35] for byte in range(256))
        found, plain = both(content, [1] * 13, layout)
        assert found == plain, place


def test_every_digit_of_a_name_counts() -> None:
    layout = Layout(64, newline=False)
    numbers = [digit * 10**power for power in range(12) for digit in range(10)]
    tags = [b"%02d.%012d " % (writer, number) for writer in (0, 7, 40, 99) for number in numbers]
    found = pieces.pieces_of(b"".join(b"#" + tag * 2 + b"\0" for tag in tags), layout, [])
    assert found.names.tolist() == [int(tag[:2]) * pieces.NAMES_OF_A_WRITER + int(tag[3:-1]) for tag in tags]
