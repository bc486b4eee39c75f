"""Shares of the floor: how near each arm comes to the least that the machine must do, and if it claims to beat it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iotrial.stats.interval import ALPHA, Floats, Interval
from iotrial.stats.replication import INDEPENDENT, Replication
from iotrial.stats.samples import median_over_blocks, present
from iotrial.stats.sequence import interval_of
from iotrial.stats.verdict import judge


@dataclass(frozen=True)
class Share:
    """An arm beside the floor that bounds it: the floor's time over the arm's, 1 if nothing is left to gain.

    floor: place of the floor. interval: of the share, or None if there are too few rounds for one. is_beyond: the arm
    is faster than every floor of its kind, and so faster than it can be if it does the work.
    """

    floor: int
    share: float
    interval: Interval | None
    is_beyond: bool


def shares(
    time_ns: Floats,
    floor_ns: Floats,
    bounds: Mapping[int, Sequence[int]],
    *,
    margin: float,
    replication: Replication = INDEPENDENT,
) -> dict[int, Share]:
    """By arm, its share of the floor; arms without a value, or without a floor that has one, are left out.

    time_ns: (rounds, blocks, arms), floor_ns: (rounds, blocks, floors), both ns of one iteration, NaN if missing.
    bounds: arm -> the floors that it may be held against. If there are several, the fastest counts: each is a way to do
    the least, and the quickest differs from machine to machine. The interval is rule 7's over rounds of the median over
    blocks of log(floor / arm), corrected for all such pairs of the level. An arm is beyond when its interval against
    each of its floors lies above the margin's band. Source: rules 7 and 8.
    """
    pairs = sum(len(floors) for floors in bounds.values())
    found: dict[int, Share] = {}
    for arm, floors in bounds.items():
        against: list[Share] = []
        for floor in floors:
            values = round_shares(time_ns[:, :, arm], floor_ns[:, :, floor])
            if len(present(values)):
                logs = interval_of(values, ALPHA / pairs, replication)
                ratio = logs and logs.as_ratio()
                beyond = ratio is not None and judge(ratio.low, ratio.high, margin) == "slower"
                against.append(Share(floor, math.exp(float(np.median(present(values)))), ratio, beyond))
        if against:
            # The fastest floor is the one that leaves the arm the smallest share.
            nearest = min(against, key=lambda share: share.share)
            found[arm] = Share(
                nearest.floor, nearest.share, nearest.interval, all(share.is_beyond for share in against)
            )
    return found


def round_shares(time_ns: Floats, floor_ns: Floats) -> Floats:
    """One log per round of an arm and a floor, (rounds, blocks) each: the median over blocks of log(floor / arm).

    NaN if fewer than half of the blocks have both (rule 11).
    """
    logs: Floats = np.log(floor_ns) - np.log(time_ns)
    return median_over_blocks(logs[:, :, None])[:, 0]
