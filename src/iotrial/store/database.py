"""DuckDB's databases in memory, which stay open: each takes 40 ms to open, far longer than most questions to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

#: The open databases of this process: process and settings -> the database. A fork has none, and opens its own.
_OPEN: dict[tuple[int, str], Any] = {}


def cursor(settings: Mapping[str, str | int]) -> Any:
    """Return a connection of its own to the database with these settings, to be closed by whoever asked."""
    import duckdb

    key = (os.getpid(), repr(sorted(settings.items())))
    if key in _OPEN:
        try:
            found = _OPEN[key].cursor()
            found.execute("SELECT 1").fetchall()
        except duckdb.Error:  # an error within DuckDB may have ended a database for good
            _OPEN.pop(key).close()
        else:
            return found
    # What it read of a file would otherwise be kept, beyond the file's own life.
    _OPEN[key] = duckdb.connect(config={**settings, "enable_external_file_cache": "false"})
    return _OPEN[key].cursor()


def quoted(text: str) -> str:
    """Return a text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"
