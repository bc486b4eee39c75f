"""The model of every record and document of iotrial: strict, and the same once it is made."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """A record in which an unknown key is an error and nothing changes after it is made."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)
