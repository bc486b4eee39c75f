"""Figures of a document as people read them; a figure that is missing is an empty text."""

from __future__ import annotations

from typing import Protocol

from iotrial.judge.bounds import Bounds
from iotrial.report.layout import joined
from iotrial.report.ratio_words import in_percent, signed
from iotrial.units import format_bytes, format_ns, format_rate

#: One sign for each verdict, for tables without room for the word.
MARKS = {"faster": "+", "slower": "-", "equivalent": "=", "undecided": "?", "invalid": "!"}

#: Units of time and how many ns they are, largest first.
TIME_SCALES = (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1.0))

STYLES = {
    "faster": "green",
    "slower": "red",
    "equivalent": "cyan",
    "undecided": "yellow",
    "invalid": "magenta",
    "as good": "cyan",
    "unclear": "yellow",
}


class HasBounds(Protocol):
    """A ratio with its bounds, each None if it is not known."""

    @property
    def ratio(self) -> float | None:
        """The ratio."""

    @property
    def low(self) -> float | None:
        """Its lower bound."""

    @property
    def high(self) -> float | None:
        """Its upper bound."""


def ratio(value: float | None, like: float | None = None) -> str:
    """Write a ratio with the digits that its size deserves (or that of `like`): 0.987, 1.490, 12.3, 450."""
    if value is None:
        return ""
    size = abs(value if like is None else like)
    digits = 3 if size < 2 else 2 if size < 20 else 1 if size < 200 else 0
    if 0 < size < 0.0995:
        digits = 4
    return f"{value:.{digits}f}"


def interval(figures: HasBounds) -> str:
    """Write `1.490 [1.460, 1.520]`; without bounds the ratio alone."""
    center, low, high = figures.ratio, figures.low, figures.high
    if center is None:
        return ""
    told = f"{signed(center)} %" if in_percent() else ratio(center)
    return " ".join(filter(None, [told, bounds_of(center, low, high)]))


def times(ratio: HasBounds) -> str:
    """Write `1.490 [1.460, 1.520] times` for running text, which no line break may part."""
    return joined(f"{interval(ratio)} times")


def bounds_of(center: float | None, low: float | None, high: float | None) -> str:
    """Write `[1.460, 1.520]`, with the digits of the ratio between; "" without bounds."""
    if low is None or high is None:
        return ""
    if in_percent():
        return f"[{signed(low)}, {signed(high)}]"
    return f"[{ratio(low, center)}, {ratio(high, center)}]"


def fine_interval(figures: HasBounds) -> str:
    """Write the same with four digits after the point, for the noise floor."""
    if figures.ratio is None:
        return ""
    if figures.low is None or figures.high is None:
        return f"{figures.ratio:.4f}"
    return f"{figures.ratio:.4f} [{figures.low:.4f}, {figures.high:.4f}]"


def time(ns: float | None) -> str:
    """Write a duration: 7.54 ms."""
    return "" if ns is None else format_ns(ns)


def time_interval(ns: Bounds) -> str:
    """Write `4.21 [4.10, 4.43] µs` in the unit that suits the highest of the three; without bounds the median alone."""
    median, low, high = ns.median, ns.low, ns.high
    if median is None:
        return ""
    if low is None or high is None:
        return time(median)
    factor, unit = next((1 / scale, unit) for unit, scale in TIME_SCALES if high >= scale or scale <= 1)
    digits = 2 if high * factor < 9.995 else 1 if high * factor < 99.95 else 0
    if unit == "ns" and high < 1:
        digits = 4
    return f"{median * factor:.{digits}f} [{low * factor:.{digits}f}, {high * factor:.{digits}f}] {unit}"


def size(byte_count: float | None) -> str:
    """Write a size: 20.0 MiB."""
    return "" if byte_count is None else format_bytes(byte_count)


def count(value: float | None) -> str:
    """Write a count: 20,480; 3.5 if it is not whole."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2g}"


def share(of_floor: float | None) -> str:
    """Write an arm's share of its floor: 87 %; 0.4 % if it is that small."""
    if of_floor is None:
        return ""
    value = 100 * of_floor
    return f"{value:.0f} %" if value >= 9.95 else f"{value:.2g} %"


def rate(per_second: float | None, unit: str) -> str:
    """Write a rate: 1.21 GiB/s."""
    return "" if per_second is None else format_rate(per_second, unit)


def one(unit: str) -> str:
    """Return the singular of a unit: entry of entries, byte of bytes."""
    return f"{unit.removesuffix('ies')}y" if unit.endswith("ies") else unit.removesuffix("s")
