"""The factors of a level, each with its value, and those among them that go without saying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from iotrial.ask.catalog import Value

#: How people say a factor: a text with `{}` for a number, or value -> text.
Words = Mapping[str, str | Mapping[str, str]]

#: A sentence names no more levels than this.
MOST_LISTED = 6


class LevelFactors(dict[str, Value]):
    """Factor -> value; `unsaid` has the values that no name of a level has, `words` how people say the others."""

    def __init__(
        self,
        factors: Mapping[str, Value] | Iterable[tuple[str, Value]],
        unsaid: Mapping[str, Value] | None = None,
        words: Words | None = None,
    ) -> None:
        """Take over the factors."""
        super().__init__(factors)
        self.unsaid = unsaid or {}
        self.words = words or {}


def named_as(level: Mapping[str, Value], factors: Mapping[str, Value]) -> LevelFactors:
    """Return factors of which the same goes without saying as of a level's, and that have the same words."""
    how = (level.unsaid, level.words) if isinstance(level, LevelFactors) else ()
    return LevelFactors(factors, *how)


def said(factors: Mapping[str, Value]) -> list[str]:
    """Return the factors that name a level: all but those that go without saying."""
    unsaid = factors.unsaid if isinstance(factors, LevelFactors) else {}
    return [name for name, value in factors.items() if unsaid.get(name) != value]


def varying(levels: Sequence[Mapping[str, Value]]) -> list[str]:
    """Return the factors that are not the same at all levels, in the order of the job."""
    names = dict.fromkeys(name for level in levels for name in level)
    return [name for name in names if len({level.get(name) for level in levels}) > 1]


def listed(names: Sequence[str]) -> str:
    """Name levels one after the other; of many only the first, with the number of the others."""
    more = len(names) - MOST_LISTED
    return ", ".join(names[:MOST_LISTED]) + (f" and {more} more" if more > 0 else "")


def names_among(chosen: Sequence[Mapping[str, Value]], every: Sequence[Mapping[str, Value]]) -> str:
    """Name some levels by the factors that tell them from all the others."""
    names = varying(every)
    return listed([" ".join(f"{name}={level[name]}" for name in names if name in level) for level in chosen])


def level_name(factors: Mapping[str, Value]) -> str:
    """Name a level in one line: `file_bytes=20971520 sink=pipe`."""
    return " ".join(f"{name}={factors[name]}" for name in said(factors))
