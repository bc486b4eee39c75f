"""The first comment of a method file: what it is, when to use it, and its only metadata. It looks like this:

// readfile(): the whole file to the output in one call.            line 1: what it is
// Use it when a file goes out unchanged; it needs no buffer.       one or two lines: when to use it
// called: readfile()                                               how a sentence names it, if line 1 does not tell
// tags: article                                                    `key: value` lines to the end
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from iotrial.catalog.suggest import suggestion
from iotrial.errors import Problem

#: What a method may be tagged with, and what that means.
TAGS = {
    "article": "an article timed it",
    "as-published": "exactly as an article had it; timed even where it fails its check, and never ranked then",
    "by-name": "waits for a device; measured only where it is named, and `LANGUAGE/*` does not name it",
    "threaded": "uses several threads, so the workers of its level are not bound to one CPU",
    "untouched": "moves the bytes without looking at them; not ranked at a sink that throws them away",
    "maps-to-4mib": "does so with files of up to 4 MiB, which its runtime maps into memory, and reads larger ones",
    "mapped": "reads the file where the system keeps it, through a mapping, and copies nothing",
}

#: A method's name in a sentence is no longer than this.
LONGEST_NAME = 48

#: What a method may need of the system.
NEEDS = ("linux",)

_PAIR = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+(.*))?")
_BEFORE = re.compile(r"<\?php|#!.*|declare\s*\(.*\)\s*;|\s*")


@dataclass
class Header:
    """What the first comment of a method file says."""

    summary: str
    when: str = ""
    called: str = ""
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    guarantees: dict[str, str] = field(default_factory=dict)


def parse(
    text: str, comment: str, guarantees: Mapping[str, tuple[str, ...]], source: str, problems: list[Problem]
) -> Header | None:
    """The header of a method's text, whose comments start with `comment`; what is wrong is added to `problems`.

    None where there is no header at all.
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
    """`key: value`, if the line is one. "Note: …" is prose; "Tags: …" is a key that somebody misspelt."""
    match = _PAIR.fullmatch(line)
    if match and (match[1].islower() or match[1].lower() in ("called", "tags", "needs", *guarantees)):
        return match
    return None


def _take(
    header: Header, key: str, value: str, guarantees: Mapping[str, tuple[str, ...]], where: str, problems: list[Problem]
) -> None:
    """Put one `key: value` into the header, or say what is wrong with it."""
    if key == "tags":
        header.tags = _words(key, value, TAGS, where, problems)
    elif key == "called":
        header.called = _name(value, where, problems)
    elif key == "needs":
        header.needs = _words(key, value, NEEDS, where, problems)
    elif key not in guarantees:
        hint = suggestion(key, ["called", "tags", "needs", *guarantees])
        problems.append(Problem(f"unknown key {key!r} in the first comment", where=where, hint=hint))
    elif value not in guarantees[key]:
        hint = suggestion(value, guarantees[key])
        problems.append(Problem(f"{key!r} cannot be {value!r}", where=where, hint=hint))
    else:
        header.guarantees[key] = value


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


def _words(key: str, value: str, known: Collection[str], where: str, problems: list[Problem]) -> tuple[str, ...]:
    words = [word.strip() for word in value.split(",")]
    for word in words:
        if word not in known:
            problems.append(Problem(f"unknown word {word!r} in {key!r}", where=where, hint=suggestion(word, known)))
    return tuple(dict.fromkeys(word for word in words if word in known))


def _comment_lines(text: str, comment: str) -> list[tuple[int, str]]:
    """Numbers and texts of the lines of the first comment; empty where other code comes first."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        stripped = line.strip()
        if not found and _BEFORE.fullmatch(stripped):
            continue
        if not stripped.startswith(comment):
            break
        found.append((number, stripped[len(comment) :].strip()))
    return found
