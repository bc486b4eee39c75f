"""A model of a document in words: what it is, and a row for each field."""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from docs.pages.tables import table
from pydantic import BaseModel

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


def _fields(model: type[BaseModel]) -> str:
    rows = [
        [f"`{name}`", _words(field.annotation), field.description or ""] for name, field in model.model_fields.items()
    ]
    return table(["field", "type", "what it is"], rows)


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


def described(model: type[BaseModel]) -> str:
    """A model under its name: what it is, and a row for each field."""
    return f"### {model.__name__}\n\n{' '.join((model.__doc__ or '').split())}\n\n{_fields(model)}"
