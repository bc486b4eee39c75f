"""Claims on several levels at once: where the winner changes over sizes, and whether the order is the same everywhere.

Each level says which of two arms is faster, by intervals that hold for all levels together (METHOD.md, rule 4). Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Finding


@dataclass(frozen=True)
class Met:
    """Two arms at one level: `slower` where the second takes longer than the first; `equivalent`, or why it is open."""

    level: str
    verdict: str
    size: int = 0
    reason: str | None = None


def crossover(claim: Claim, arms: Sequence[str], met: Sequence[Met]) -> Finding:
    """Whether the first arm wins up to some size, the second from another on, and the change lies within the band.

    A win of the wrong arm outside of the band refutes it by itself. Sizes at which the two are equal, or which are
    open, may lie where the winner changes; none of them can stand for a win.
    """
    assert claim.band is not None
    low, high = claim.band
    first, second = arms
    wins = [one.size for one in met if one.verdict == "slower"]
    loses = [one.size for one in met if one.verdict == "faster"]
    is_open = any(one.verdict == "undecided" for one in met)
    said = _told(claim, arms, wins, loses)
    if not any(one.size <= low for one in met) or not any(one.size >= high for one in met):
        return Finding("not run", reason=f"it takes sizes up to {low:g} and from {high:g} on")
    late, early = [size for size in wins if size >= high], [size for size in loses if size <= low]
    if late or early:
        arm, size = (first, max(late)) if late else (second, min(early))
        return Finding("reversed", said=said, reason=f"{arm} is the faster one at {claim.along}={size}")
    if wins and loses and max(wins) < min(loses):
        if low <= max(wins) and min(loses) <= high:
            return Finding("holds", said=said)
        return Finding("undecided", said=said, reason=f"what lies between them reaches over {low:g} to {high:g}")
    if wins and loses:
        return Finding("reversed", said=said, reason="the winner changes more than once")
    if is_open:
        return Finding("undecided", said=said, reason=next(one.reason for one in met if one.verdict == "undecided"))
    if not wins and not loses:
        return Finding("no difference", said=said)
    return Finding("reversed", said=said, reason=f"{second if wins else first} is never the faster one")


def _told(claim: Claim, arms: Sequence[str], wins: Sequence[int], loses: Sequence[int]) -> str:
    """Who wins where, as far as it is decided."""
    parts = [f"{arm} at {_range(sizes)}" for arm, sizes in zip(arms, (wins, loses), strict=True) if sizes]
    return f"{claim.along}: {'; '.join(parts)}" if parts else f"{claim.along}: no winner at any"


def _range(sizes: Sequence[int]) -> str:
    return f"{min(sizes)}" if len(sizes) == 1 else f"{min(sizes)} to {max(sizes)}"


def varies(met: Mapping[tuple[str, str], Sequence[Met]]) -> Finding:
    """Whether two of the arms compare otherwise at one level than at another.

    That they never do takes a decision at every level, for every two of them.
    """
    if all(len(levels) < 2 for levels in met.values()):
        return Finding("not run", reason="it takes several levels")
    for verdicts in (("slower", "faster"), ("slower", "equivalent"), ("faster", "equivalent")):
        for (first, second), levels in met.items():
            places = [next((one.level for one in levels if one.verdict == verdict), None) for verdict in verdicts]
            if None not in places:
                why = ", ".join(f"{verdict} at {place}" for verdict, place in zip(verdicts, places, strict=True))
                return Finding("holds", said="the order changes", reason=f"{second} beside {first}: {why}")
    still_open = next((one for levels in met.values() for one in levels if one.verdict == "undecided"), None)
    if still_open is not None:
        return Finding("undecided", reason=still_open.reason)
    return Finding("reversed", said="the same order at every level")
