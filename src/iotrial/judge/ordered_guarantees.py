"""Guarantees of which more is as good: a method that gives more may take the place of one that gives less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def gives_more(values: Sequence[str], than: str | None) -> Sequence[str]:
    """Return the values that are more than one of them; they stand from the most to the least. None: there are none."""
    return values[: values.index(than)] if than in values else ()


def is_enough(given: str | None, wanted: str | None, values: Sequence[str]) -> bool:
    """True if a guarantee is the wanted one, or more; values: from the most to the least, none if more is no better."""
    return given == wanted or given in gives_more(values, wanted)


def gives(own: Mapping[str, str], wanted: Mapping[str, str], more: Mapping[str, Sequence[str]]) -> bool:
    """True if these guarantees are the wanted ones, or stronger values of ordered ones."""
    return own.keys() == wanted.keys() and all(
        is_enough(own[name], value, more.get(name, ())) for name, value in wanted.items()
    )
