"""Results as JSON text."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import BaseModel


def json_text(document: object) -> str:
    """Return a model, or a structure of models, as JSON; a number that JSON does not have becomes null."""
    return json.dumps(_plain(document), indent=1, ensure_ascii=False, allow_nan=False)


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"))
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
