"""Hints for a misspelt name: the names that may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: A known word of fewer letters begins too many others.
LEAST_BEGINNING = 2


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the known word that is nearest to an unknown one; None if none is near."""
    near = closest(word, known)
    return f"did you mean {near!r}?" if near is not None else None


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is nearest to an unknown one; None if none is near."""
    lowered = {name.lower(): name for name in sorted(set(known))}
    # A long word is like nothing that we know, and comparing it would take long.
    near = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.7) if len(word) <= 100 else []
    return lowered[near[0]] if near else None


def beginning(word: str, known: Iterable[str]) -> str | None:
    """Return a hint with the longest known word that an unknown one begins with, as people add to names."""
    found = [name for name in known if len(name) >= LEAST_BEGINNING and word.lower().startswith(name.lower())]
    return f"did you mean {max(found, key=len)!r}?" if found else None


def suggestion(word: str, known: Iterable[str]) -> str | None:
    """Return a hint for an unknown word: the nearest known one, else all of them if they are few."""
    names = sorted(set(known))
    if near := nearest(word, names):
        return near
    return f"there are: {', '.join(names)}" if 0 < len(names) <= 30 else None
