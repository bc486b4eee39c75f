"""Adapter for `append`, as it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import repeat

Append = Callable[[str, Iterable[bytes]], int]


def record_of(level: dict[str, str]) -> bytes:
    """The record that a level asks for."""
    record_bytes = int(level["record_bytes"])
    record = (b"abcdefghijklmnopqrstuvwxyz" * (record_bytes // 26 + 1))[:record_bytes]
    return record[:-1] + b"\n" if level["ending"] == "newline" else record


def lead_in(append: Append, level: dict[str, str], iterations: int) -> None:
    """Write the lead-in's files."""
    for index in range(iterations):
        append(f"{level['lead_output']}.{index}", repeat(record_of(level), int(level["lead_records"])))


def iterate(append: Append, level: dict[str, str], iterations: int) -> int:
    """Write the files; records written."""
    record, records = record_of(level), int(level["records"])
    return sum(append(f"{level['output']}.{index}", repeat(record, records)) for index in range(iterations))


def append(path: str, records: Iterable[bytes]) -> int:
    """Write the records."""
    gathered = list(records)
    with open(path, "ab") as log:
        log.write(b"".join(gathered))
    return len(gathered)
