"""Records that tell whose they are: several writers append them to one file within a window.

A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
and a space: the writer and the record's number, from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from kit import BadRequest, Window, now_ns

TAG_BYTES = 16

Record = TypeVar("Record", bytes, str)


class Tags(Generic[Record]):
    """The tagged records of one writer, bytes or text as their end is."""

    def __init__(self, writer: int, record_bytes: int, end: Record) -> None:
        """Refuse records that have no room for a tag."""
        self._writer = writer
        self._end: Record = end
        self._mark: Record
        self._tag: Record
        self._mark, self._tag = (b"#", b"%02d.%012d ") if isinstance(end, bytes) else ("#", "%02d.%012d ")
        self._body_bytes = record_bytes - 1 - len(end)
        self._sequence = 0
        if writer > 99 or self._body_bytes < TAG_BYTES:
            raise BadRequest(f"no tag of writer {writer} fits into record_bytes={record_bytes}")

    def fill(self, window: Window, method: Callable[[str, Iterable[Record]], int], path: str, count: int) -> int:
        """Call a method again and again, each time with as many records as one call writes; return all of them."""
        moments = window.moments
        self._sequence = written = number = 0
        while (due_ns := window.next(number)) is not None:
            written += method(path, self._records(window, due_ns, count))
            if len(moments) % 2:  # the method did not ask for more
                moments.append(now_ns())
            number += 1
        return written

    def _records(self, window: Window, due_ns: int, count: int) -> Iterator[Record]:
        """Hand out the records of one call; note when each was handed out (or due) and when it was done."""
        clock, note, end_ns = now_ns, window.moments.append, window.end_ns
        writer, body_bytes, mark, tag, end = self._writer, self._body_bytes, self._mark, self._tag, self._end
        times = body_bytes // TAG_BYTES + 1
        for _ in range(count):
            record = mark + (tag % (writer, self._sequence) * times)[:body_bytes] + end
            now = clock()
            if now >= end_ns:
                return
            self._sequence += 1
            note(due_ns if window.every_ns else now)
            yield record
            note(clock())
