"""A model of a document in words: what it is, and a line for each field."""

from __future__ import annotations

import re
from typing import get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo


def described(model: type[BaseModel]) -> str:
    """A model under its name: what it is, and a line for each field."""
    lines = [f"- {_head(name, field)}: {_told(field)}" for name, field in model.model_fields.items()]
    return "\n\n".join([f"### {model.__name__}", " ".join((model.__doc__ or "").split()), "\n".join(lines)])


def _head(name: str, field: FieldInfo) -> str:
    """A field's name, with a sign if it may be null, and with the model that it holds."""
    null = "?" if type(None) in get_args(field.annotation) else ""
    held = _held(field.annotation)
    return f"`{name}`{null}{f' ({held})' if held else ''}"


def _held(annotation: object) -> str:
    """The model that a field holds, or a list of it; "" if it holds none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"`{annotation.__name__}`"
    inner = next(filter(None, map(_held, get_args(annotation))), "")
    return f"list of {inner}" if inner and get_origin(annotation) in (list, tuple) else inner


def _told(field: FieldInfo) -> str:
    """A field's description without when it is null, which its schema says."""
    return re.sub(r"[;,:] null(?! or)[^;]*|^null if[^;]*; ", "", field.description or "")
