"""The model of every record and document of iotrial: strict, and the same once it is made."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """A record in which an unknown key is an error and nothing changes after it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)


class Versioned(Strict):
    """A document of its own: printed or stored, with the version of its form."""

    format: int = Field(description="version of this document")


def shared(part: type[Strict], record: Strict) -> dict[str, Any]:
    """Return the fields that a record has in common with others, by name, so that another one has them too."""
    return {name: getattr(record, name) for name in part.model_fields}
