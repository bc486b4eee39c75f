"""The hosts of a fleet as a user lists them: a table [hosts.NAME] for each, which may be empty."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from iotrial.ask import toml_file
from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem, UsageError
from iotrial.hosts.assignment import NAME


class _HostTable(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    address: str | None = Field(None, min_length=1, max_length=255)
    user: str | None = Field(None, min_length=1, max_length=64)
    port: int = Field(22, ge=1, le=65535)
    interpreter: str = Field("python3", min_length=1, max_length=4096)
    key: str | None = Field(None, min_length=1, max_length=4096)


@dataclass(frozen=True)
class FleetHost:
    """A host, and how SSH reaches it.

    interpreter: the one there that has iotrial. key: a file with a private key.
    """

    name: str
    address: str
    user: str | None = None
    port: int = 22
    interpreter: str = "python3"
    key: str | None = None


def read_hosts(path: Path) -> list[FleetHost]:
    """Read a file of hosts; UsageError with all that is wrong with it."""
    toml = toml_file.read(path)
    problems = [
        Problem(f"unknown key {key!r}", where=toml.where(key), hint=suggestion(key, ["hosts"]))
        for key in toml.data
        if key != "hosts"
    ]
    tables = toml.data.get("hosts")
    if not isinstance(tables, dict) or not tables:
        problems.append(Problem("names no host", where=toml.source, hint="a table for each: [hosts.web1]"))
        tables = {}
    found = []
    for name, given in tables.items():
        if NAME.fullmatch(name) is None:
            problems.append(
                Problem(
                    f"{name[:60]!r} is no name for a host", where=toml.where("hosts", name), hint="letters, digits, -"
                )
            )
        try:
            table = _HostTable.model_validate(given)
        except ValidationError as error:
            for detail in error.errors():
                key = str(detail["loc"][0]) if detail["loc"] else ""
                unknown = detail["type"] == "extra_forbidden"
                message = f"unknown key {key!r}" if unknown else f"{key or name}: {detail['msg']}"
                hint = suggestion(key, list(_HostTable.model_fields)) if unknown else None
                problems.append(Problem(message, where=toml.where("hosts", name, key), hint=hint))
            continue
        if (table.address or name).startswith("-") or table.interpreter.startswith("-"):
            problems.append(Problem("begins with a dash", where=toml.where("hosts", name)))
        found.append(FleetHost(name, table.address or name, table.user, table.port, table.interpreter, table.key))
    if problems:
        raise UsageError(problems)
    return found
