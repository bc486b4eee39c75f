"""The hosts of a fleet as a user lists them: a table [hosts.NAME] for each, which may be empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from iotrial.ask.toml_file import Keys, in_order, read
from iotrial.ask.toml_types import Line, Whole, shaped, wrong
from iotrial.errors import UsageError
from iotrial.hosts.assignment import NAME

#: A word that ssh cannot take for an option.
_Word = Annotated[Line, shaped(r"[^-].*", "begins with a dash")]


def _port(number: int) -> int:
    if 1 <= number <= 65535:
        return number
    raise wrong("must be between 1 and 65535")


def _at_most(count: int) -> AfterValidator:
    return shaped(f".{{0,{count}}}", f"is longer than {count} characters")


class HostKeys(Keys):
    """A table [hosts.NAME]."""

    address: Annotated[_Word, _at_most(255)] | None = None
    user: Annotated[Line, _at_most(64)] | None = None
    port: Annotated[Whole, AfterValidator(_port)] = 22
    interpreter: Annotated[_Word, _at_most(4096)] = "python3"
    key: Annotated[Line, _at_most(4096)] | None = None


class HostsKeys(Keys):
    """The file."""

    hosts: Mapping[Annotated[str, shaped(NAME.pattern, "is no name for a host: letters, digits, -")], HostKeys] = {}


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
    file = read(path)
    keys = file.read_as(HostsKeys)
    if not file.data.get("hosts"):
        file.add("names no host", hint="a table for each: [hosts.web1]")
    if file.problems or keys is None:
        raise UsageError(in_order(file.problems))
    return [
        FleetHost(**{"name": name, **host.model_dump(), "address": host.address or name})
        for name, host in keys.hosts.items()
    ]
