"""The bytes that an arm moves in a second, in a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim import Band
from iotrial.claims.claim_table import ClaimTable, key
from iotrial.claims.compared import not_in
from iotrial.claims.outcome import Outcome, Verdict

if TYPE_CHECKING:
    from iotrial.claims.evaluated_level import EvaluatedLevel

#: A spread needs as many rounds as an interval: over fewer it says nothing.
FEWEST_ROUNDS = 6


@dataclass(frozen=True, kw_only=True)
class Rate(LevelClaim):
    """The rate of each arm, in 10^6 bytes a second, lies in a band, and so does the whole spread of its rounds.

    Times of a session have a spread and no interval (rule 7): only if all of it lies within the band, or
    outside of it, does it say anything. The fastest and the slowest tenth of the rounds are left out.
    """

    band: Band = key(ClaimTable.band)

    most_arms: ClassVar[int | None] = 1
    narrows_with_rounds: ClassVar[bool] = False

    example = """\
says = "It writes about 100 MB a second."
kind = "rate"
arms = ["php/keep_open"]
band = [80, 120]
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the spread of the rounds."""
        unfit = level.unfit(arms) or level.untimed(arms)
        if unfit is not None:
            return unfit
        row = level.arms(arms)[0]
        byte_count = _bytes_of(row.work, level)
        if byte_count is None:
            return Outcome("not run", reason=f"nobody counts the bytes of {row.arm}")
        low_ns, usual_ns, high_ns = row.spread_low_ns, row.median_ns, row.spread_high_ns
        if low_ns is None or usual_ns is None or high_ns is None or row.rounds < FEWEST_ROUNDS:
            return Outcome("undecided", reason="too few rounds for a spread")
        slow, usual, fast = (byte_count / ns * 1e3 for ns in (high_ns, usual_ns, low_ns))
        said = f"{usual:,.0f} MB/s, spread {slow:,.0f} to {fast:,.0f}"
        low, high = self.band
        if low <= slow and fast <= high:
            return Outcome("holds", usual, slow, fast, None, said)
        if fast < low or high < slow:
            verdict: Verdict = "smaller here" if fast < low else "larger here"
            return Outcome(verdict, usual, slow, fast, not_in(self.band, verdict, "MB/s"), said)
        return Outcome("undecided", usual, slow, fast, f"the spread reaches over {low:g} to {high:g} MB/s", said)


def _bytes_of(work: int | None, level: EvaluatedLevel) -> int | None:
    """The bytes that one iteration moves: its records times their size, or its work if the job counts bytes."""
    size = level.factors.get("record_bytes")
    if work is None:
        return None
    if isinstance(size, int):
        return int(work * size)
    return int(work) if "file_bytes" in level.factors and "files" not in level.factors else None
