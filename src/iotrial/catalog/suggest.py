"""What someone who misspelt a name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggestion(word: str, known: Iterable[str]) -> str | None:
    """A hint for a word that is not known: the nearest known one, else all of them where they are few."""
    names = sorted(set(known))
    lowered = {name.lower(): name for name in names}
    # A long word is like nothing that we know, and comparing it would take long.
    near = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.7) if len(word) <= 100 else []
    if near:
        return f"did you mean {lowered[near[0]]!r}?"
    return f"there are: {', '.join(names)}" if 0 < len(names) <= 30 else None
