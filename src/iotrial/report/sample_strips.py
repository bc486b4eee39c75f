"""Every sample as a dot: a strip for each method, all on one axis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.judge.picture_samples import PictureSamples
from iotrial.report import figures
from iotrial.report.charts.look import spans_widely
from iotrial.report.layout import clean

#: Units across and down a strip, on a screen of any width.
WIDTH = 1000
HEIGHT = 20

#: Steps of dots up and down that never line up: the golden ratio's.
_STEP = 0.618034


@dataclass(frozen=True)
class SampleStrips:
    """The samples of a level: what is drawn, the ends of the axis, where 1 is on it, and each method's path."""

    told: str
    least: str
    most: str
    one: float | None
    strips: list[tuple[str, str]]


def strips(drawn: PictureSamples) -> SampleStrips | None:
    """Return the strips of a level, the quickest method first; None if no sample has a ratio."""
    arms = [(clean(name), sorted(ratios)) for name, (_, ratios) in list(drawn.arms.items())[1:] if ratios]
    if not arms:
        return None
    arms.sort(key=lambda arm: arm[1][len(arm[1]) // 2])
    least = min(ratios[0] for _, ratios in arms)
    most = max(ratios[-1] for _, ratios in arms)
    scale = math.log if spans_widely([least, most]) else float
    low, high = scale(least), scale(most)
    per_unit = WIDTH / (high - low) if high > low else 0.0
    return SampleStrips(
        _told(drawn),
        figures.ratio(least),
        figures.ratio(most),
        round((scale(1) - low) * per_unit) if least <= 1 <= most else None,
        [(name, _path([(scale(ratio) - low) * per_unit for ratio in ratios])) for name, ratios in arms],
    )


def _path(places: Sequence[float]) -> str:
    """Return dots of no length, which a line with round ends shows."""
    return "".join(
        f"M{place:.0f} {2 + (HEIGHT - 4) * (number * _STEP % 1):.0f}h0" for number, place in enumerate(places)
    )


def _told(drawn: PictureSamples) -> str:
    if drawn.drawn == drawn.samples:
        return f"All {drawn.samples:,} samples are drawn. Verdicts come from rounds, not from single samples."
    return (
        f"{drawn.drawn:,} of {drawn.samples:,} samples are drawn, in whole blocks chosen at random; the tables' "
        "figures are made of all of them."
    )
