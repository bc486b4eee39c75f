"""Texts that differ in numbers alone, told as one: a number that is not the same in all is a range.

A number is read as a whole: its sign, thousands, decimals and unit, and the end of a range such as `4.2 to 6.4 s`. The
digits of a name or a version (`ext4`, `3.11.7`) are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from iotrial.units import BYTE_UNITS, TIME_UNITS

#: Kind of unit -> unit -> how many of the smallest one it is. Two numbers are alike if their units are of one kind.
_KINDS = {"time": TIME_UNITS, "bytes": BYTE_UNITS, "share": {"%": 1}, "": {"": 1}}

_UNITS = "|".join(sorted((re.escape(unit) for kind in _KINDS.values() for unit in kind if unit), key=len, reverse=True))
_ONE = (
    r"[+-]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"  # commas between thousands, or none
    rf"(?:[ \N{{NO-BREAK SPACE}}]?(?:{_UNITS}))?(?!\w|\.\d)"
)
_NUMBER = re.compile(rf"(?<![\w.+-]){_ONE}(?:[ \N{{NO-BREAK SPACE}}]to[ \N{{NO-BREAK SPACE}}]{_ONE})?")
_PARTS = re.compile(r"(?P<figure>[+-]?[\d,.]+(?:e[+-]?\d+)?)(?P<gap>\s?)(?P<unit>\D*)")


def but_for_numbers(text: str) -> str:
    """Return what is the same of texts that differ in numbers alone."""
    return _NUMBER.sub(lambda found: f"0 {_kind(_unit(found[0]))}".rstrip(), text)


def as_one(texts: Sequence[str]) -> str:
    """Return one text for several that are alike but for their numbers: `tried to allocate 4096 to 65536 bytes`."""
    numbers = [_NUMBER.findall(text) for text in texts]
    parts = _NUMBER.split(texts[0])
    told = [_range(column) for column in zip(*numbers, strict=True)]
    return "".join(part + number for part, number in zip(parts, [*told, ""], strict=True))


def _range(numbers: Sequence[str]) -> str:
    """The least and the most of some numbers and ranges; a unit that both have is said once."""
    if len(set(numbers)) == 1:
        return numbers[0]
    ends = [end for number in numbers for end in _ends(number)]
    least, most = min(ends, key=_value), max(ends, key=_value)
    if _value(least) == _value(most):
        return least
    return f"{_figure(least) if _unit(least) == _unit(most) else least} to {most}"


def _ends(number: str) -> list[str]:
    """A number, or both ends of a range, the first with the unit that the last one has."""
    first, *last = re.split(r"\sto\s", number)
    if last and not _unit(first):
        found = _PARTS.fullmatch(last[0])
        first += f"{found['gap']}{found['unit']}" if found else ""
    return [first, *last]


def _value(number: str) -> Fraction:
    return Fraction(_figure(number).replace(",", "")) * _KINDS[_kind(_unit(number))][_unit(number)]


def _figure(number: str) -> str:
    found = _PARTS.match(number)
    return found["figure"] if found else number


def _unit(number: str) -> str:
    """The unit of a number, or of the end of a range."""
    found = _PARTS.fullmatch(re.split(r"\sto\s", number)[-1])
    return found["unit"] if found else ""


def _kind(unit: str) -> str:
    return next(kind for kind, units in _KINDS.items() if unit in units)
