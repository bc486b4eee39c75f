"""Words that a list is searched for."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.errors import UsageError
from iotrial.visible_text import visible_line

#: Words of a question that name nothing, and so are not looked for.
_NAME_NOTHING = frozenset([
    "a", "an", "the", "how", "what", "which", "is", "are", "do", "does", "i", "to", "in", "of", "for", "with",
    "my", "best", "better", "fast", "faster", "fastest", "quick", "quickly", "quickest", "way", "ways",
    "should",
])  # fmt: skip


def has_words(typed: Sequence[str], *texts: str) -> bool:
    """True if every word of what was typed is in some of the texts, in capitals or not, with hyphens or blanks.

    Words that name nothing are left out, unless there is no other.
    """
    folded = [_plain(text) for text in texts]
    words = [word for one in typed for word in _plain(one).split()]
    named = [word for word in words if word not in _NAME_NOTHING] or words
    return all(any(word in text for text in folded) for word in named)


def _plain(text: str) -> str:
    """Small letters, with a blank for each hyphen."""
    return text.casefold().replace("-", " ")


def require_found(rows: Sequence[object], words: Sequence[str], command: str) -> None:
    """Raise UsageError if nothing was found, with the command that lists all."""
    if words and not rows:
        told = " and ".join(repr(visible_line(word)) for word in words)
        raise UsageError(f"none of the {command} has {told} in it", hint=f"all of them: iotrial {command}")
