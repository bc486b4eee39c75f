"""A small stored run with something of everything, as `iotrial run` leaves it, but made up in a moment."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def stored_run() -> Path:
    """Return the folder of a run with two levels, some arms and twelve sweeps; it goes when this process ends."""
    results = Path(tempfile.mkdtemp(prefix="iotrial-attack-"))
    atexit.register(shutil.rmtree, results, ignore_errors=True)
    if str(ROOT / "tests") not in sys.path:
        sys.path.append(str(ROOT / "tests"))
    from judge import made

    levels = [
        made.level(
            {"file_bytes": size, "sink": "pipe"}, "php/readfile", ["php/fpassthru", "c/sendfile", "c/read_write"]
        )
        for size in (4096, 1 << 20)
    ]
    return made.store(results, made.run(levels), {"c/sendfile": 0.5, "c/read_write": 1.2})
