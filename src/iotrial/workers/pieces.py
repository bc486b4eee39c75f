"""The pieces of records that are not whole, found by their tags: tagged.py says what a record is. Pure.

A piece goes as far as each byte is the one that lies a tag's length before it. So all that is needed are the tags, and
the places where that does not hold: both are looked up for many pieces at once, since a faulty method leaves millions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from iotrial.workers.tagged import TAG_BYTES, Layout

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: A piece of this length holds a whole tag of its own.
SURE_BYTES = 2 * TAG_BYTES - 1

#: A name is one number: that of the writer times this, plus that of the record.
NAMES_OF_A_WRITER = 10**12

#: A tag is read as two numbers of eight bytes, the first character in the lowest of them.
_WORD_BYTES = 8
_ZEROS = (b"00.00000", b"0000000 ")

#: Bytes that are looked at in one step, so few that they fit into a processor's cache; and before them, as far as a
#: piece reaches to the left of the first tag that is looked at.
_AT_ONCE, _BEFORE = 1 << 18, 3 * TAG_BYTES

#: The least number of records in any case.
_RECORDS_AT_ONCE = 4


class Pieces(NamedTuple):
    """The name and the bytes of each piece."""

    names: Integers
    sizes: Integers


@dataclass(frozen=True)
class _Tags:
    """Tags in their order, and how far the bytes around each fit, which may be more than one piece of its record.

    Of tags that follow each other in a piece there are the first two only: no other is the first after another piece.
    """

    begin: Integers
    name: Integers
    left: Integers
    right: Integers
    is_apart: Integers  # its record was handed over and is nowhere whole
    begins_record: Integers  # the byte before the left end is the one that begins a record


def pieces_of(rest: bytes, layout: Layout, whole: Sequence[Integers]) -> Pieces:
    """Find all pieces in what lies between whole records; a zero byte ends each stretch of that.

    whole: for each writer, which of its records are whole somewhere.
    """
    import numpy as np

    none = np.empty(0, dtype=np.int64)
    found, chain = [Pieces(none, none)], _Chain(rest, layout)
    step = max(_AT_ONCE, _RECORDS_AT_ONCE * layout.record_bytes)
    for start in range(0, len(rest) - TAG_BYTES + 1, step):
        found.append(chain.follow(_tags(rest, start, start + step, layout, whole)))
    return Pieces(*(np.concatenate(column) for column in zip(*found, strict=True)))


def are_apart(names: Integers, whole: Sequence[Integers]) -> Integers:
    """Return which names are those of records that were handed over and are nowhere whole."""
    import numpy as np

    most = max(map(len, whole), default=0)
    present = np.ones((len(whole) + 1, most + 1), dtype=bool)
    for writer, own in enumerate(whole):
        present[writer, : len(own)] = own
    writers = np.minimum(names // NAMES_OF_A_WRITER, len(whole))
    found: Integers = ~present[writers, np.minimum(names % NAMES_OF_A_WRITER, most)]
    return found


def _tags(rest: bytes, start: int, stop: int, layout: Layout, whole: Sequence[Integers]) -> _Tags:
    """Find the tags that begin between two places."""
    import numpy as np

    base = max(0, start - _BEFORE)
    data = np.frombuffer(rest, np.uint8)[base : stop + layout.record_bytes + _BEFORE]
    dots = np.flatnonzero(data[start - base + 2 : stop - base + 2] == ord(".")) + (start - base)
    dots = dots[dots <= len(data) - TAG_BYTES]
    is_break = data[TAG_BYTES:] != data[:-TAG_BYTES]
    breaks = np.concatenate(([0], np.flatnonzero(is_break) + TAG_BYTES, [len(data)]))
    place = np.ones(len(is_break) + 1, dtype=np.int32)  # of the first break beyond the tag that begins there
    np.cumsum(is_break, dtype=np.int32, out=place[1:])
    place[1:] += 1
    place = place[dots]
    left = np.where(place > 1, breaks[place - 1] - TAG_BYTES + 1, 0)
    near = np.flatnonzero(left > dots - 2 * TAG_BYTES)
    begin, left, right = dots[near], left[near], breaks[place[near]]
    words = np.ndarray((len(data) - _WORD_BYTES + 1,), "<u8", rest, base, (1,))
    valid, name = _read(words[begin], words[begin + _WORD_BYTES])
    begin, left, right = begin[valid], left[valid], right[valid]
    begins_record = (left == begin) & (begin > 0) & (data[begin - 1] == ord("#"))
    return _Tags(begin + base, name, left + base, right + base, are_apart(name, whole), begins_record)


def _read(first: Integers, last: Integers) -> tuple[Integers, Integers]:
    """Return the places of the tags among these halves of 16 bytes, and the names in them."""
    import numpy as np

    first, last = (half ^ _word(zeros) for half, zeros in zip((first, last), _ZEROS, strict=True))
    # The highest bit of each byte is that of a digit over 9, or of anything at all where there is no digit.
    most = [_word(bytes(0x76 if letter == ord("0") else 0x7F for letter in zeros)) for zeros in _ZEROS]
    wrong = (first + most[0] | first | last + most[1] | last) & _word(b"\x80" * _WORD_BYTES)
    valid = np.flatnonzero(wrong == 0)
    first, last = first[valid], last[valid]
    byte, three = np.uint64(8), np.uint64(24)
    writer = (first & np.uint64(0xFF)) * np.uint64(10) + ((first >> byte) & np.uint64(0xFF))
    number = _number(first >> three << three) * np.uint64(10**7) + _number(last << byte)
    return valid, (writer * np.uint64(NAMES_OF_A_WRITER) + number).astype(np.int64)


def _number(digits: Integers) -> Integers:
    """Return the numbers of eight decimal digits each, a byte for each, the first in the lowest: by pairs, then all."""
    import numpy as np

    pairs, alternate = digits * np.uint64(10) + (digits >> np.uint64(8)), np.uint64(0xFF000000FF)
    by_first = (pairs & alternate) * np.uint64(10**6 << 32 | 100)
    by_second = (pairs >> np.uint64(16) & alternate) * np.uint64(10**4 << 32 | 1)
    found: Integers = (by_first + by_second) >> np.uint64(32)
    return found


def _word(text: bytes) -> Any:
    """Return eight bytes as a number, the first in the lowest byte."""
    import numpy as np

    return np.uint64(int.from_bytes(text, "little"))


class _Chain:
    """The pieces one after the other, in a file's order: a tag that lies within the piece before is none."""

    def __init__(self, rest: bytes, layout: Layout) -> None:
        self._rest, self._layout = rest, layout
        self._end = 0  # of the last piece so far
        self._names: list[int] = []  # of pieces that were looked at one by one
        self._sizes: list[int] = []

    def follow(self, tags: _Tags) -> Pieces:
        """Return the pieces of tags that come after those of the last call.

        What a piece before decides is where one begins that shares bytes with it, and which of several tags is its
        first. Its end is known without that, but for a piece that is longer than its record.
        """
        import numpy as np

        after = self._with_newline(tags.right)
        is_first = tags.left > tags.begin - TAG_BYTES
        least = np.maximum(tags.left, tags.begin - 2 * TAG_BYTES + 2) - tags.begins_record
        is_short = tags.right <= least + self._layout.body_bytes + tags.begins_record
        is_plain = is_short & (tags.is_apart | is_first)
        is_none = is_plain & ~tags.is_apart & (after - least < SURE_BYTES)
        after[is_none] = tags.begin[is_none] + 1
        followers = np.searchsorted(tags.begin, after)
        followers[~is_plain] = -1
        chosen, ends = self._chosen(tags, followers, after)
        begin = np.maximum(tags.left[chosen], ends - TAG_BYTES + 1)
        sizes = after[chosen] - (begin - tags.begins_record[chosen])
        is_one = ~is_none[chosen]
        names = tags.name[chosen][is_one]
        found = Pieces(np.append(names, self._names), np.append(sizes[is_one], self._sizes))
        self._names, self._sizes = [], []
        return found

    def _chosen(self, tags: _Tags, followers: Integers, after: Integers) -> tuple[Integers, Integers]:
        """Return the tags that lie in no piece before theirs, but for those looked at alone, and where that ends."""
        import numpy as np

        first = int(np.searchsorted(tags.begin, self._end))
        chosen = _followed(followers, first)
        if len(chosen) == 0 or followers[chosen[-1]] >= 0:
            ends = np.concatenate(([self._end], after[chosen]))
            self._end = int(ends[-1])
            return chosen, ends[:-1]
        return self._chosen_one_by_one(tags, first, followers.tolist(), after.tolist())

    def _chosen_one_by_one(
        self, tags: _Tags, at: int, followers: list[int], after: list[int]
    ) -> tuple[Integers, Integers]:
        """Return the same if some of them have to be looked at alone."""
        import numpy as np

        begins, end = tags.begin.tolist(), self._end
        chosen: list[int] = []
        ends: list[int] = []
        while at < len(begins):
            if (follower := followers[at]) < 0:
                end = self._look_at(tags, at, end)
                at = bisect_left(begins, end)
                continue
            chosen.append(at)
            ends.append(end)
            end, at = after[at], follower
        self._end = end
        return np.array(chosen, dtype=np.int64), np.array(ends, dtype=np.int64)

    def _look_at(self, tags: _Tags, at: int, end: int) -> int:
        """Take the pieces of one record that follow each other, from a tag of it; return where the last ends."""
        rest, left, begin = self._rest, int(tags.left[at]), int(tags.begin[at])
        tag, is_apart, begins_record = rest[begin : begin + TAG_BYTES], tags.is_apart[at], int(tags.begins_record[at])
        while True:
            first = max(left, end - TAG_BYTES + 1) - begins_record
            most = max(0, self._layout.body_bytes - (begin + TAG_BYTES - first) + begins_record)
            fits = _fitting_bytes(rest, begin + TAG_BYTES, tag, most)
            after = begin + TAG_BYTES + fits
            after += self._layout.newline and rest[after : after + 1] == b"\n"
            if is_apart or after - first >= SURE_BYTES:
                self._names.append(int(tags.name[at]))
                self._sizes.append(after - first)
                end = after
            else:
                end = begin + 1
            begin += -(-(end - begin) // TAG_BYTES) * TAG_BYTES
            begins_record = 0
            if rest[end : begin + TAG_BYTES] != rest[end - TAG_BYTES : begin]:
                return end

    def _with_newline(self, ends: Integers) -> Integers:
        """Return the ends of pieces, with the newline that follows some of them."""
        import numpy as np

        data = np.frombuffer(self._rest, np.uint8)
        if not self._layout.newline or not len(data):
            return ends.copy()
        beyond: Integers = ends + (data[np.minimum(ends, len(data) - 1)] == ord("\n")) * (ends < len(data))
        return beyond


def _followed(followers: Integers, first: int) -> Integers:
    """Return a place, the one that follows it, and so on, until one has none: its follower is below 0, or beyond all.

    Each step finds as many as were known, by followers of twice as many places further on.
    """
    import numpy as np

    beyond = len(followers)
    jump = np.append(np.where(followers < 0, beyond, followers), beyond)
    found = np.array([first])
    while found[-1] < beyond:
        found = np.concatenate((found, jump[found]))
        jump = jump[jump]
    return found[: np.searchsorted(found, beyond)]


def _fitting_bytes(rest: bytes, begin: int, tag: bytes, most: int) -> int:
    """Return how many bytes from a place are the tag again and again, `most` at the most."""
    import numpy as np

    there = np.frombuffer(rest[begin : begin + most], np.uint8)
    right = np.frombuffer((tag * (most // TAG_BYTES + 1))[: len(there)], np.uint8)
    wrong = np.flatnonzero(there != right)
    return int(wrong[0]) if len(wrong) else len(there)
