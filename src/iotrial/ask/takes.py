"""The things that the function of a shape takes beside its paths, as `takes` of a job.toml lists them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from iotrial.ask.suggest import suggestion

#: What a function can take. Each is a key of `prepare`, or made of what that says before the work.
TAKES = {
    "number": "a whole number",
    "numbers": "whole numbers, which are those of a file",
    "texts": "texts, such as names, which are those of a file",
    "names": "names of files, which end in a number from 0 on",
    "content": "the bytes of a file",
    "records": "the same bytes again and again, which the function asks for one by one",
    "messages": "texts of which a thousand differ, which the function asks for one by one",
    "output": "a fresh path to write to",
}

#: Those of them that need a name, since a function may take several: `number threads`.
NAMED = ("number", "numbers", "texts")

#: What the functions of a shape can take; those of another take paths alone.
TAKEN_BY: dict[str, tuple[str, ...]] = {
    "reads": NAMED,
    "loads": NAMED,
    "copies": NAMED,
    "writes": (*NAMED, "names", "content"),
    "appends": ("records", "messages"),
    "removes": NAMED,
    "returns": ("output",),
}

#: Shapes whose work can be something else than bytes, without a number of the answer.
COUNTED = ("copies", "writes", "appends", "removes")

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def kinds_of(takes: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the kind and the name of everything that a function takes; what needs no name is called by its kind."""
    return tuple((word.split(" ")[0], word.split(" ")[-1]) for word in takes)


def counted_by(shape: str, work: str) -> str:
    """Return the source of an iteration's work: the function's answer, a number of `prepare`, or the bytes of what.

    work: the unit of the work; empty if these are bytes.
    """
    if shape in ("writes", "appends") and work:
        return "answer"
    return "number" if work else {"copies": "input", "writes": "content"}.get(shape, "answer")


def fault_of(takes: Sequence[str], shape: str, *, counts_bytes: bool) -> tuple[str, str | None] | None:
    """Return a complaint of what the functions of a job take, and a hint; None if nothing is wrong with it."""
    possible = TAKEN_BY.get(shape, ())
    pairs = kinds_of(takes)
    for word, (kind, name) in zip(takes, pairs, strict=True):
        if kind not in possible:
            hint = suggestion(kind, possible) or f"it can take {', '.join(possible) or 'a path alone'}"
            return f"holds {word!r}, which no job takes that {shape}", hint
        if word != (f"{kind} {name}" if kind in NAMED else kind) or not _NAME.fullmatch(name):
            wanted = f"{kind} NAME" if kind in NAMED else kind
            return f"holds {word!r} instead of {wanted!r}", None
    if len({name for _, name in pairs}) < len(pairs):
        return "names each thing once", None
    if shape == "writes" and counts_bytes and "content" not in takes:
        return "must hold 'content' in a job that writes and whose work is bytes, which are its bytes", None
    if shape == "appends" and len(takes) != 1:
        return f"must hold one of {', '.join(possible)} in a job that appends", None
    return None
