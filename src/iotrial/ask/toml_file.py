"""A TOML file read with care: people make mistakes, and some files only pretend to be TOML."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from iotrial.ask.toml_lines import Place, key_lines
from iotrial.errors import Problem, UsageError

#: A file of ours is a few kilobytes long.
MOST_BYTES = 4 << 20

#: A key of more parts than this (a.b.c…) takes tomllib quadratic time and means nothing here.
_KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DEEP_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_KEY_PART}){{32}}", re.MULTILINE)


@dataclass(frozen=True)
class TomlFile:
    """A TOML file as it was read: its values, and the line of each."""

    source: str
    text: str
    data: dict[str, Any]

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return key_lines(self.text)

    def where(self, *place: str | int) -> str:
        """Return `file:line` of a place, or of the nearest thing around it that has a line."""
        line = self.line(*place)
        return f"{self.source}:{line}" if line else self.source

    def line(self, *place: str | int) -> int | None:
        """Return the line of a place, or of the nearest thing around it; None if there is none."""
        for length in range(len(place), 0, -1):
            if place[:length] in self._lines:
                return self._lines[place[:length]]
        return None


def read(path: Path) -> TomlFile:
    """Read a TOML file; UsageError if it is missing, no file, too big, not text or not TOML."""
    source = str(path)
    return parse(_text(path, source), source)


def parse(text: str, source: str) -> TomlFile:
    """Parse a TOML text that was read from `source`; UsageError if it is not TOML."""
    if _DEEP_KEY.search(text):
        raise UsageError(Problem("a key has more than 32 parts", where=source))
    try:
        return TomlFile(source, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(_syntax_problem(source, str(error))) from None
    except RecursionError:
        raise UsageError(Problem("nested too deep to be read", where=source)) from None
    except ValueError:  # Python refuses to convert numbers of thousands of digits
        raise UsageError(Problem("holds a number that is too long to be read", where=source)) from None


def _text(path: Path, source: str) -> str:
    try:
        if path.is_dir():
            raise UsageError(Problem("is a folder; a TOML file was expected", where=source))
        if path.exists() and not path.is_file():  # reading a FIFO or a device might never end
            raise UsageError(Problem("is no regular file", where=source))
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(Problem(f"is larger than {MOST_BYTES >> 20} MiB", where=source))
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(Problem(f"is not UTF-8 (byte {error.start})", where=source)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(Problem(f"cannot be read: {reason}", where=repr(source)[1:-1])) from None


def _syntax_problem(source: str, message: str) -> Problem:
    match = re.search(r"^(.*) \(at line (\d+), column (\d+)\)$", message, re.DOTALL)
    if match:
        message, source = f"{match[1]} (column {match[3]})", f"{source}:{match[2]}"
    return Problem(f"is not TOML: {message[:200]}", where=source)
