"""The environment of a program whose words we read or pass on."""

from __future__ import annotations

import os


def in_plain_words() -> dict[str, str]:
    """Return our environment for a program of the system, so that it speaks the language that we do."""
    return {**os.environ, "LC_ALL": "C"}
