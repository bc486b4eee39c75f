"""Verdicts that depend on the level: the factor that decides, and the values between which they flip. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from iotrial.ask.level_factors import varying
from iotrial.claims.judged_claim import ClaimFlip
from iotrial.claims.outcome import Verdict, in_a_list
from iotrial.units import exact_bytes

Factors = Mapping[str, int | str]

#: A factor that turns the verdict over more often than this explains nothing: then the levels are listed.
MOST_FLIPS = 3


def flips(decided: Sequence[tuple[Factors, Verdict]]) -> list[ClaimFlip]:
    """The factors that alone decide the verdict: each of their values has one, and open levels are left out.

    Several factors if the levels cannot separate them; none if no factor alone separates the verdicts.
    """
    found = []
    for factor in varying([factors for factors, _ in decided]):
        verdicts: dict[int | str | None, set[Verdict]] = {}
        for factors, verdict in decided:
            verdicts.setdefault(factors.get(factor), set()).add(verdict)
        if None in verdicts or any(len(of_one) > 1 for of_one in verdicts.values()):
            continue
        told = {value: of_one.pop() for value, of_one in verdicts.items() if value is not None}
        sizes = {value: verdict for value, verdict in told.items() if isinstance(value, int)}
        of_names = ClaimFlip(factor=factor, between=None, verdicts=tuple(told.items()))
        flip = _sizes(factor, sizes) if len(sizes) == len(told) else of_names
        if flip is not None:
            found.append(flip)
    return found


def sentence(flip: ClaimFlip) -> str:
    """`records: as said up to 1000, opposite from 4096`."""
    factor = flip.factor
    if flip.between is None:
        groups: dict[str, list[str]] = {}
        for value, verdict in flip.verdicts:
            groups.setdefault(in_a_list(verdict), []).append(_shown(factor, value))
        return f"{factor}: " + "; ".join(f"{verdict} at {', '.join(values)}" for verdict, values in groups.items())
    bounds = [(_shown(factor, low), _shown(factor, high)) for low, high in flip.between]
    verdicts = [(_shown(factor, value), in_a_list(verdict)) for value, verdict in flip.verdicts]
    parts = [f"{verdicts[0][1]} up to {bounds[0][0]}"]
    for number, (_, begin) in enumerate(bounds):
        told = next(one for value, one in verdicts if value == begin)
        is_last = number == len(bounds) - 1
        end = "" if is_last or bounds[number + 1][0] == begin else f" to {bounds[number + 1][0]}"
        parts.append(f"{told} {'from' if is_last or end else 'at'} {begin}{end}")
    return f"{factor}: {', '.join(parts)}"


def _sizes(factor: str, told: Mapping[int, Verdict]) -> ClaimFlip | None:
    """A factor of sizes, in their order; None if the verdict flips to and fro."""
    ordered = sorted(told.items())
    between = [(low, high) for (low, verdict), (high, other) in itertools.pairwise(ordered) if verdict != other]
    if len(between) > MOST_FLIPS:
        return None
    return ClaimFlip(factor=factor, between=tuple(between), verdicts=tuple(ordered))


def _shown(factor: str, value: int | str) -> str:
    return exact_bytes(value) if isinstance(value, int) and factor.endswith("_bytes") else str(value)
