"""Records with tags that name their writer: build one, and find the whole ones in the files that writers leave.

A tagged record is `#`, then its tag again and again, cut to length; the last byte is a newline if the level says so.
The tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0. So `#` begins a record and is
nowhere else, and any 31 bytes of a record hold its whole tag.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

TAG_BYTES = 16

#: Rows that are read in one step: so few that they fit into a processor's cache.
_ROWS_AT_ONCE = 1 << 14

#: Columns of a row that hold digits: the writer's two, then the twelve of the record's number.
_WRITER = [1, 2]
_SEQUENCE = list(range(4, 16))


@dataclass(frozen=True)
class Layout:
    """The layout of a level's records."""

    record_bytes: int
    newline: bool

    @property
    def body_bytes(self) -> int:
        """Bytes that the tag fills."""
        return self.record_bytes - 1 - self.newline

    @property
    def least_bytes(self) -> int:
        """The length of the shortest record that a tag fits into."""
        return 1 + TAG_BYTES + self.newline

    def record(self, writer: int, sequence: int) -> bytes:
        """Build a record."""
        tag = b"%02d.%012d " % (writer, sequence)
        body = (tag * (self.body_bytes // TAG_BYTES + 1))[: self.body_bytes]
        return b"#" + body + (b"\n" if self.newline else b"")


@dataclass(frozen=True)
class Found:
    """The whole records of one file, in the file's order, and the stretches in between."""

    writer: Integers
    sequence: Integers
    rest: bytes  # the bytes between whole records, in the file's order; after each stretch but the last a zero byte


def find(content: bytes | memoryview, layout: Layout) -> Found:
    """All whole records of a file, wherever they begin."""
    import numpy as np

    data = np.frombuffer(content, dtype=np.uint8)
    empty = np.empty(0, dtype=np.int64)
    if len(data) < layout.record_bytes:
        return Found(empty, empty, bytes(content))
    candidates = np.flatnonzero(data == ord("#"))
    candidates = candidates[candidates <= len(data) - layout.record_bytes]
    every_row = np.lib.stride_tricks.sliding_window_view(data, layout.record_bytes)
    parts: list[tuple[Integers, Integers, Integers]] = [(empty, empty, empty)]
    for begin in range(0, len(candidates), _ROWS_AT_ONCE):
        starts = candidates[begin : begin + _ROWS_AT_ONCE]
        valid, writer, sequence = _read(every_row[starts], layout)
        parts.append((starts[valid], writer[valid], sequence[valid]))
    starts, writer, sequence = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Found(writer, sequence, _between(content, starts, layout.record_bytes))


def _read(rows: Integers, layout: Layout) -> tuple[Integers, Integers, Integers]:
    """Return which of some rows are whole records, and the writers and numbers in their tags."""
    import numpy as np

    body = rows[:, 1 : 1 + layout.body_bytes]
    valid = (rows[:, 3] == ord(".")) & (rows[:, TAG_BYTES] == ord(" "))
    valid &= (body[:, TAG_BYTES:] == body[:, :-TAG_BYTES]).all(axis=1)
    if layout.newline:
        valid &= rows[:, -1] == ord("\n")
    digits = rows[:, [*_WRITER, *_SEQUENCE]] - np.uint8(ord("0"))
    valid &= (digits <= 9).all(axis=1)
    # Numbers below 2 to the 53rd are exact in floating point, and its matrix product is faster.
    numbers = digits.astype(np.float64)
    writer = numbers[:, :2] @ np.array([10.0, 1.0])
    sequence = numbers[:, 2:] @ 10.0 ** np.arange(11, -1, -1)
    return valid, writer.astype(np.int64), sequence.astype(np.int64)


#: Stretches that are shorter on average are copied byte by byte, all at once: a slice of each would take longer.
_SHORT_BYTES = 8


def _between(content: bytes | memoryview, starts: Integers, record_bytes: int) -> bytes:
    """The bytes before, between and after records that begin at `starts`, with a zero byte between two stretches."""
    import numpy as np

    ends = np.concatenate(([0], starts + record_bytes))
    gap_bytes = np.concatenate((starts, [len(content)])) - ends
    ends, gap_bytes = ends[gap_bytes > 0], gap_bytes[gap_bytes > 0]
    if not len(ends) or gap_bytes.mean() > _SHORT_BYTES:
        view = memoryview(content)
        return b"\0".join([view[a : a + b] for a, b in zip(ends.tolist(), gap_bytes.tolist(), strict=True)])
    places = np.cumsum(gap_bytes + 1) - gap_bytes - 1  # of each stretch among those that are kept
    kept = np.zeros(int(gap_bytes.sum()) + len(ends) - 1, dtype=np.uint8)
    inside = np.arange(int(gap_bytes.sum())) - np.repeat(np.cumsum(gap_bytes) - gap_bytes, gap_bytes)
    kept[np.repeat(places, gap_bytes) + inside] = np.frombuffer(content, dtype=np.uint8)[
        np.repeat(ends, gap_bytes) + inside
    ]
    return kept.tobytes()
