"""A count of the records that several writers left in shared files, each found again by its tag."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.workers import integrity, tagged
from iotrial.workers.tagged import Layout
from iotrial.workers.window import Left, Moments


def count_records(contents: Sequence[bytes], moments: Moments, layout: Layout, cut_ns: Sequence[int] = ()) -> Left:
    """Count every record of all writers in all files.

    contents: the files in the order in which they were written. cut_ns: the moments at which the first of them were cut
    off, one each. moments: for each writer, the times at which its records were handed out and done, (records, 2), ns.
    """
    import numpy as np

    found = [tagged.find(content, layout) for content in contents]
    moved = zip(found, cut_ns, strict=False)
    return Left(
        integrity=integrity.count(found, [len(own) for own in moments], layout),
        writer=np.concatenate([file.writer for file in found]),
        sequence=np.concatenate([file.sequence for file in found]),
        byte_count=sum(map(len, contents)),
        astray=sum(integrity.begun_after(file, moments, done_ns) for file, done_ns in moved) if cut_ns else None,
    )
