"""The lines of the keys of a TOML text, since neither tomllib nor tomlkit nor pydantic tells them.

The text is known to be valid TOML (tomllib has read it), so this only looks for places and checks nothing.
"""

from __future__ import annotations

import bisect
import contextlib
import re
import tomllib

#: A place in a document: keys, and indexes of arrays: ("levels", 0, "file_bytes", 2).
Place = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}\n#]+")


def key_lines(text: str) -> dict[Place, int]:
    """Return the line (from 1) of every key, table and element of an array in a valid TOML text."""
    scanner = _Scanner(text)
    with contextlib.suppress(RecursionError, IndexError):  # without a line a message is shorter, never wrong
        scanner.document()
    return scanner.lines


class _Scanner:
    """A walk over the text, once, that notes the line of everything that has a name."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self._text = text
        self._at = 0
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._tables: dict[Place, int] = {}  # arrays of tables -> how many there are so far

    def document(self) -> None:
        table: Place = ()
        self._skip_blank()
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip_blank()

    def _header(self) -> Place:
        is_array = self._text.startswith("[[", self._at)
        line = self._line()
        self._at += 2 if is_array else 1
        *above, last = self._key()
        self._skip_blank()
        self._at += 2 if is_array else 1
        place: Place = ()
        for part in above:
            self.lines.setdefault((*place, part), line)
            place = self._newest((*place, part))
        place = (*place, last)
        if is_array:
            self.lines.setdefault(place, line)
            self._tables[place] = self._tables.get(place, 0) + 1
        place = self._newest(place)
        self.lines[place] = line
        return place

    def _newest(self, place: Place) -> Place:
        """Return, in an array of tables, the table that a header below it belongs to."""
        return (*place, self._tables[place] - 1) if place in self._tables else place

    def _pair(self, table: Place) -> None:
        line = self._line()
        place = table
        for part in self._key():
            place = (*place, part)
            self.lines.setdefault(place, line)
        self._skip_blank()
        self._at += 1  # the equals sign
        self._value(place)

    def _key(self) -> list[str]:
        parts = []
        while True:
            self._skip_blank()
            if match := _STRING.match(self._text, self._at):
                parts.append(str(tomllib.loads(f"key = {match[0]}")["key"]))
            else:
                match = _BARE_KEY.match(self._text, self._at)
                if match is None:
                    raise IndexError(self._at)
                parts.append(match[0])
            self._at = match.end()
            self._skip_blank()
            if self._text[self._at] != ".":
                return parts
            self._at += 1

    def _value(self, place: Place) -> None:
        self._skip_blank()
        if self._text[self._at] == "[":
            self._array(place)
        elif self._text[self._at] == "{":
            self._inline_table(place)
        else:
            match = _STRING.match(self._text, self._at) or _BARE_VALUE.match(self._text, self._at)
            if match is None:
                raise IndexError(self._at)
            self._at = match.end()

    def _array(self, place: Place) -> None:
        self._at += 1
        index = 0
        self._skip_blank()
        while self._text[self._at] != "]":
            element = (*place, index)
            self.lines[element] = self._line()
            self._value(element)
            index += 1
            self._skip_comma()
        self._at += 1

    def _inline_table(self, place: Place) -> None:
        self._at += 1
        self._skip_blank()
        while self._text[self._at] != "}":
            self._pair(place)
            self._skip_comma()
        self._at += 1

    def _skip_comma(self) -> None:
        self._skip_blank()
        if self._text[self._at] == ",":
            self._at += 1
            self._skip_blank()

    def _skip_blank(self) -> None:
        match = _BLANK.match(self._text, self._at)
        if match:
            self._at = match.end()

    def _line(self) -> int:
        return bisect.bisect_left(self._ends, self._at) + 1
