"""Reasons that are alike but for their numbers, told as one: a number that is not the same in all is a range."""

from __future__ import annotations

import re
from collections.abc import Sequence

#: A number, with commas between thousands or without.
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?![\d,])|\d+")


def but_for_numbers(text: str) -> str:
    """Return what is the same of texts that differ in numbers alone."""
    return _NUMBER.sub("0", text)


def as_one(texts: Sequence[str]) -> str:
    """Return one text for several that are alike but for their numbers: `tried to allocate 4096 to 65536 bytes`."""
    numbers = [_NUMBER.findall(text) for text in texts]
    parts = _NUMBER.split(texts[0])
    told = [_range(column) for column in zip(*numbers, strict=True)]
    return "".join(part + number for part, number in zip(parts, [*told, ""], strict=True))


def _range(numbers: Sequence[str]) -> str:
    if len(set(numbers)) == 1:
        return numbers[0]
    least, most = min(numbers, key=_value), max(numbers, key=_value)
    return least if _value(least) == _value(most) else f"{least} to {most}"


def _value(number: str) -> int:
    return int(number.replace(",", ""))
