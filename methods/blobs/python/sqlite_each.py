# sqlite3: a SELECT for each item, each a transaction of its own.
# Use it when items are asked for now and then; of many at once, one transaction locks the database once.
# called: an SQLite row and transaction each

from __future__ import annotations

import sqlite3
from contextlib import closing


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    count = total = ends = 0
    with closing(sqlite3.connect(f"{folder}/blobs.db")) as database:
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
