"""The last words of a command that was asked to end: how to go on."""

from __future__ import annotations

import sys

_WORDS: list[str] = []


def keep_for_the_end(text: str) -> None:
    """Keep a text until everything else was said."""
    _WORDS.append(text)


def say_last_words() -> None:
    """Print what was kept, each text as it is: a command in it can be copied however narrow the terminal is."""
    for text in _WORDS:
        print(text, file=sys.stderr)
    _WORDS.clear()
