# sqlite3: blobopen() for each item, which reads it without SQL, after a SELECT of its row's number.
# Use it when parts of large items are read: it need not read all of one. It needs Python 3.11.
# called: SQLite's blobopen() for each item
# needs: version 3.11

from __future__ import annotations

import sqlite3
from contextlib import closing


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    count = total = ends = 0
    with closing(sqlite3.connect(f"{folder}/blobs.db")) as database:
        database.execute("BEGIN")
        for name in names:
            row = database.execute("SELECT rowid FROM blobs WHERE name = ?", (name,)).fetchone()
            if row is None:
                raise KeyError(name)
            with database.blobopen("blobs", "content", row[0], readonly=True) as blob:
                item = blob.read()
            count += 1
            total += len(item)
            if item:
                ends += item[0] + item[-1]
    return count, total, ends
