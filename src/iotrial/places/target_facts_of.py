"""Facts that figures depend on: those of the machine, and those of the targets on it."""

from __future__ import annotations

from collections.abc import Iterable

from iotrial.machine import machine_facts
from iotrial.places.backing import read_ahead_bytes
from iotrial.places.device import facts_of
from iotrial.places.target import Target


def facts_with(targets: Iterable[Target]) -> dict[str, object]:
    """Return the facts of this machine and of some targets; facts that the system does not tell are None."""
    return {**machine_facts.facts(), "targets": [_facts(target) for target in targets]}


def _facts(target: Target) -> dict[str, object]:
    return {
        "target": target.name,
        "folder": str(target.folder),
        "filesystem": target.filesystem,
        "device": target.device,
        "options": target.options,
        "read_ahead_bytes": read_ahead_bytes(target.folder),
        "made": target.made,
        "host": str(target.host) if target.host else None,
        **facts_of(target.folder),
    }
