"""The first comment of a method file: what it is, when to use it, and its only metadata. It looks like this:

// readfile(): the whole file to the output in one call.            line 1: what it is
// Use it when a file goes out unchanged; it needs no buffer.       one or two lines: when to use it
// called: readfile()                                               how a sentence names it, if line 1 does not tell
// tags: article                                                    `key: value` lines to the end
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from iotrial.ask import parameters
from iotrial.ask.catalog import PACKAGE, VERSION, Parameter
from iotrial.ask.packages_file import NAME
from iotrial.ask.suggest import suggestion
from iotrial.ask.tags import TAGS, is_tag
from iotrial.errors import Problem

#: A method's name in a sentence is no longer than this.
LONGEST_NAME = 48

#: What a method may need of the system, beside packages and a version of its runtime.
NEEDS = ("linux",)

#: Keys of every method of any job; the others are the job's guarantees.
KEYS = ("called", "tags", "needs", "parameters")

_PAIR = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+(.*))?")
_COMMENTS = ("//", "#", "--", ";")
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,2}")
#: What may stand before the first comment, among it the name of a file in the text of several.
_BEFORE = re.compile(r"<\?\w*|==> \S+ <==|#!.*|declare\s*\(.*\)\s*;|\s*")


@dataclass
class Header:
    """The first comment of a method file, read."""

    summary: str
    when: str = ""
    called: str = ""
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    guarantees: dict[str, str] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()


def parse(
    text: str, comment: str, guarantees: Mapping[str, tuple[str, ...]], source: str, problems: list[Problem]
) -> Header | None:
    """Read the header of a method's text, whose comments start with `comment`; what is wrong is added to `problems`.

    None if there is no header at all.
    """
    lines = _comment_lines(text, comment)
    if not lines or not lines[0][1]:
        problems.append(
            Problem(
                "does not start with a comment that says what it is",
                where=f"{source}:{lines[0][0] if lines else 1}",
                hint=f"begin it with a line such as: {comment} what it is, in one sentence",
            )
        )
        return None
    header = Header(lines[0][1])
    seen: dict[str, int] = {}
    for number, line in lines[1:]:
        where = f"{source}:{number}"
        match = _pair(line, guarantees)
        if match is None and not seen:
            header.when = f"{header.when} {line}".strip()
        elif match is None:
            if line:
                problems.append(Problem("text after the `key: value` lines; those come last", where=where))
        elif match[1] in seen:
            problems.append(Problem(f"{match[1]!r} is given twice, first in line {seen[match[1]]}", where=where))
        else:
            seen[match[1]] = number
            _take(header, match[1], (match[2] or "").strip(), guarantees, where, problems)
    return header


def _pair(line: str, guarantees: Mapping[str, tuple[str, ...]]) -> re.Match[str] | None:
    """Match `key: value`, if the line is one. "Note: …" is prose; "Tags: …" is a misspelt key."""
    match = _PAIR.fullmatch(line)
    if match and (match[1].islower() or match[1].lower() in (*KEYS, *guarantees)):
        return match
    return None


def _take(
    header: Header, key: str, value: str, guarantees: Mapping[str, tuple[str, ...]], where: str, problems: list[Problem]
) -> None:
    """Put one `key: value` into the header, or add to `problems` what is wrong with it."""
    if key == "tags":
        header.tags = _words(key, value, TAGS, is_tag, where, problems)
    elif key == "called":
        header.called = _name(value, where, problems)
    elif key == "needs":
        header.needs = _words(key, value, [*NEEDS, "package NAME", "version NUMBER"], _is_need, where, problems)
    elif key == "parameters":
        header.parameters = parameters.declared(value, where, problems)
    elif key not in guarantees:
        hint = suggestion(key, [*KEYS, *guarantees])
        problems.append(Problem(f"unknown key {key!r} in the first comment", where=where, hint=hint))
    elif value not in guarantees[key]:
        hint = suggestion(value, guarantees[key])
        problems.append(Problem(f"{key!r} cannot be {value!r}", where=where, hint=hint))
    else:
        header.guarantees[key] = value


def _is_need(word: str) -> bool:
    """True if a method can need this: of the system, a package, whichever there are, or a version of its runtime."""
    if word.startswith(PACKAGE):
        return bool(NAME.fullmatch(word.removeprefix(PACKAGE)))
    return word in NEEDS or (word.startswith(VERSION) and bool(_NUMBER.fullmatch(word.removeprefix(VERSION))))


def _name(value: str, where: str, problems: list[Problem]) -> str:
    if not value or len(value) > LONGEST_NAME or not value.isprintable():
        problems.append(
            Problem(
                f"'called' must have 1 to {LONGEST_NAME} characters",
                where=where,
                hint="say what a colleague would, such as: a loop of fread(1024)",
            )
        )
        return ""
    return value


def _words(
    key: str, value: str, known: Iterable[str], is_known: Callable[[str], bool], where: str, problems: list[Problem]
) -> tuple[str, ...]:
    words = [word.strip() for word in value.split(",")]
    for word in words:
        if not is_known(word):
            problems.append(Problem(f"unknown word {word!r} in {key!r}", where=where, hint=suggestion(word, known)))
    return tuple(dict.fromkeys(word for word in words if is_known(word)))


def without_pairs(text: str) -> str:
    """Return a method's text without the `key: value` lines of its first comment, which only iotrial reads."""
    lines = text.splitlines(keepends=True)
    first = next((line.strip() for line in lines if not _BEFORE.fullmatch(line.strip())), "")
    comment = next((mark for mark in _COMMENTS if first.startswith(mark)), "")
    pairs = {
        number
        for number, told in _comment_lines(text, comment)
        if comment and (found := _PAIR.fullmatch(told)) and found[1].islower()
    }
    return "".join(line for number, line in enumerate(lines, start=1) if number not in pairs)


def _comment_lines(text: str, comment: str) -> list[tuple[int, str]]:
    """Return the numbers and texts of the first comment's lines; none if code comes before it."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        stripped = line.strip()
        if not found and _BEFORE.fullmatch(stripped):
            continue
        if not stripped.startswith(comment):
            break
        found.append((number, stripped[len(comment) :].strip()))
    return found
