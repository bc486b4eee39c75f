"""Counts of the fates of the records that writers were given, from all that is in the files afterwards. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from iotrial.workers.pieces import are_apart, pieces_of
from iotrial.workers.tagged import TAG_BYTES, Found, Layout

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers


@dataclass(frozen=True)
class Integrity:
    """Counts of records. A record that is whole and there once counts in the first only."""

    handed: int = 0  # records given to a method that says it wrote them
    lost: int = 0  # no file has a piece of the record that holds its tag
    torn: int = 0  # only a piece of the record is there
    interleaved: int = 0  # it is there in pieces; less than a tag of it is missing
    doubled: int = 0  # copies beyond the first
    unknown: int = 0  # whole records that no writer sent

    @property
    def is_whole(self) -> bool:
        """True if every record is there once, as it was written."""
        return not any((self.lost, self.torn, self.interleaved, self.doubled, self.unknown))

    def __add__(self, other: Integrity) -> Integrity:
        """The counts of two samples."""
        names = [one.name for one in fields(self)]
        return Integrity(*(getattr(self, name) + getattr(other, name) for name in names))

    def sentence(self) -> str:
        """Say what is wrong, with counts: `lost 3 and tore 1 of 1,000 records`; empty if nothing is."""
        verbs = (
            ("lost", self.lost),
            ("tore", self.torn),
            ("interleaved", self.interleaved),
            ("doubled", self.doubled),
            ("made up", self.unknown),
        )
        parts = [f"{verb} {count:,}" for verb, count in verbs if count]
        listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
        return f"{listed} of {self.handed:,} records" if parts else ""


def count(found: Sequence[Found], handed: Sequence[int], layout: Layout) -> Integrity:
    """Count what became of the records 0 to `handed[w]` - 1 of each writer w, over all files together."""
    import numpy as np

    whole, doubled, unknown = _copies(found, handed)
    every = [pieces_of(b"", layout, whole), *(pieces_of(file.rest, layout, whole) for file in found)]
    names, byte_counts = np.concatenate(every, axis=1)
    named, which, pieces = np.unique(names.astype(np.int64), return_inverse=True, return_counts=True)
    is_apart = are_apart(named, whole)
    sizes = np.bincount(which, weights=byte_counts, minlength=len(named))
    interleaved = int((is_apart & (pieces > 1) & (sizes > layout.record_bytes - TAG_BYTES)).sum())
    return Integrity(
        handed=sum(handed),
        lost=sum(int((~present).sum()) for present in whole) - int(is_apart.sum()),
        torn=len(named) - interleaved,
        interleaved=interleaved,
        doubled=doubled,
        unknown=unknown,
    )


def begun_after(file: Found, moments: Sequence[Integers], moment_ns: int) -> int:
    """Whole records of a file that were handed out after a moment; `moments` has each writer's, (records, 2)."""
    return sum(
        int((own[numbers[numbers < len(own)], 0] > moment_ns).sum())
        for writer, own in enumerate(moments)
        for numbers in [file.sequence[file.writer == writer]]
    )


def _copies(found: Sequence[Found], handed: Sequence[int]) -> tuple[list[Integers], int, int]:
    """Return which records of each writer are whole, the copies beyond the first, and the records of no writer."""
    import numpy as np

    writers = np.concatenate([file.writer for file in found]) if found else np.empty(0, dtype=np.int64)
    sequences = np.concatenate([file.sequence for file in found]) if found else np.empty(0, dtype=np.int64)
    whole, doubled, known = [], 0, 0
    for writer, most in enumerate(handed):
        own = sequences[writers == writer]
        own = own[own < most]
        copies = np.bincount(own, minlength=most)
        whole.append(copies > 0)
        known += len(own)
        doubled += len(own) - int((copies > 0).sum())
    return whole, doubled, len(sequences) - known
