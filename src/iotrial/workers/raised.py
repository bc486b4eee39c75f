"""The place in a method's own file at which an error was raised, and its class, from the trace in a worker's log. Pure.

Every runtime writes a trace for a mistake in a method, each in its own form. All of them name a file and a line, as one
of `File "NAME", line 7`, `NAME:7` and `NAME(7)`, and have the error's own words in a line of their own, most with its
class before them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

#: The first line of a trace that goes from the outermost call inwards and ends with what went wrong.
_INWARDS = "most recent call last"

_CLASS = re.compile(r"([A-Za-z_][\w.$\\]*): ")


def with_place(message: str, log: str, called: str, names: Sequence[str]) -> str:
    """Return a worker's message with the class of the error and its place: `RuntimeError: no luck (NAME.ext:7)`.

    It is left as it is if the log has no trace of it, or none of it is in the method's own file.
    log: what the worker wrote since its last error. called: the file's name; names: those that its runtime has for it.
    """
    lines = log.splitlines()
    first = message.split("\n", 1)[0].strip()
    said = _last_with(first, lines)
    if said is None:  # the class may be the kit's word, which the log has not
        said = _last_with(first.partition(": ")[2], lines)
    if said is None:
        return message
    line = _line_of(lines, said, names)
    if line is None:  # words of the kit, and no error that the method raised
        return message
    told = _CLASS.match(lines[said])
    if told is not None and lines[said].startswith(first, told.end()) and not message.startswith(told[0]):
        message = f"{told[0]}{message}"
    return f"{message} ({called}:{line})"


def _last_with(words: str, lines: Sequence[str]) -> int | None:
    return next((number for number in reversed(range(len(lines))) if words and words in lines[number]), None)


def _line_of(lines: Sequence[str], said: int, names: Sequence[str]) -> str | None:
    """The innermost line of the file in the trace whose error is told at a line of the log."""
    named = "|".join(re.escape(name) for name in names)
    frame = re.compile(rf"""(?<![\w.-])(?:{named})(?:", line |:|\()(\d+)""")
    begins = next((number for number in reversed(range(said)) if _INWARDS in lines[number].lower()), None)
    if begins is not None:
        inwards = lines[begins:said]
        return next((found[1] for line in reversed(inwards) if (found := frame.search(line))), None)
    before = lines[max(0, said - 1) : said]  # some tell the place first
    return next((found[1] for line in [*lines[said:], *before] if (found := frame.search(line))), None)
