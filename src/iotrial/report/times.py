"""A method's time over another's, as people say it: `2.5 times as long`, and lists of such."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.judge.language_answer import TimesOver
from iotrial.report.layout import joined


def is_told(one: TimesOver) -> bool:
    """True if there is an interval behind a ratio; without one it is not said."""
    return one.low is not None and one.high is not None


def same_time(close: Sequence[TimesOver]) -> str:
    """`the same time within 2 %`, of methods that are close."""
    return joined(f"the same time within {within(close)}")


def within(close: Sequence[TimesOver]) -> str:
    """The share by which methods that are close may differ at the most."""
    widest = max(max(1 - (one.low or 1.0), (one.high or 1.0) - 1) for one in close)
    return joined(f"{max(1, _ceil(100 * widest))} %")


def times(one: TimesOver, *, short: bool = False) -> str:
    """`2.51 times`, `1.10 to 1.89 times`; in a list without the word."""
    text = span(one.least, one.most)
    return joined(text if short else f"{text} times")


#: Up to this share of another's time, a method is said to be N times as fast.
MANY_TIMES = 2 / 3


def difference(least: float, most: float) -> str:
    """`9.1 times as fast`, `18 % less time` or `2.5 times as long`: what a ratio, or a range of them, means."""
    if most >= 1 or least <= 0:
        return f"{joined(f'{span(least, most)} times')} as long"
    if least <= MANY_TIMES:
        return f"{joined(f'{span(1 / most, 1 / least)} times')} as fast"
    less, more = f"{100 * (1 - most):.0f}", f"{100 * (1 - least):.0f}"
    return f"{joined(f'{less} %' if less == more else f'{less} to {more} %')} less time"


def compared(least: float, most: float) -> str:
    """`is 9.1 times as fast as`, `takes 18 % less time than` or `takes 2.5 times as long as`: before a name."""
    text = difference(least, most)
    verb, word = "is" if text.endswith("fast") else "takes", "than" if text.endswith("time") else "as"
    return f"{verb} {text} {word}"


def span(least: float, most: float) -> str:
    """`2.51`, `1.10 to 1.89`."""
    first, last = ratio(least), ratio(most)
    return first if first == last else f"{first} to {last}"


def between(ones: Sequence[TimesOver]) -> str:
    """The bounds of a ratio that is not decided, or of several together: `0.97 and 1.07`."""
    low, high = bounds(ones)
    return joined(f"{ratio(low)} and {ratio(high)}")


def bounds(ones: Sequence[TimesOver]) -> tuple[float, float]:
    """The bounds of some ratios together; one without an interval has its own values."""
    low = min(one.least if one.low is None else one.low for one in ones)
    return low, max(one.most if one.high is None else one.high for one in ones)


def ratio(value: float) -> str:
    """A ratio as one says it: 0.0024, 0.49, 1.06, 2.5, 25; the table beside it has more digits."""
    if 0 < value < 0.0995:
        return f"{value:.2g}"
    return f"{value:.{2 if value < 1.995 else 1 if value < 19.95 else 0}f}"


def listed(texts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b` or `a, b and c`; with semicolons if a name has a comma of its own."""
    if len(texts) > 1 and any(", " in text for text in texts):
        return f"{'; '.join(texts[:-1])}; {word} {texts[-1]}"
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def some(names: Sequence[str], most: int) -> list[str]:
    """Return the first of many names, and how many are left out."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    return [*names[:most], *more]


def begin(text: str) -> str:
    """Text as a sentence begins: an article gets its capital, a call or a name stays as it is written."""
    word = text.split(" ", 1)[0]
    return text[0].upper() + text[1:] if word in ("a", "an", "the", "all", "one") else text


def _ceil(value: float) -> int:
    return -int(-value // 1)
