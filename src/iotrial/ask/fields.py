"""Typed values out of a TOML table; everything that is wrong is named by file and line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import TomlFile
from iotrial.errors import Problem


class Fields:
    """One table of a TOML file. Each `take` checks a type; `finish` complains of keys that were not taken."""

    def __init__(self, file: TomlFile, problems: list[Problem], place: tuple[str | int, ...] = ()) -> None:
        """Read the table at `place` of a file; everything that is wrong is added to `problems`."""
        self._file = file
        self._problems = problems
        self._place = place
        self._known: set[str] = set()
        table: Any = file.data
        for part in place:
            table = table[part]
        self._table: dict[str, Any] = table if isinstance(table, dict) else {}
        if not isinstance(table, dict):
            self.complain("must be a table")

    def complain(self, message: str, key: str | None = None, hint: str | None = None) -> None:
        """Add a problem at a key of this table, or at the table itself."""
        table = next((part for part in reversed(self._place) if isinstance(part, str)), None)  # people count from 1
        name = key if key is not None else table
        where = self._file.where(*self._place, *([key] if key is not None else []))
        self._problems.append(Problem(f"{name!r} {message}" if name else message, where=where, hint=hint))

    def has(self, key: str) -> bool:
        """True if the table has a key."""
        return key in self._table

    def text(self, key: str, *, required: bool = False, may_be_long: bool = False) -> str:
        """Return a text of one line, or of any number of lines; "" if it is missing or wrong."""
        value = self._take(key, required)
        if value is None:
            return ""
        is_short = isinstance(value, str) and "\n" not in value
        if (
            isinstance(value, str)
            and (value.strip() or not required)
            and (is_short or may_be_long)
            and "\0" not in value
        ):
            return value
        self.complain("must be a text" if may_be_long else "must be a text of one line", key)
        return ""

    def integer(self, key: str, *, required: bool = False) -> int | None:
        """Return a whole number; None if it is missing or wrong."""
        value = self._take(key, required)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.complain("must be a whole number", key)
        return None

    def flag(self, key: str, *, otherwise: bool = False) -> bool:
        """True if the key is true; `otherwise` if it is missing or wrong."""
        value = self._take(key, required=False)
        if value is None or isinstance(value, bool):
            return otherwise if value is None else value
        self.complain("must be true or false", key)
        return otherwise

    def texts(self, key: str, *, required: bool = False) -> tuple[str, ...]:
        """Return a list of texts; () if it is missing or wrong."""
        value = self._take(key, required)
        if value is None:
            return ()
        if isinstance(value, list) and value and all(isinstance(item, str) and "\0" not in item for item in value):
            return tuple(value)
        self.complain("must be a list of texts, with at least one in it", key)
        return ()

    def value(self, key: str) -> object:
        """Return the value as it is, for a caller that checks it itself; None if there is none."""
        return self._take(key, required=False)

    def tables(self, key: str) -> Iterable[str]:
        """Return the names of the tables within a table, each to be read with Fields of its own."""
        value = self._take(key, required=False)
        if value is None:
            return ()
        if isinstance(value, dict):
            return tuple(value)
        self.complain("must be a table", key)
        return ()

    def all_texts(self, *, may_be_long: bool = False, may_be_empty: bool = False) -> dict[str, str]:
        """Return a table whose every value is a text."""
        return {key: self.text(key, required=not may_be_empty, may_be_long=may_be_long) for key in self._table}

    def finish(self) -> None:
        """Complain of the keys that were not taken."""
        for key in self._table:
            if key not in self._known:
                self.complain("is no key here", key, suggestion(key, self._known))

    def _take(self, key: str, required: bool) -> Any:
        self._known.add(key)
        if key not in self._table and required:
            self.complain("is missing" if not self._place else f"has no {key!r}", None if self._place else key)
        return self._table.get(key)
