"""Counts of the records of several writers that came to harm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel
    from iotrial.store.record import Records

#: The harm that a record can come to.
HARMS = ("lost", "torn", "interleaved", "doubled", "astray")


@dataclass(frozen=True)
class Harm:
    """The records that came to harm, and all that were handed over."""

    harmed: int
    handed: int

    @property
    def said(self) -> str:
        """`7 of 2,000`."""
        return f"{self.harmed:,} of {self.handed:,}"


def count_harm(level: EvaluatedLevel, arms: Sequence[str], of: str) -> Harm | Outcome:
    """Count the records of all arms together; an outcome if those of one were not counted."""
    handed = harmed = 0
    for name in arms:
        row = level.arm(name)
        records = row.several.records if row is not None and row.several is not None else None
        count = _counts(records)[of] if records is not None else None
        if records is None or count is None:
            takes = "a log that is cut" if of == "astray" else "several writers"
            return Outcome("not run", reason=f"no records of {name} were counted; that takes {takes}")
        handed, harmed = handed + records.handed, harmed + count
    return Harm(harmed, handed)


def _counts(records: Records) -> Mapping[str, int | None]:
    return {
        "lost": records.lost,
        "torn": records.torn,
        "interleaved": records.interleaved,
        "doubled": records.doubled,
        "astray": records.astray,
    }
