"""Counts of the records of several writers that came to harm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel
    from iotrial.store.record import Records

#: The harm that a record can come to. The last is harm of any of these kinds.
HARMS = ("lost", "torn", "interleaved", "doubled", "astray", "harmed")


@dataclass(frozen=True)
class Harm:
    """The records that came to harm, and all that were handed over."""

    harmed: int
    handed: int
    fewest: int  # that one of the arms was handed
    arm: str = ""  # that arm; "" if there is only one

    @property
    def said(self) -> str:
        """`7 of 2,000`."""
        return f"{self.harmed:,} of {self.handed:,}"

    @property
    def most(self) -> float:
        """The largest share that is still possible in each arm if none of n came to harm: 3/n at 95 %.

        Source: the rule of three, Hanley and Lippman-Hand, JAMA 249 (1983) 1743.
        """
        return min(1.0, 3 / self.fewest)

    @property
    def none_seen(self) -> str:
        """`none among 20,118, so at most 1 in 6,706`; of several arms, by the one with the fewest records."""
        whose = f"; {self.fewest:,} of them are of {self.arm}" if self.arm else ""
        return f"none among {self.handed:,}{whose}, so at most 1 in {1 / self.most:,.0f}"

    def share(self) -> tuple[float, float]:
        """The bounds of the share that came to harm, exact, at 95 %.

        Source: Clopper and Pearson, Biometrika 26 (1934) 404, by SciPy.
        """
        from scipy.special import betaincinv

        whole = self.handed - self.harmed
        low = float(betaincinv(self.harmed, whole + 1, 0.025)) if self.harmed else 0.0
        return low, float(betaincinv(self.harmed + 1, whole, 0.975)) if whole else 1.0


def count_harm(level: EvaluatedLevel, arms: Sequence[str], of: str) -> Harm | Outcome:
    """Count the records of all arms together; an outcome if those of one were not counted, or if it had none."""
    handed: dict[str, int] = {}
    harmed = 0
    for name in arms:
        row = level.arm(name)
        records = row.record.records if row is not None else None
        count = _counts(records)[of] if records is not None else None
        if records is None or count is None:
            takes = "a log that is cut" if of == "astray" else "several writers"
            return Outcome("not run", reason=f"no records of {name} were counted; that takes {takes}")
        if not records.handed:
            return Outcome("not run", reason=f"{name} was handed no record")
        handed[name] = records.handed
        harmed += count
    arm = min(handed, key=lambda name: handed[name])
    return Harm(harmed, sum(handed.values()), handed[arm], arm if len(handed) > 1 else "")


def _counts(records: Records) -> Mapping[str, int | None]:
    counts: dict[str, int | None] = {name: getattr(records, name) for name in HARMS if name != "harmed"}
    every = sum(count for count in counts.values() if count is not None)
    return {**counts, "harmed": min(records.handed, every)}
