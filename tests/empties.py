"""A method that empties the log that it shares with others, and writes down how many records that cost."""

from __future__ import annotations

from pathlib import Path

#: Empties the log now and then, and writes down how many records it held: under a lock of this machine, so that no
#: other harm comes to any of them and the count is exact. Each writer does it, and soon: the lock is not fair, and on a
#: busy machine one of two writers may have a few turns in a window, or none.
_METHOD = """\
# Empty the log before the tenth of each fifty records that a writer has.
# visible: each record
# lock: none
# append: yes
# durable: each record

import fcntl
import os

LOCK = {lock!r}
COUNTS = {counts!r}


def append(path, records):
    written = 0
    log = os.open(path, os.O_WRONLY | os.O_APPEND)
    for record in records:
        with open(LOCK, "ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if record.startswith(b"#") and int(record[4:16]) % 50 == 9:
                os.ftruncate(log, 0)
                note(path, "x")
            os.write(log, record)
            os.fdatasync(log)
            if record.startswith(b"#"):
                note(path, ".")
        written += 1
    os.close(log)
    return written


def note(path, sign):
    with open(COUNTS + "/" + os.path.basename(path), "a") as counts:
        counts.write(sign)
"""


class Empties:
    """A tree with that method, `python/empties`, and what it wrote down of its latest run."""

    def __init__(self, folder: Path) -> None:
        self.tree, self._counts = folder / "tree", folder / "counts"
        method = self.tree / "append" / "python" / "empties.py"
        for one in (self._counts, method.parent):
            one.mkdir(parents=True)
        method.write_text(_METHOD.format(lock=str(folder / "lock"), counts=str(self._counts)))

    @property
    def handed(self) -> int:
        """Records that it wrote."""
        return sum(signs.count(".") for signs in self._noted())

    @property
    def lost(self) -> int:
        """Of these, those that were in a log when it was emptied."""
        return sum(len(signs.rpartition("x")[0].replace("x", "")) for signs in self._noted())

    def _noted(self) -> list[str]:
        return [path.read_text() for path in self._counts.iterdir()]
