"""The faster one of two arms, level by level (rule 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from iotrial.claims import compared
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.claim_figures import ClaimFigures

_TOLD: dict[str, Literal["slower", "faster", "equivalent"]] = {
    "confirmed": "slower",
    "opposite here": "faster",
    "equal here": "equivalent",
}


@dataclass(frozen=True)
class PairAtLevel:
    """Two arms at one level: `slower` if the second takes longer than the first; the reason if it is open."""

    level: str
    verdict: Literal["slower", "faster", "equivalent", "undecided"]
    size: int = 0
    reason: str | None = None


def pair_at(level: ClaimFigures, first: str, second: str, size: int = 0) -> PairAtLevel | None:
    """Two arms at a level; None if it does not have both."""
    unfit = level.unfit((first, second)) or level.untimed((first, second))
    if unfit is not None:
        return None if unfit.verdict == "not run" else PairAtLevel(level.name, "undecided", size, unfit.reason)
    ratio = level.ratio(second, first)
    if isinstance(ratio, Outcome):
        return PairAtLevel(level.name, "undecided", size, ratio.reason)
    unlike = level.never_equal(first, second)
    one = compared.larger(ratio, level.margin, unlike)
    reason = one.reason or f"{second} over {first} is undecided at {level.name}"
    return PairAtLevel(level.name, _TOLD.get(one.verdict, "undecided"), size, reason)
