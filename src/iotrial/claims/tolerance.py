"""The tolerance of a published figure: one for all claims, and shown beside each (rule 20). Pure."""

from __future__ import annotations

from iotrial.claims.claim_figures import Band

#: An effect may differ by this share of itself, and is still the published one.
EFFECT = 0.2

#: Figures that are published as equal may lie so far apart, or as far as the published ones do.
EQUAL = 0.05

#: A bound for what is "at least" or "at most" so much.
NO_BOUND = 1e9


def around_ratio(figure: Band, within: float = EFFECT) -> Band:
    """Return the ratios that count as a published ratio, or as one of a published range.

    The effect is what a ratio differs from 1 by, on the side that is above 1: 1.5 within a fifth is 1.4 to 1.6, and
    its inverse 0.667 is 0.625 to 0.714.
    """
    low, high = figure
    nearer, farther = 1 - within, 1 + within
    return _with_effect(low, nearer if low >= 1 else farther), _with_effect(high, farther if high >= 1 else nearer)


def around(figure: Band, within: float = EFFECT) -> Band:
    """Return the figures that count as a published one that is no ratio: a time or a rate."""
    low, high = figure
    return low - abs(low) * within, high + abs(high) * within


def _with_effect(ratio: float, times: float) -> float:
    """The ratio whose effect is that of another, multiplied."""
    return 1 + (ratio - 1) * times if ratio >= 1 else 1 / _with_effect(1 / ratio, times)
