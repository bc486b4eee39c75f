"""Guarantees of which more is as good: a method that gives more may take the place of one that gives less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def gives_more(values: Sequence[str], than: str | None) -> Sequence[str]:
    """Return the values that are more than one of them; they stand from the most to the least. None: there are none."""
    return values[: values.index(than)] if than in values else ()


def gives(own: Mapping[str, str], wanted: Mapping[str, str], more: Mapping[str, Sequence[str]]) -> bool:
    """True if these guarantees are the wanted ones, or stronger values of ordered ones."""
    return own.keys() == wanted.keys() and all(
        own[name] == value or own[name] in gives_more(more.get(name, ()), value) for name, value in wanted.items()
    )
