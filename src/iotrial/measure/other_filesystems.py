"""Other file systems on which an answer can be tried once more, without root."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import Job, Value
from iotrial.ask.named_targets import DEFAULT_TARGET, NAMED
from iotrial.errors import UsageError
from iotrial.places import persistent, temporary
from iotrial.places.target import Target, resolve, room_of
from iotrial.units import format_bytes
from iotrial.workers.task import task_of

#: The most room for a level beside the one that was asked about.
MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class OtherFilesystems:
    """Other places by the names that a study gives them, each with its room in bytes."""

    room_bytes: Mapping[str, int]
    job: Job

    def why_not(self, factors: Mapping[str, Value]) -> str | None:
        """Say why a level beside the one that was asked about cannot be tried; None if it can. Nothing is made."""
        task = task_of(self.job, factors, Path(os.devnull))
        if task.impossible is not None:
            return task.impossible.reason
        needed = task.space_bytes(1)
        name = str(factors["target"])
        if name in self.room_bytes:
            if task.cold is not None:
                return "a cold cache cannot be shown there"
            return "there is too little room" if 2 * needed > self.room_bytes[name] else None
        return f"it takes more than {format_bytes(MOST_BYTES)}" if needed > MOST_BYTES else None


def elsewhere(name: str, chosen: Path | None, job: Job) -> OtherFilesystems:
    """Find targets on another kind of file system than the one called `name`.

    They are a tmpfs of the machine, targets that were created on request and are ready, and the folder in the user's
    cache. UsageError if `name` is a folder that cannot be used; nothing is made.
    """
    kinds = {NAMED[name].filesystem if name in NAMED else resolve(name, chosen).filesystem}
    found = {}
    for other in _there():
        if other.filesystem not in kinds:
            kinds.add(other.filesystem)
            found[other.name if other.name in NAMED else str(other.folder)] = room_of(other.folder)
    return OtherFilesystems(found, job)


def _there() -> list[Target]:
    found: list[Target] = []
    for named in NAMED.values():
        try:
            if named.name == "tmpfs" or persistent.exists(named.name):
                found.append(temporary.there(named.name))
        except UsageError:
            continue
    with contextlib.suppress(UsageError):
        found.append(resolve(DEFAULT_TARGET, None))
    return found
