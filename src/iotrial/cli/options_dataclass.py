"""A command takes its options as one dataclass: Typer, which knows functions alone, is shown a field as a parameter.

A field that is itself a dataclass of options is a group: its options stand in the help where the group stands.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

Made = TypeVar("Made")


@dataclass_transform(kw_only_default=True)
def options(kind: type[Made]) -> type[Made]:
    """Make a dataclass of options, with no more methods than are used: every start makes every one of them."""
    return dataclasses.dataclass(kw_only=True, eq=False, repr=False, match_args=False)(kind)


def command(function: Callable[[Any], int | None]) -> Callable[..., int | None]:
    """Return the function of a command as Typer takes it, with a parameter for each of its options."""
    kind = get_type_hints(function)["options"]

    def called(**given: object) -> int | None:
        return function(_made(kind, given))

    called.__name__, called.__doc__, called.__annotations__ = function.__name__, function.__doc__, {}
    called.__signature__ = inspect.Signature(list(_parameters(kind)))  # type: ignore[attr-defined]
    return called


def _parameters(kind: type) -> Iterator[inspect.Parameter]:
    """Yield the parameter of each option, those of groups among them."""
    for field, hint in fields_of(kind):
        if get_origin(hint) is not Annotated:
            yield from _parameters(hint)
            continue
        default = inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default
        if item := _item(hint):  # Typer wants to know if one was given
            hint, default = Annotated[(list[item] | None, *hint.__metadata__)], None  # type: ignore[valid-type]
        yield inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _made(kind: type, given: Mapping[str, object]) -> Any:
    """Make the options of what was given; of those that can be repeated, one that was not given has its default."""
    values: dict[str, object] = {}
    for field, hint in fields_of(kind):
        if get_origin(hint) is not Annotated:
            values[field.name] = _made(hint, given)
        elif given[field.name] is not None or not _item(hint):
            values[field.name] = given[field.name]
    return kind(**values)


def fields_of(kind: type) -> Iterator[tuple[dataclasses.Field[Any], Any]]:
    """The fields of a dataclass of options, each with its type and what is said of it."""
    hints = get_type_hints(kind, include_extras=True)
    return ((field, hints[field.name]) for field in dataclasses.fields(kind))


def _item(hint: Any) -> Any:
    """Return the type of each value of an option that can be repeated; None of another option."""
    inner = get_args(hint)[0]
    return get_args(inner)[0] if get_origin(inner) is Sequence else None
