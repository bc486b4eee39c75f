"""The surroundings of a round that no question asks about, drawn anew in each (rule 23): their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from iotrial.ask.suggest import suggestion

#: The words that stand in a study instead of a list, if nothing is to be drawn.
FIXED = "fixed"

PATH, HEAP, ENVIRONMENT, PAGES = "path", "heap", "environment", "pages"

#: Name -> the words of a report.
SURROUNDINGS: Mapping[str, str] = {
    PATH: "the length, depth and names of paths",
    HEAP: "memory that was taken and given back before",
    ENVIRONMENT: "the size of the environment and of the arguments",
    PAGES: "the memory that inputs lie in: they are thrown out of it and read again",
}


def surroundings_of(raw: object) -> tuple[str, ...]:
    """Return the surroundings that were named, in our order; ValueError if one is not known."""
    if raw == FIXED:
        return ()
    if not isinstance(raw, Sequence) or isinstance(raw, str | bytes):
        raise ValueError(f'must be a list of {", ".join(SURROUNDINGS)}, or "{FIXED}"')
    for word in raw:
        if not isinstance(word, str) or word not in SURROUNDINGS:
            hint = suggestion(word, SURROUNDINGS) if isinstance(word, str) else None
            raise ValueError(f"{str(word)[:60]!r} is no surrounding{f'; {hint}' if hint else ''}")
    if len(set(raw)) < len(raw):
        raise ValueError("has a word twice")
    return tuple(name for name in SURROUNDINGS if name in raw)
