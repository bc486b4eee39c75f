"""A model of a document in words: what it is, and a line for each field."""

from __future__ import annotations

import re
from typing import get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import ComputedFieldInfo, FieldInfo


def described(model: type[BaseModel]) -> str:
    """A model under its name: what it is, and a line for each field."""
    parts: dict[str, ComputedFieldInfo | FieldInfo] = {**model.model_computed_fields, **model.model_fields}
    lines = [f"- {_head(name, _type(part))}: {_told(part.description or '')}" for name, part in parts.items()]
    return "\n\n".join([f"### {model.__name__}", " ".join((model.__doc__ or "").split()), "\n".join(lines)])


def _type(part: FieldInfo | ComputedFieldInfo) -> object:
    return part.annotation if isinstance(part, FieldInfo) else part.return_type


def _head(name: str, annotation: object) -> str:
    """A field's name, with a sign if it may be null, and with the model that it holds."""
    null = "?" if type(None) in get_args(annotation) else ""
    held = _held(annotation)
    return f"`{name}`{null}{f' ({held})' if held else ''}"


def _held(annotation: object) -> str:
    """The model that a field holds, or a list of it; "" if it holds none."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"`{annotation.__name__}`"
    inner = next(filter(None, map(_held, get_args(annotation))), "")
    return f"list of {inner}" if inner and get_origin(annotation) in (list, tuple) else inner


def _told(description: str) -> str:
    """A description without when it is null, which its schema says."""
    told = re.sub(r"[;,:] null(?! or)[^;]*|^null if[^;]*; ", "", description).removesuffix(".")
    return (
        told if told.partition(" ")[0][1:].isupper() or "/" in told.partition(" ")[0] else told[:1].lower() + told[1:]
    )
