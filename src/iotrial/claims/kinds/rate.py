"""The bytes that an arm moves in a second, in a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims.outcome import Outcome, Verdict
from iotrial.claims.sized import SizedClaim

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel

#: A spread needs as many rounds as an interval: over fewer it says nothing.
FEWEST_ROUNDS = 6


@dataclass(frozen=True, kw_only=True)
class Rate(SizedClaim):
    """The rate of an arm is as large as published (`figure`, a number or the ends of a range), and so is the spread of
    its rounds. It may differ by a fifth of itself. `unit` is MB/s, or M/s for millions of the work's units a second.

    Times of a session have a spread and no interval (rule 7): only if all of it lies within the band, or
    outside of it, does it say anything. The fastest and the slowest tenth of the rounds are left out.
    """

    unit: Annotated[Line, one_of("MB/s", "M/s")] = "MB/s"

    most_arms: ClassVar[int | None] = 1
    narrows_with_rounds: ClassVar[bool] = False

    example = """\
says = "It writes about 100 MB a second."
kind = "rate"
arms = ["php/keep_open"]
figure = 100
"""

    @property
    def printed_unit(self) -> str:
        """Bytes or units of work a second."""
        return self.unit

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the spread of the rounds."""
        unfit = level.unfit(arms) or level.untimed(arms) or level.moving(arms)
        if unfit is not None:
            return unfit
        row = level.arms(arms)[0]
        amount = _bytes_of(row.record.work, level) if self.unit == "MB/s" else row.record.work
        if amount is None:
            what = "bytes" if self.unit == "MB/s" else level.run.work_unit
            return Outcome("not run", reason=f"nobody counts the {what} of {row.arm}")
        low_ns, usual_ns, high_ns = row.spread_low_ns, row.median_ns, row.spread_high_ns
        if low_ns is None or usual_ns is None or high_ns is None or row.rounds < FEWEST_ROUNDS:
            return Outcome("open", reason="too few rounds for a spread")
        slow, usual, fast = (amount / ns * 1e3 for ns in (high_ns, usual_ns, low_ns))
        said = f"{usual:,.0f} {self.unit}, spread {slow:,.0f} to {fast:,.0f}"
        low, high = self.band
        if low <= slow and fast <= high:
            return Outcome("confirmed", usual, slow, fast, None, said)
        if fast < low or high < slow:
            verdict: Verdict = "same direction, smaller" if fast < low else "same direction, larger"
            return Outcome(verdict, usual, slow, fast, None, said)
        return Outcome("open", usual, slow, fast, f"the spread reaches over a bound of {self.tolerated()}", said)


def _bytes_of(work: int | None, level: EvaluatedLevel) -> int | None:
    """The bytes that one iteration moves: its records times their size, or its work if the job counts bytes."""
    size = level.factors.get("record_bytes")
    if work is None:
        return None
    if isinstance(size, int):
        return int(work * size)
    return int(work) if "file_bytes" in level.factors and "files" not in level.factors else None
