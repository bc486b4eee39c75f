"""Harm that a faulty writer did to records is found, all of it, and none that it did not do."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from iotrial.workers.integrity import Integrity, count
from iotrial.workers.tagged import Layout, find

LAYOUT = Layout(100, newline=True)
FAULTS = ("whole", "lost", "torn_end", "torn_start", "doubled", "interleaved", "unknown")

layouts = st.builds(Layout, st.integers(64, 300), newline=st.booleans())


def counted(content: bytes, handed: list[int], layout: Layout = LAYOUT) -> Integrity:
    return count([find(content, layout)], handed, layout)


def planted(layout: Layout, faults: list[str], writers: int, seed: int) -> tuple[bytes, list[int], Integrity]:
    """A file with a fault for each record in turn, what was handed over, and what must be counted."""
    source = random.Random(seed)
    handed = [0] * writers
    pieces: list[bytes] = []
    right = Integrity()

    def next_record() -> bytes:
        writer = source.randrange(writers)
        handed[writer] += 1
        return layout.record(writer, handed[writer] - 1)

    for fault in faults:
        if fault == "unknown":
            pieces.append(layout.record(writers, 7))
            right = replace(right, unknown=right.unknown + 1)
            continue
        record = next_record()
        cut = source.randrange(32, layout.record_bytes - 31)
        if fault == "whole":
            pieces.append(record)
        elif fault == "lost":
            right = replace(right, lost=right.lost + 1)
        elif fault == "doubled":
            pieces += [record, record]
            right = replace(right, doubled=right.doubled + 1)
        elif fault in ("torn_end", "torn_start"):
            pieces.append(record[:cut] if fault == "torn_end" else record[cut:])
            right = replace(right, torn=right.torn + 1)
        else:
            other = next_record()
            pieces += [record[:cut], other, record[cut:]]
            right = replace(right, interleaved=right.interleaved + 1)
    return b"".join(pieces), handed, replace(right, handed=sum(handed))


def test_whole_records_are_found_in_the_order_of_the_file() -> None:
    content = LAYOUT.record(3, 0) + LAYOUT.record(1, 0) + LAYOUT.record(3, 1)
    found = find(content, LAYOUT)
    assert (found.writer.tolist(), found.sequence.tolist(), found.rest) == ([3, 1, 3], [0, 0, 1], b"")


@given(layouts, st.lists(st.sampled_from(FAULTS), max_size=60), st.integers(1, 8), st.integers(0, 2**32))
def test_what_was_planted_is_counted_and_nothing_else(
    layout: Layout, faults: list[str], writers: int, seed: int
) -> None:
    # A record whose end is cut off and one whose start is would make a whole one between them.
    faults = [
        fault for fault, before in zip(faults, ["", *faults], strict=False) if "torn" not in before + fault
    ] or faults[:1]
    content, handed, right = planted(layout, faults, writers, seed)
    assert counted(content, handed, layout) == right


@given(layouts, st.integers(0, 200), st.integers(0, 2**32), st.integers(1, 4096))
def test_a_buffer_that_is_written_at_its_own_borders_interleaves_but_loses_nothing(
    layout: Layout, records: int, seed: int, buffer_bytes: int
) -> None:
    source = random.Random(seed)
    buffer_bytes = max(buffer_bytes, 2 * layout.record_bytes)
    streams = [b"".join(layout.record(writer, number) for number in range(records)) for writer in range(3)]
    pieces = [[stream[at : at + buffer_bytes] for at in range(0, len(stream), buffer_bytes)] for stream in streams]
    content = bytearray()
    while any(pieces):
        content += source.choice([own for own in pieces if own]).pop(0)
    found = counted(bytes(content), [records] * 3, layout)
    cut = sum(layout.record(writer, number) not in content for writer in range(3) for number in range(records))
    assert (found.lost, found.doubled, found.unknown) == (0, 0, 0)
    assert found.torn + found.interleaved == cut


def test_records_that_others_wrote_over_are_lost() -> None:
    first = b"".join(LAYOUT.record(0, number) for number in range(5))
    over = b"".join(LAYOUT.record(1, number) for number in range(3))
    assert counted(over + first[len(over) :], [5, 3]) == Integrity(8, lost=3)


def test_a_hole_is_not_a_record() -> None:
    assert counted(bytes(300) + LAYOUT.record(0, 3), [4]) == Integrity(4, lost=3)


def test_nothing_at_all_is_everything_lost() -> None:
    assert counted(b"", [2, 3]) == Integrity(5, lost=5)
    assert counted(b"", [0, 0]) == Integrity(0)


def test_files_are_counted_together() -> None:
    files = [find(LAYOUT.record(0, number), LAYOUT) for number in (0, 1, 1)]
    assert count(files, [3], LAYOUT) == Integrity(3, lost=1, doubled=1)


def test_a_piece_beside_its_whole_record_is_torn() -> None:
    record = LAYOUT.record(0, 0)
    assert counted(record[:50] + record, [1]) == Integrity(1, torn=1)


def test_the_sentence_names_what_is_wrong_only() -> None:
    assert Integrity(1000, lost=3, torn=1).sentence() == "lost 3 and tore 1 of 1,000 records"
    assert Integrity(1000, lost=1, torn=1, doubled=2).sentence() == "lost 1, tore 1 and doubled 2 of 1,000 records"
    assert Integrity(1000).sentence() == ""
