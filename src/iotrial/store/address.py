"""The place of runs as a user names it: a path here, or an address in an object store."""

from __future__ import annotations

from dataclasses import dataclass

#: The longest name of a file that any file system here takes, in bytes.
LONGEST_NAME_BYTES = 255


@dataclass(frozen=True)
class Root:
    """A results root as it is named."""

    text: str


def is_url(text: str) -> bool:
    """True if a text is an address rather than a path."""
    return "://" in text
