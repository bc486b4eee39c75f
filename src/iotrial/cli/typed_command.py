"""The words of a command that asks for the same again, from the options that it was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from iotrial.cli.options_dataclass import fields_of
from iotrial.snippets.snippet_file import in_text

#: Options that do not change what is measured, or that whoever repeats it gives otherwise.
LEFT_OUT = frozenset(("results", "json", "details", "ratio", "seed", "resume", "init"))


def typed_command(name: str, options: Any) -> tuple[str, ...]:
    """Return the words after `iotrial`: the command's name, its arguments, and each option that is not as usual."""
    arguments, given = _parted(options)
    return (name, *arguments, *given)


def _parted(options: Any) -> tuple[list[str], list[str]]:
    """The arguments, and the options with their values; those of a group stand where it stands."""
    arguments: list[str] = []
    given: list[str] = []
    for field, hint in fields_of(type(options)):
        value = getattr(options, field.name)
        if not hasattr(hint, "__metadata__"):
            further, more = _parted(value)
            arguments += further
            given += more
        elif field.name not in LEFT_OUT and value != field.default:
            found = hint.__metadata__[0]
            names = [word for word in (found.default, *(found.param_decls or ())) if isinstance(word, str)]
            if any(word.startswith("-") for word in names):
                given += _words(names, value)
            else:
                arguments += map(_text, _several(value))
    return arguments, given


def _words(names: Sequence[str], value: object) -> Iterator[str]:
    """An option as it is typed: a switch by the form that means its value, another one once for each value."""
    name = next(word for word in names if word.startswith("--"))
    if isinstance(value, bool):
        yes, _, no = name.partition("/")
        yield yes if value else no
        return
    for one in _several(value):
        yield from (name, _text(one))


def _several(value: object) -> Sequence[object]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _text(value: object) -> str:
    return in_text(str(value))
