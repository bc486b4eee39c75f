"""Shares of the floor: how near each arm comes to the least time that was seen for the same work."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iotrial.stats.bearable_interval import interval_of
from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.level_samples import median_over_blocks, present
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.verdict import judge

#: The share of an arm that is the floor itself.
ITSELF = Interval(1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Share:
    """An arm beside its floor: the floor's time over the arm's, 1 for the arm that is the floor, never above.

    reference: place of the reference that is the floor, None if an arm is. arm: place of that arm, None if a reference
    is. interval: of the share, None if there are too few rounds for one.
    """

    reference: int | None
    arm: int | None
    share: float
    interval: Interval | None


@dataclass(frozen=True)
class Beaten:
    """An arm that is shown to be faster than all references of its work: the fastest of them, its time over the arm's.

    It says that the references do not do the least here, and nothing about the arm.
    """

    arm: int
    reference: int
    interval: Interval


@dataclass(frozen=True)
class Candidates:
    """All that may be the floor of an arm: the places of references, and of arms that do as much (not itself)."""

    references: Sequence[int]
    arms: Sequence[int] = ()


def shares(
    time_ns: Floats,
    reference_ns: Floats,
    candidates: Mapping[int, Candidates],
    *,
    margin: float,
    replication: Replication = INDEPENDENT,
) -> tuple[dict[int, Share], list[Beaten]]:
    """By arm, its share of the floor; and the arms that beat every reference they may be held against.

    time_ns: (rounds, blocks, arms), reference_ns: (rounds, blocks, references), both ns of one iteration, NaN if
    missing. The floor is the fastest of an arm's candidates and of itself: the least time seen for the work. Arms
    without a value, or without a reference that has one, are left out. The interval is rule 7's over rounds of the
    median over blocks of log(floor / arm), corrected for all such pairs of the level. An arm beats the references when
    its interval against each of them lies above the margin's band. Source: rules 7, 8 and 17.
    """
    pairs = sum(len(one.references) + len(one.arms) for one in candidates.values())
    found: dict[int, Share] = {}
    beaten: list[Beaten] = []
    for arm, own in candidates.items():
        own_ns = time_ns[:, :, arm]
        held = [(place, round_shares(own_ns, reference_ns[:, :, place])) for place in own.references]
        held = [(place, values) for place, values in held if len(present(values))]
        others = [(place, round_shares(own_ns, time_ns[:, :, place])) for place in own.arms]
        others = [(place, values) for place, values in others if len(present(values))]
        if not held:
            continue
        fastest, values = min(held, key=lambda one: _share(one[1]))
        interval = _interval(values, pairs, replication)
        found[arm] = Share(fastest, None, _share(values), interval)
        if interval is not None and all(_is_beyond(one, pairs, margin, replication) for _, one in held):
            beaten.append(Beaten(arm, fastest, interval))
        if others:
            quickest, values = min(others, key=lambda one: _share(one[1]))
            if _share(values) < found[arm].share:
                found[arm] = Share(None, quickest, _share(values), _interval(values, pairs, replication))
        if found[arm].share >= 1:
            found[arm] = Share(None, arm, 1.0, ITSELF)
    return found, beaten


def round_shares(time_ns: Floats, floor_ns: Floats) -> Floats:
    """One log per round of an arm and a floor, (rounds, blocks) each: the median over blocks of log(floor / arm).

    NaN if fewer than half of the blocks have both (rule 11).
    """
    logs: Floats = np.log(floor_ns) - np.log(time_ns)
    return median_over_blocks(logs[:, :, None])[:, 0]


def _share(values: Floats) -> float:
    return math.exp(float(np.median(present(values))))


def _interval(values: Floats, pairs: int, replication: Replication) -> Interval | None:
    logs = interval_of(values, ALPHA / pairs, replication)
    return logs and logs.as_ratio()


def _is_beyond(values: Floats, pairs: int, margin: float, replication: Replication) -> bool:
    ratio = _interval(values, pairs, replication)
    return ratio is not None and judge(ratio.low, ratio.high, margin) == "slower"
