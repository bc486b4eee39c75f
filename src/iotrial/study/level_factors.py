"""The factors of a level, each with its value, and those among them that go without saying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from iotrial.catalog.model import Value


class LevelFactors(dict[str, Value]):
    """Factor -> value; `unsaid` has the values that go without saying, so that no name of a level has them."""

    def __init__(
        self, factors: Mapping[str, Value] | Iterable[tuple[str, Value]], unsaid: Mapping[str, Value] | None = None
    ) -> None:
        """Take over the factors."""
        super().__init__(factors)
        self.unsaid = unsaid or {}


def named_as(level: Mapping[str, Value], factors: Mapping[str, Value]) -> LevelFactors:
    """Return factors of which the same goes without saying as of a level's."""
    return LevelFactors(factors, level.unsaid if isinstance(level, LevelFactors) else {})


def said(factors: Mapping[str, Value]) -> list[str]:
    """Return the factors that name a level: all but those that go without saying."""
    unsaid = factors.unsaid if isinstance(factors, LevelFactors) else {}
    return [name for name, value in factors.items() if unsaid.get(name) != value]


def level_name(factors: Mapping[str, Value]) -> str:
    """Name a level in one line: `file_bytes=20971520 sink=pipe`."""
    return " ".join(f"{name}={factors[name]}" for name in said(factors))
