"""The count of records that are not whole, byte by byte: slow, and plain enough to be believed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from iotrial.workers.integrity import Integrity
from iotrial.workers.tagged import TAG_BYTES, Found, Layout

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

_TAG = re.compile(rb"([0-9]{2})\.([0-9]{12}) ")

#: A piece of this length holds a whole tag of its own.
SURE_BYTES = 2 * TAG_BYTES - 1

#: A record's name: its writer and its number.
Name = tuple[int, int]


def count(found: Sequence[Found], handed: Sequence[int], layout: Layout) -> Integrity:
    """Count what became of the records 0 to `handed[w]` - 1 of each writer w, over all files together."""
    whole, doubled, unknown = _copies(found, handed)
    absent = sum(handed) - sum(int(present.sum()) for present in whole)

    def is_apart(name: Name) -> bool:
        writer, number = name
        return writer < len(handed) and number < handed[writer] and not whole[writer][number]

    sizes: Counter[Name] = Counter()
    pieces: Counter[Name] = Counter()
    for file in found:
        for stretch in file.rest.split(b"\0"):
            _gather(stretch, layout, is_apart, sizes, pieces)
    apart = [name for name in pieces if is_apart(name)]
    interleaved = sum(pieces[name] > 1 and sizes[name] > layout.record_bytes - TAG_BYTES for name in apart)
    return Integrity(
        handed=sum(handed),
        lost=absent - len(apart),
        torn=len(pieces) - interleaved,
        interleaved=interleaved,
        doubled=doubled,
        unknown=unknown,
    )


def _copies(found: Sequence[Found], handed: Sequence[int]) -> tuple[list[Integers], int, int]:
    """Return which records of each writer are whole, the copies beyond the first, and the records of nobody."""
    import numpy as np

    writers = np.concatenate([file.writer for file in found]) if found else np.empty(0, dtype=np.int64)
    sequences = np.concatenate([file.sequence for file in found]) if found else np.empty(0, dtype=np.int64)
    whole, doubled, known = [], 0, 0
    for writer, most in enumerate(handed):
        own = sequences[writers == writer]
        own = own[own < most]
        copies = np.bincount(own, minlength=most)
        whole.append(copies > 0)
        known += len(own)
        doubled += len(own) - int((copies > 0).sum())
    return whole, doubled, len(sequences) - known


def _gather(
    stretch: bytes, layout: Layout, is_apart: Callable[[Name], bool], sizes: Counter[Name], pieces: Counter[Name]
) -> None:
    """Count the pieces in a stretch, and their bytes, by the name in their tags."""
    end = 0
    while (match := _TAG.search(stretch, end)) is not None:
        name = _name(match)
        if not is_apart(name):
            # The end of one piece and the start of the next may together look like a tag.
            other = _TAG.search(stretch, match.start() + 1)
            if other is not None and other.start() < match.end() and is_apart(_name(other)):
                match, name = other, _name(other)
        begin, after = _grown(stretch, match, end, layout)
        if not is_apart(name) and after - begin < SURE_BYTES:
            end = match.start() + 1  # too short for a whole record: two pieces met and look like a tag
            continue
        end = after
        sizes[name] += end - begin
        pieces[name] += 1


def _name(match: re.Match[bytes]) -> Name:
    return int(match[1]), int(match[2])


def _grown(stretch: bytes, match: re.Match[bytes], lowest: int, layout: Layout) -> tuple[int, int]:
    """Return the bounds of the piece around a tag: more of the tag on either side, the record's start, its newline.

    On the left, up to a tag's length may already count as the end of the piece before: bytes that fit both pieces,
    such as the last digits of equal numbers.
    """
    tag, begin, end = match[0], match.start(), match.end()
    floor = max(0, lowest - TAG_BYTES + 1)
    grown = 0
    while begin > floor and grown < layout.record_bytes and stretch[begin - 1] == tag[-1 - grown % TAG_BYTES]:
        begin, grown = begin - 1, grown + 1
    if grown == 0 and begin > floor and stretch[begin - 1] == ord("#"):
        begin -= 1
    most = layout.body_bytes - (end - begin) + (stretch[begin] == ord("#"))
    grown = 0
    while grown < most and end < len(stretch) and stretch[end] == tag[grown % TAG_BYTES]:
        end, grown = end + 1, grown + 1
    if layout.newline and end < len(stretch) and stretch[end] == ord("\n"):
        end += 1
    return begin, end
