"""Guarantees of which more is as good: a method that gives more may take the place of one that gives less."""

from __future__ import annotations

from collections.abc import Sequence


def gives_more(values: Sequence[str], than: str | None) -> Sequence[str]:
    """Return the values that are more than one of them; they stand from the most to the least. None: there are none."""
    return values[: values.index(than)] if than in values else ()
