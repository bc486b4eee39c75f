"""What several writers left in the files that they shared: every record is found again by its tag and counted."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.workers import integrity, tagged
from iotrial.workers.tagged import Layout
from iotrial.workers.window import Left, Moments


def count_records(contents: Sequence[bytes], moments: Moments, layout: Layout, cut_ns: Sequence[int] = ()) -> Left:
    """Count every record, whoever wrote it and in whichever file it is.

    contents: the files in the order in which they were written; the first of them may have been cut off at the moments
    `cut_ns`, one for each. moments: for each writer when its records were handed out and done, (records, 2), ns.
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
