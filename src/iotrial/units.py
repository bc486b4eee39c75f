"""Units: texts that people write ("4KiB", "10 min", "1%") to numbers, and numbers to texts that people read.

Nothing is guessed: a number without the unit that it needs is an error that says which units there are.
Every `parse_…` takes what a TOML file or a command line gives and raises ValueError with one sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction

#: Unit -> bytes. `K` and `M` alone are left out: some mean 1000 by them and some 1024.
BYTE_UNITS: Mapping[str, int] = {
    "B": 1,
    **{"kB": 1000, "KB": 1000, "MB": 1000**2, "GB": 1000**3, "TB": 1000**4},
    **{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40},
}

#: The highest rate: no work that opens files arrives more often.
MOST_PER_SECOND = 1_000_000

#: Unit -> nanoseconds. `m` is left out: it could be minutes or milliseconds.
TIME_UNITS: Mapping[str, int] = {
    **{"ns": 1, "us": 1_000, "µs": 1_000, "μs": 1_000, "ms": 1_000_000, "s": 1_000_000_000},
    **{"min": 60_000_000_000, "h": 3_600_000_000_000},
}

#: Numbers beyond this fit no file, counter or clock.
LARGEST = (1 << 63) - 1

#: No honest number is longer; a longer text is not worth converting.
MOST_CHARACTERS = 40

_NUMBER = re.compile(r"([+-]?)((?:0|[1-9][0-9]*(?:_[0-9]+)*)(?:\.[0-9]+)?)[ \t]*([^\W\d_]*|%)")


def parse_bytes(given: object) -> int:
    """A number of bytes from 4096, "4096", "4KiB" or "100 MB"; ValueError says what is wrong."""
    number, unit = _split(given, 'bytes are written as 4096, "4 KiB" or "100 MB"')
    if unit and unit not in BYTE_UNITS:
        raise ValueError(f"{_shown(given)} has the unit {unit!r}; units of bytes are {_listed(BYTE_UNITS)}")
    return _whole(number * BYTE_UNITS.get(unit, 1), given, "bytes")


def parse_count(given: object) -> int:
    """A number of things from 10000 or "10000"; ValueError says what is wrong."""
    number, unit = _split(given, "a count is a whole number, such as 10000")
    if unit:
        raise ValueError(f"{_shown(given)} is a count and has no unit: write the whole number")
    return _whole(number, given, "a count")


def parse_rate(given: object) -> int:
    """A rate per second from "10000/s", 0 from "none"; ValueError says what is wrong."""
    if given == "none":
        return 0
    if not isinstance(given, str) or not given.replace(" ", "").endswith("/s"):
        raise ValueError(f'{_shown(given)} is no rate: write it as "10000/s", or "none"')
    rate = parse_count(given.replace(" ", "").removesuffix("/s"))
    if not 1 <= rate <= MOST_PER_SECOND:
        raise ValueError(f"{_shown(given)} is out of range: at least 1/s and at most {MOST_PER_SECOND}/s")
    return rate


def parse_duration_ns(given: object) -> int:
    """A duration in ns from "10min", "90 s" or "2.5 ms"; ValueError if the unit is missing or unknown."""
    number, unit = _split(given, 'a duration is written as "90 s" or "10 min"')
    if unit not in TIME_UNITS:
        wrong = f"has the unit {unit!r}" if unit else "has no unit"
        raise ValueError(f"{_shown(given)} {wrong}; units of time are {_listed(TIME_UNITS)}")
    return _whole(number * TIME_UNITS[unit], given, "a duration, in ns,")


def parse_share(given: object) -> float:
    """A share from "1%", 0.01 or "0.01"; ValueError for a bare whole number, which could mean either."""
    if isinstance(given, float):
        if not math.isfinite(given):
            raise ValueError(f'{given} is no share; write it as "1%" or 0.01')
        return given
    number, unit = _split(given, 'a share is written as "1%" or 0.01')
    if unit == "%":
        return float(number / 100)
    if unit or (number != 0 and number.denominator == 1):
        raise ValueError(f'{_shown(given)} could mean percent or a share of one; write it as "1%" or 0.01')
    return float(number)


def format_ns(ns: float) -> str:
    """A duration for people, three digits long: 7.54 ms, 12.3 s, 10.0 min."""
    return _scaled(ns, _TIME_LADDER)


def format_bytes(byte_count: float) -> str:
    """A size for people: 512 B, 20.0 MiB."""
    if abs(byte_count) < 1024 and float(byte_count).is_integer():
        return f"{int(byte_count)} B"
    return _scaled(byte_count, _BYTE_LADDER)


def exact_bytes(byte_count: int) -> str:
    """A size that must not be rounded: 20 MiB, 100 MB, 2052 B."""
    divides = {name: size for name, size in BYTE_UNITS.items() if byte_count and byte_count % size == 0}
    name = max(divides, key=lambda one: divides[one], default="B")
    return f"{byte_count // BYTE_UNITS[name]} {name}"


def format_count(count: float) -> str:
    """A number of things for people: 950, 20,971,520."""
    return f"{count:,.0f}"


def format_rate(per_second: float, unit: str) -> str:
    """A rate for people: 1.21 GiB/s for bytes, 3.40 M records/s for anything else."""
    if unit == "bytes":
        return f"{format_bytes(per_second if per_second < 1 else round(per_second))}/s"
    figure, _, prefix = _scaled(per_second, _COUNT_LADDER).partition(" ")
    return f"{figure} {prefix} {unit}/s" if prefix else f"{figure} {unit}/s"


def format_share(share: float) -> str:
    """A share for people: 1%, 0.25%."""
    return f"{share * 100:.4g}%"


#: Unit, the number from which on the next unit is used, and how many make one of the next.
_Ladder = tuple[tuple[str, float, float], ...]
_TIME_LADDER: _Ladder = (
    ("ns", 1e3, 1e3),
    ("µs", 1e3, 1e3),
    ("ms", 1e3, 1e3),
    ("s", 120, 60),
    ("min", 120, 60),
    ("h", math.inf, 1),
)
_BYTE_LADDER: _Ladder = (*((unit, 1024.0, 1024.0) for unit in ("B", "KiB", "MiB", "GiB")), ("TiB", math.inf, 1))
_COUNT_LADDER: _Ladder = (("", 1e3, 1e3), ("k", 1e3, 1e3), ("M", 1e3, 1e3), ("G", math.inf, 1))


def _scaled(value: float, ladder: _Ladder) -> str:
    """Return `value` in the first unit whose limit it stays under when rounded to three digits."""
    if not math.isfinite(value):
        return str(value)
    sign, value = ("-" if value < 0 else ""), abs(value)
    for unit, limit, step in ladder:
        text = _three_digits(value)
        if float(text) < limit:
            return f"{sign}{text} {unit}".rstrip()
        value /= step
    raise AssertionError("the last limit is infinite")


def _three_digits(value: float) -> str:
    for digits, bound in ((2, 9.995), (1, 99.95)):
        if value < bound:
            return f"{value:.{digits}f}"
    return f"{value:.0f}"


def _split(given: object, right: str) -> tuple[Fraction, str]:
    """Split a text into number and unit; ValueError ends with `right`, which shows how to write it."""
    if isinstance(given, int) and not isinstance(given, bool):
        if abs(given) > LARGEST:
            raise ValueError(f"the number is out of range; {right}")
        return Fraction(given), ""
    if not isinstance(given, str):
        raise ValueError(f"{_shown(given)} is {_kind(given)}; {right}")
    match = _NUMBER.fullmatch(given.strip()) if len(given) <= MOST_CHARACTERS else None
    if match is None:
        raise ValueError(f"{_shown(given)} is no number that can be read; {right}")
    sign, digits, unit = match.groups()
    return Fraction(digits.replace("_", "")) * (-1 if sign == "-" else 1), unit


def _whole(number: Fraction, given: object, what: str) -> int:
    if number.denominator != 1:
        raise ValueError(f"{_shown(given)} is no whole number of {what.removeprefix('a ')}")
    if number < 0:
        raise ValueError(f"{_shown(given)} is negative")
    if number > LARGEST:
        raise ValueError(f"{_shown(given)} is out of range: {what} can be at most {LARGEST}")
    return int(number)


def _kind(given: object) -> str:
    names = {bool: "true or false", float: "a number with a point", list: "a list", dict: "a table"}
    return names.get(type(given), "something else")


def _shown(given: object) -> str:
    text = repr(given).lower() if isinstance(given, bool) else repr(given)
    return text if len(text) <= MOST_CHARACTERS + 2 else f"{text[:MOST_CHARACTERS]}…"


def _listed(units: Mapping[str, int]) -> str:
    return ", ".join(unit for unit in units if unit.isascii() and unit != "KB")
