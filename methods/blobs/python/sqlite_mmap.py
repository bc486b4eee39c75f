# sqlite3 with mmap_size: a SELECT for each item in one transaction, from a mapped database.
# Use it when a database is read far more often than it is written, and fits into memory.
# called: an SQLite row each, mapped

from __future__ import annotations

import sqlite3
from contextlib import closing


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    count = total = ends = 0
    with closing(sqlite3.connect(f"{folder}/blobs.db")) as database:
        database.execute("PRAGMA mmap_size = 1073741824")
        database.execute("BEGIN")
        for name in names:
            row = database.execute("SELECT content FROM blobs WHERE name = ?", (name,)).fetchone()
            if row is None:
                raise KeyError(name)
            item = row[0]
            count += 1
            total += len(item)
            if item:
                ends += item[0] + item[-1]
    return count, total, ends
