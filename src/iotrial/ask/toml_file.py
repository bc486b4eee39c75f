"""Files that people write: TOML, read as a pydantic model, with the line of everything that is wrong.

`TomlFile.read_as` is the one way from a table to typed values. All that is wrong with a table is said at once, and what
is right is read all the same, so that one mistake hides no other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_lines import Place, key_lines
from iotrial.ask.toml_types import NOT_WRITTEN
from iotrial.ask.validation_words import wrong_words
from iotrial.errors import Problem, UsageError

T = TypeVar("T")

#: A file of ours is a few kilobytes long.
MOST_BYTES = 4 << 20

#: A table with more wrong keys than this is not spelt out to its end.
MOST_FAULTS = 100

#: A key of more parts than this (a.b.c…) takes tomllib quadratic time and means nothing here.
_KEY_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DEEP_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_KEY_PART}){{32}}", re.MULTILINE)

#: pydantic's kinds of errors that are of an unknown key.
_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


class Keys(BaseModel):
    """A table that has these keys and no others. Aliases stand in annotations."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


@dataclass(frozen=True)
class Words:
    """The words for a key that is unknown, and those after the name of one that is missing below the top."""

    unknown: str = "is no key here"
    missing: str = ""


@dataclass(frozen=True)
class TomlFile:
    """A TOML file as it was read: its values, the line of each, and what was found to be wrong so far."""

    source: str
    text: str
    data: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)
    under: TomlFile | None = None  # the file that some of the keys were taken from

    @cached_property
    def _lines(self) -> dict[Place, int]:
        return key_lines(self.text)

    def where(self, *place: str | int) -> str:
        """Return `file:line` of a place, or of the nearest thing around it that has a line."""
        if self.under is not None and place[:1] not in self._lines and self.under.line(*place[:1]):
            return self.under.where(*place)
        line = self.line(*place)
        return f"{self.source}:{line}" if line else self.source

    def line(self, *place: str | int) -> int | None:
        """Return the line of a place, or of the nearest thing around it; None if there is none."""
        return next((self._lines[above] for above in _upwards(place) if above in self._lines), None)

    def at(self, *place: str | int) -> Any:
        """Return the value at a place; None if there is none."""
        value: Any = self.data
        for part in place:
            value = value.get(part) if isinstance(value, dict) and isinstance(part, str) else value[part]
        return value

    def complain(self, message: str, *place: str | int, hint: str | None = None) -> None:
        """Add a problem with what is at a place; people count from 1, so that it is named by its last key."""
        name = next((part for part in reversed(place) if isinstance(part, str)), None)
        self.add(message if name is None else f"{short(name)} {message}", *place, hint=hint)

    def add(self, message: str, *place: str | int, hint: str | None = None) -> None:
        """Add a problem with what is at a place, which the message names."""
        self.problems.append(Problem(message, where=self.where(*place), hint=hint))

    def tables(self, key: str) -> range:
        """Return the numbers of the tables that stand below [[key]]; none, and a problem, if it is something else."""
        tables = self.data.get(key, [])
        if _are_tables(tables):
            return range(len(tables))
        self.complain("must be tables in a list", key, hint=f"write [[{key}]]")
        return range(0)

    def read_as(
        self,
        kind: type[T],
        *place: str | int,
        stand_ins: Mapping[str, object] | None = None,
        besides: Collection[str] = (),
        words: Words = Words(),
        context: object = None,
    ) -> T | None:
        """Read the table at a place as a model or a dataclass; None if too much of it is wrong.

        What is wrong is a problem, and left out, with the table around it if that cannot be without it; `stand_ins` are
        what stands at its top instead. besides: keys that are read otherwise. context: what its validators are told.
        """
        table = self.at(*place)
        if besides and isinstance(table, dict):
            table = {key: value for key, value in table.items() if key not in besides}
        instead = dict(stand_ins or {})
        adapter = _adapter(cast("Any", kind))
        is_first = True
        while True:
            try:
                found: T = adapter.validate_python(table, context=context)
                return found
            except ValidationError as error:
                errors = error.errors(include_url=False, include_input=False)
            if is_first:
                for one in errors[:MOST_FAULTS]:
                    loc = one["loc"][:-1] if one["loc"][-1:] == ("[key]",) else one["loc"]
                    known = {*_names(kind, loc), *besides} if one["type"] in _UNKNOWN else set()
                    self._say(one, (*place, *loc), words, known)
                if len(errors) > MOST_FAULTS:
                    self.complain(f"has {len(errors) - MOST_FAULTS} more keys that are wrong", *place)
            is_first = False
            wrong = {_innermost_key(table, one["loc"]) for one in errors} - {()}
            if not isinstance(table, dict) or not (wrong or instead.keys() - table.keys()):
                return None
            table = {**instead, **_without(table, wrong)}

    def _say(self, one: ErrorDetails, place: Place, words: Words, known: Collection[str]) -> None:
        """Add an error of pydantic's to the problems, in our words; known: the keys that its table may have."""
        what, told, name = one["type"], one.get("ctx", {}), next(key for key in reversed(place) if isinstance(key, str))
        if what == "missing" and len(place) == 1:
            self.add(f"{name!r} is missing", hint=f"add a line: {name} = …")
        elif what == "missing":
            self.complain(f"has no {name!r}{words.missing}", *place[:-1])
        elif what in _UNKNOWN:
            self.complain(words.unknown, *place, hint=suggestion(name, known))
        elif what == "wrong":
            self.complain(told["said"], *place, hint=told["hint"])
        elif what == "value_error":
            self.add(f"{short(name)}: {told['error']}", *place)
        else:
            self.add(f"{'an entry of ' * isinstance(place[-1], int)}{short(name)} {wrong_words(one)}", *place)


def _upwards(place: Place) -> Iterator[Place]:
    return (place[:length] for length in range(len(place), 0, -1))


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(table, dict) for table in value)


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


class Key(NamedTuple):
    """A key of a table: the field of the model that it is read into, and that field's annotation."""

    field: str
    hint: Any


def keys_of(kind: type) -> dict[str, Key]:
    """Return the keys that a model or a dataclass is read from."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is not ClassVar and NOT_WRITTEN not in get_args(hint):
            aliases = [part.alias for part in get_args(hint) if isinstance(part, FieldInfo) and part.alias]
            found[aliases[0] if aliases else name] = Key(name, hint)
    return found


def _names(kind: type, loc: Place) -> Collection[str]:
    """Return the keys that the table around a place in a model may have."""
    keys = keys_of(kind)
    for part in loc[:-1]:
        inner = next(_tables_in(keys[part].hint), None) if part in keys else None  # else a name or number among tables
        keys = keys_of(inner) if inner is not None else keys
    return keys


def _tables_in(hint: Any) -> Iterator[type]:
    """Yield the models that an annotation is made of."""
    if isinstance(hint, type) and (issubclass(hint, BaseModel) or is_dataclass(hint)):
        yield hint
    for part in get_args(hint):
        yield from _tables_in(part)


def _innermost_key(table: object, loc: Place) -> Place:
    """Return the place of the innermost key, of those that lead to an error, which is there; () if none is."""
    found: Place = ()
    for number, part in enumerate(loc, 1):
        if isinstance(table, dict) and part in table:
            found = loc[:number]
            table = table[part]
        elif isinstance(table, list) and isinstance(part, int):
            table = table[part]
        else:
            break
    return found


def _without(table: dict[str, Any], places: Iterable[Place]) -> dict[str, Any]:
    """Return a copy of a table that lacks what is at these places."""
    table = _copied(table)
    for place in sorted(places, key=len, reverse=True):
        inner: Any = table
        for part in place[:-1]:
            inner = inner[part]
        inner.pop(place[-1])
    return table


def _copied(value: Any) -> Any:
    """Return a copy of the tables in a value."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(inner) for inner in value] if isinstance(value, list) else value


def read(path: Path) -> TomlFile:
    """Read a TOML file; UsageError if it is missing, no file, too big, not text or not TOML."""
    source = str(path)
    return parse(_text(path, source), source)


def read_for(path: Path, problems: list[Problem]) -> TomlFile | None:
    """Read a TOML file; None if it cannot be read, and what is wrong is added to `problems`."""
    try:
        return read(path)
    except UsageError as error:
        problems += error.problems
        return None


def parse(text: str, source: str) -> TomlFile:
    """Parse a TOML text that was read from `source`; UsageError if it is not TOML."""
    if text.startswith("\ufeff"):
        hint = "save it as UTF-8 without a byte order mark"
        raise UsageError(Problem("begins with a byte order mark, which TOML does not have", where=source, hint=hint))
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


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems of one file in the order of their lines, each once."""
    return sorted(dict.fromkeys(problems), key=_line_of)


def _line_of(problem: Problem) -> int:
    _, _, line = (problem.where or "").rpartition(":")
    return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else 0


def short(text: str) -> str:
    """Return a text in quotes, cut off if it is long."""
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
