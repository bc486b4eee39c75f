"""Records that tell whose they are: several writers append them to one file within a window.

A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
and a space: the writer and the record's number, from 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from kit import BadRequest, Window, now_ns

TAG_BYTES = 16


class Tags:
    """The tagged records of one writer."""

    def __init__(self, writer: int, record_bytes: int, end: bytes) -> None:
        """Refuse records that have no room for a tag."""
        self._writer, self._end = writer, end
        self._body_bytes = record_bytes - 1 - len(end)
        self.sequence = 0
        if writer > 99 or self._body_bytes < TAG_BYTES:
            raise BadRequest(f"no tag of writer {writer} fits into record_bytes={record_bytes}")

    def records(self, window: Window, due_ns: int, count: int) -> Iterator[bytes]:
        """Hand out the records of one call; note when each was handed out (or due) and when it was done."""
        clock, note, end_ns = now_ns, window.moments.append, window.end_ns
        writer, body_bytes, end = self._writer, self._body_bytes, self._end
        times = body_bytes // TAG_BYTES + 1
        for _ in range(count):
            record = b"#" + (b"%02d.%012d " % (writer, self.sequence) * times)[:body_bytes] + end
            now = clock()
            if now >= end_ns:
                return
            self.sequence += 1
            note(due_ns if window.every_ns else now)
            yield record
            note(clock())
