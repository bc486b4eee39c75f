"""A method's time over another's, as people say it: `2.5 times as long`, and lists of such."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.language_answer import TimesOver
from iotrial.report.layout import joined
from iotrial.report.ratio_words import in_percent, ratio, span, takes, takes_in_a_list, than


def same_time(close: Sequence[TimesOver]) -> str:
    """`the same time within 2 %`, of methods that are close."""
    return joined(f"the same time within {within(close)}")


def within(close: Sequence[TimesOver]) -> str:
    """The share by which methods that are close may differ at the most."""
    widest = max(max(1 - (one.low or 1.0), (one.high or 1.0) - 1) for one in close)
    return joined(f"{max(1, _ceil(100 * widest))} %")


def times(one: TimesOver, *, short: bool = False) -> str:
    """`2.51 times as long`, or as the reader wants it; in a list behind another without the words."""
    return takes_in_a_list(one.least, one.most) if short else takes(one.least, one.most)


#: The middle of an interval whose ends are this many times apart says little.
WIDE = 2.0

#: A single name that would be left out is said if it has no more letters than this: it takes less than a line.
SHORT = 60

#: Up to this share of another's time, a method is said to be N times as fast.
MANY_TIMES = 2 / 3


def wide_bounds(one: TimesOver) -> str:
    """`3.7 to 120`, or `1.2 to 3.1 times as fast`: the interval of a decided ratio that is wide; else ""."""
    low, high = one.bounds
    if low <= 0 or low <= 1 <= high or high / low < WIDE or one.least != one.most or one.not_decided_at:
        return ""
    return joined(span(low, high)) if low > 1 else f"{joined(f'{span(1 / high, 1 / low)} times')} as fast"


def difference(least: float, most: float) -> str:
    """`9.1 times as fast`, `18 % less time` or `2.5 times as long`: what a ratio, or a range of them, means."""
    if most >= 1 or least <= 0:
        return takes(least, most)
    if least <= MANY_TIMES and not in_percent():
        return f"{joined(f'{span(1 / most, 1 / least)} times')} as fast"
    less, more = f"{100 * (1 - most):.0f}", f"{100 * (1 - least):.0f}"
    return f"{joined(f'{less} %' if less == more else f'{less} to {more} %')} less time"


def compared(least: float, most: float) -> str:
    """`is 9.1 times as fast as`, `takes 18 % less time than` or `takes 2.5 times as long as`: before a name."""
    text = difference(least, most)
    return f"{'is' if text.endswith('fast') else 'takes'} {text} {than(text)}"


def between(ones: Sequence[TimesOver]) -> str:
    """The bounds of a ratio that is not decided, or of several together: `0.97 and 1.07`."""
    low, high = bounds(ones)
    return joined(f"{ratio(low)} and {ratio(high)}")


def bounds(ones: Sequence[TimesOver]) -> tuple[float, float]:
    """The bounds of some ratios together; one without an interval has its own values."""
    return min(one.bounds[0] for one in ones), max(one.bounds[1] for one in ones)


def listed(texts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b` or `a, b and c`; with semicolons if a name has a comma of its own."""
    if len(texts) > 1 and any(", " in text for text in texts):
        return f"{'; '.join(texts[:-1])}; {word} {texts[-1]}"
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def some(names: Sequence[str], most: int) -> list[str]:
    """Return the first of many names, and how many are left out; a last one that is short is named."""
    if len(names) == most + 1 and len(names[most]) <= SHORT:
        return list(names)
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return [*names[:most], *more]


def capital(text: str) -> str:
    """Return text with a capital as its first letter."""
    return text[:1].upper() + text[1:]


def begin(text: str) -> str:
    """Text as a sentence begins: an article gets its capital, a call or a name stays as it is written."""
    word = text.split(" ", 1)[0]
    return capital(text) if word in ("a", "an", "the", "all", "one") else text


def _ceil(value: float) -> int:
    return -int(-value // 1)
