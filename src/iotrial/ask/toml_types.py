"""The types of what people write in TOML files, for the models that `TomlFile.read_as` reads.

Each is read by a function that is given any value that TOML has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, ValidationInfo
from pydantic_core import PydanticCustomError

from iotrial.ask.suggest import suggestion
from iotrial.units import LARGEST

T = TypeVar("T")


def wrong(said: str, hint: str | None = None) -> PydanticCustomError:
    """Make the error of a value that is wrong; `said` goes on after the name of its key."""
    return PydanticCustomError("wrong", "{said}", {"said": said, "hint": hint})


def _line(value: object) -> str:
    if isinstance(value, str) and "\n" not in value and "\0" not in value:
        return value
    raise wrong("must be a text of one line")


def _filled_line(value: object) -> str:
    if isinstance(value, str) and not value.strip():
        raise wrong("must be a text of one line")
    return _line(value)


def _text_of_lines(value: object) -> str:
    if isinstance(value, str) and value.strip() and "\0" not in value:
        return value
    raise wrong("must be a text")


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and value and all(isinstance(one, str) and "\0" not in one for one in value):
        return tuple(value)
    raise wrong("must be a list of texts, with at least one in it")


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong("must be a whole number")
    if abs(value) > LARGEST:
        raise wrong("is out of range")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong("must be true or false")
    return value


def _tables(value: object, info: ValidationInfo) -> tuple[object, ...]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise wrong("must be tables in a list", f"write [[{info.field_name}]]")
    return tuple(value)


AnyLine = Annotated[str, BeforeValidator(_line)]
Line = Annotated[str, BeforeValidator(_filled_line)]
Lines = Annotated[str, BeforeValidator(_text_of_lines)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]
Whole = Annotated[int, BeforeValidator(_whole)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Tables = Annotated[tuple[T, ...], BeforeValidator(_tables)]


@dataclass(frozen=True)
class Holds:
    """The places in braces that a text, or the texts of a list, may hold."""

    places: tuple[str, ...]

    def __call__(self, value: T) -> T:
        """Return the value; an error if it holds another place."""
        found = re.findall(r"\{[a-z]+\}", " ".join(_each(value)))
        if others := [place for place in dict.fromkeys(found) if place not in self.places]:
            raise wrong(f"cannot hold {', '.join(others)}", f"it can hold {', '.join(self.places)}")
        return value


def holds(*names: str) -> AfterValidator:
    """Refuse other places in braces than those of these names."""
    return AfterValidator(Holds(tuple(f"{{{name}}}" for name in names)))


@dataclass(frozen=True)
class OneOf:
    """The words that a text may be."""

    words: tuple[str, ...]

    def __call__(self, value: str) -> str:
        """Return the text; an error if it is none of these words."""
        if value in self.words:
            return value
        raise wrong(f"is {value!r}, and none of {', '.join(self.words)}", suggestion(value, self.words))


def one_of(*words: str) -> AfterValidator:
    """Refuse another text than one of these words."""
    return AfterValidator(OneOf(words))


def _unknown(value: object) -> object:
    raise PydanticCustomError("extra_forbidden", "no key")


#: Marks a field that is no key of the file.
NOT_WRITTEN = BeforeValidator(_unknown)


def shaped(pattern: str, said: str) -> AfterValidator:
    """Refuse a text, or a text of a list, that does not have this shape."""

    def check(value: T) -> T:
        if not all(re.fullmatch(pattern, text) for text in _each(value)):
            raise wrong(said)
        return value

    return AfterValidator(check)


def _each(value: object) -> Iterable[str]:
    return [value] if isinstance(value, str) else value if isinstance(value, tuple) else ()
