"""A ratio of two times in words, as its reader wants it: `1.15 times as long` or `15 % longer`. Nothing else words one.

The choice is made once, where a command begins (`--ratio`).
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Literal

from iotrial.report.layout import joined

RatioStyle = Literal["times", "percent"]

_STYLE: ContextVar[RatioStyle] = ContextVar("ratio_style", default="times")


def use_ratio_style(style: RatioStyle) -> None:
    """Let all that is said from now on word its ratios so."""
    _STYLE.set(style)


def in_percent() -> bool:
    """True if ratios are worded as percentages."""
    return _STYLE.get() == "percent"


def ratio(value: float) -> str:
    """A ratio as one says it: 0.0024, 0.49, 1.06, 2.5, 25; the table beside it has more digits."""
    if 0 < value < 0.0995:
        return f"{value:.2g}"
    return f"{value:.{2 if value < 1.995 else 1 if value < 19.95 else 0}f}"


def span(least: float, most: float) -> str:
    """`2.51`, `1.10 to 1.89`."""
    first, last = ratio(least), ratio(most)
    return first if first == last else f"{first} to {last}"


def takes(least: float, most: float) -> str:
    """`1.36 times as long` or `36 % longer`, as it goes on behind `takes`."""
    if not in_percent():
        return f"{joined(f'{span(least, most)} times')} as long"
    if most < 1:
        return f"{joined(_range(1 - most, 1 - least))} less time"
    if least < 1:
        return f"{joined(f'{_share(1 - least)} % less')} to {joined(f'{_share(most - 1)} % longer')}"
    return f"{joined(_range(least - 1, most - 1))} longer"


def takes_in_a_list(least: float, most: float) -> str:
    """The same behind one that was said in full: `1.36` or `36 %`."""
    if not in_percent() or least < 1:
        return joined(span(least, most)) if not in_percent() else takes(least, most)
    return joined(_range(least - 1, most - 1))


def in_a_row(least: float, most: float) -> str:
    """The same in a table: `1.36`, `1.06 to 1.77`, or `+36 %`, `+6 to +77 %`."""
    if not in_percent():
        return span(least, most)
    first, last = signed(least), signed(most)
    return f"{first} %" if first == last else f"{first} to {last} %"


def row_title() -> str:
    """The title of such a column."""
    return "longer by" if in_percent() else "times as long"


def than(text: str) -> str:
    """The word between such a text and what it is beside: `as` or `than`."""
    return "than" if text.endswith(("longer", "less time")) else "as"


def signed(value: float) -> str:
    """A ratio as a difference in per cent: `+36`, `-4`, `0`; with a digit behind the point if it is small."""
    share = 100 * (value - 1)
    text = f"{share:+.{1 if abs(share) < 9.95 else 0}f}"
    return "0" if float(text) == 0 else text


def _range(least: float, most: float) -> str:
    first, last = _share(least), _share(most)
    return f"{first} %" if first == last else f"{first} to {last} %"


def _share(value: float) -> str:
    return f"{100 * value:.0f}"
