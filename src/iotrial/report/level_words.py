"""Levels in words, and rows about several levels grouped as tables and charts show them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from iotrial.ask.level_factors import listed, said
from iotrial.judge.bounds import Factors
from iotrial.judge.exported_forms import varying_factors
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean


class OverLevels(Protocol):
    """A statement of a run about a factor over several levels: an effect, a cost, a growth."""

    @property
    def factor(self) -> str:
        """The factor."""

    @property
    def at(self) -> Factors:
        """The other factors, which its levels share."""


Entry = TypeVar("Entry", bound=OverLevels)


@dataclass(frozen=True)
class LevelGroup(Generic[Entry]):
    """Rows of one factor that agree in `at`, the other factors that vary."""

    factor: str
    at: str
    rows: list[Entry]

    def titled(self, what: str) -> str:
        """Return `what, at`; only `what` if no other factor varies."""
        return f"{what}, {self.at}" if self.at else what


def in_words(factors: Mapping[str, int | str], names: Iterable[str]) -> str:
    """Write those of a level's factors that are named: `file_bytes=4096 sink=pipe`."""
    return " ".join(f"{clean(name)}={clean(factors[name])}" for name in names if name in factors)


def level_name(judged: JudgedRun, level: JudgedLevel) -> str:
    """Name the level by the factors that vary; if none does, by all that are not at their defaults."""
    factors = level.level
    return in_words(factors, varying_factors(judged)) or in_words(factors, said(factors))


def some_levels(judged: JudgedRun, levels: Sequence[Mapping[str, int | str]]) -> str:
    """Name levels in a sentence: `entries=0, entries=10 and 5 more`."""
    names = varying_factors(judged)
    return listed([in_words(level, names) or "no option" for level in levels])  # not all have every option


def grouped(
    judged: JudgedRun, rows: Sequence[Entry], by: Callable[[Entry], Hashable] = lambda _: None
) -> list[LevelGroup[Entry]]:
    """Group effects, costs or growths for tables and charts, in the order of the rows.

    by: something else in which the rows of a group agree, such as an effect's two values.
    """
    names = varying_factors(judged)
    groups: dict[Hashable, LevelGroup[Entry]] = {}
    for row in rows:
        at = in_words(row.at, names)
        key = (row.factor, at, by(row))
        groups.setdefault(key, LevelGroup(row.factor, at, [])).rows.append(row)
    return list(groups.values())
