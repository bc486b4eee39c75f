"""Words that a list is searched for."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.errors import UsageError
from iotrial.visible_text import visible_line


def has_words(words: Sequence[str], *texts: str) -> bool:
    """True if every word is in some of the texts, in capitals or not."""
    folded = [text.casefold() for text in texts]
    return all(any(word.casefold() in text for text in folded) for word in words)


def require_found(rows: Sequence[object], words: Sequence[str], command: str) -> None:
    """Raise UsageError if nothing was found, with the command that lists all."""
    if words and not rows:
        told = " and ".join(repr(visible_line(word)) for word in words)
        raise UsageError(f"none of the {command} has {told} in it", hint=f"all of them: iotrial {command}")
