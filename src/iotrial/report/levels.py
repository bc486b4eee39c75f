"""Levels in words, and rows about several levels gathered into what one table or chart shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from iotrial.analysis.export import varying_factors
from iotrial.report.layout import clean
from iotrial.study.model import said

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Group:
    """Rows of one factor that agree in `at`, the other factors that vary."""

    factor: str
    at: str
    rows: list[Row]

    def titled(self, what: str) -> str:
        """`what, at`; without the comma where no other factor varies."""
        return f"{what}, {self.at}" if self.at else what


def in_words(factors: Mapping[str, Any], names: Iterable[str]) -> str:
    """Those of a level's factors that are named and that it has: `file_bytes=4096 sink=pipe`."""
    return " ".join(f"{clean(name)}={clean(factors[name])}" for name in names if name in factors)


def level_name(document: Row, level: Row) -> str:
    """The level by the factors that vary; where none does, by all that do not go without saying."""
    factors = level["level"]
    return in_words(factors, varying_factors(document)) or in_words(factors, said(factors))


def grouped(document: Row, rows: Sequence[Row], by: Sequence[str] = ()) -> list[Group]:
    """Effects, costs or growths, a group for each table or chart, in the order of the rows.

    by: keys of the rows in which those of a group agree too, such as an effect's two values.
    """
    names = varying_factors(document)
    groups: dict[tuple[Any, ...], Group] = {}
    for row in rows:
        at = in_words(row["at"], names)
        key = (row["factor"], at, *(row[name] for name in by))
        groups.setdefault(key, Group(row["factor"], at, [])).rows.append(row)
    return list(groups.values())
