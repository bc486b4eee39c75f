"""A log and the files that it became when its method rotated it: its records are all that are in any of them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from iotrial.workers.produced import MOST_BYTES, content_of, size_of

#: The end of LOG.1, of which a higher number is older.
_NUMBER = re.compile(r"\.(\d{1,9})\Z")


def rotated(log: Path, others: Collection[Path] = ()) -> list[Path]:
    """Return the files that a log has left beside it, the oldest first; not those of `others`.

    They are LOG.1, LOG.2 and so on, LOG.DATE, or STEM-DATE.ENDING.
    """
    beside = (path for path in log.parent.iterdir() if path != log and path not in others)
    return sorted((path for path in beside if _is_of(path, log)), key=lambda path: _age(path, log))


def log_content(log: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Return what is in a log and in the files that it left, the oldest first; OSError if that is too much."""
    left = rotated(log)
    pieces: list[bytes] = []
    for path in [*left, *([log] if log.exists() or not left else [])]:
        pieces.append(content_of(path, most_bytes - sum(map(len, pieces))))
    return b"".join(pieces)


def log_bytes(log: Path) -> int:
    """Return how much is in a log and in the files that it left."""
    left = rotated(log)
    return sum(size_of(path) for path in [*left, *([log] if log.exists() or not left else [])])


def remove_rotated(log: Path) -> None:
    """Remove the files that a log left; the log itself stays the file that it is."""
    for path in rotated(log):
        path.unlink(missing_ok=True)


def remove_log(log: Path) -> None:
    """Remove a log and the files that it left."""
    remove_rotated(log)
    log.unlink(missing_ok=True)


def _is_of(path: Path, log: Path) -> bool:
    begins = path.name.startswith(f"{log.name}.")
    return begins or (path.name.startswith(f"{log.stem}-") and path.suffix == log.suffix)


def _age(path: Path, log: Path) -> tuple[int, str]:
    """Return a key that is less for an older file: numbers count downwards, dates upwards."""
    numbered = _NUMBER.fullmatch(path.name.removeprefix(log.name))
    return (-int(numbered[1]), "") if numbered else (0, path.name)
