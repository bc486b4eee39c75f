"""A model of a document in words: what it is, and a line for each field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

#: A type of Python as a reader of JSON calls it.
TYPES = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    object: "anything",
    type(None): "null",
}


def within(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The model and all that its fields hold, each once, in the order of the fields."""
    found = {model: None}
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            found |= dict.fromkeys(within(inner))
    return list(found)


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_in(inner)]


def _told(field: FieldInfo) -> str:
    """A field's description without when it is null, which its schema says."""
    return re.sub(r"[;,:] null(?! or)[^;]*|^null if[^;]*; ", "", field.description or "")


def shared(models: Iterable[type[BaseModel]]) -> dict[str, str]:
    """The fields that mean the same in most models that have them."""
    counted: dict[str, Counter[str]] = {}
    for model in models:
        for name, field in model.model_fields.items():
            counted.setdefault(name, Counter())[_told(field)] += 1
    most = {name: (*texts.most_common(1)[0], texts.total()) for name, texts in sorted(counted.items())}
    return {name: text for name, (text, times, all_times) in most.items() if times > all_times / 2 and times > 1}


def _fields(model: type[BaseModel], above: Mapping[str, str]) -> str:
    own = {name: field for name, field in model.model_fields.items() if above.get(name) != _told(field)}
    lines = [f"- {_head(name, field)}: {_told(field)}" for name, field in own.items()]
    if rest := [_head(name, field) for name, field in model.model_fields.items() if name not in own]:
        lines.append(f"- as above: {', '.join(rest)}")
    return "\n".join(lines)


def _head(name: str, field: FieldInfo) -> str:
    """A field's name, with a sign if it may be null, and with the model that it holds."""
    null = type(None) in get_args(field.annotation)
    held = _words(field.annotation).removesuffix(" or null") if _models_in(field.annotation) else ""
    return f"`{name}`{'?' if null else ''}{f' ({held})' if held else ''}"


def _words(annotation: object) -> str:
    """A field's type in words."""
    inner = get_args(annotation)
    kind = get_origin(annotation)
    if kind is Annotated:
        return _words(inner[0])
    if kind is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if kind in (Union, UnionType):
        return " or ".join(_words(one) for one in inner)
    if kind is list or (kind is tuple and inner[1] is Ellipsis):
        return f"list of {_words(inner[0])}"
    if kind is tuple:
        return f"list of {' and '.join(map(_words, inner))}"
    if kind is dict:
        return f"object of {_words(inner[1])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    assert isinstance(annotation, type)
    return TYPES[annotation]


def described(model: type[BaseModel], above: Mapping[str, str]) -> str:
    """A model under its name: what it is, and a line for each field that is not among those above."""
    return f"### {model.__name__}\n\n{' '.join((model.__doc__ or '').split())}\n\n{_fields(model, above)}"
