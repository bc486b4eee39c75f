"""Other file systems that are there for whoever asks, without root: where an answer can be tried once more."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.catalog.model import Job, Value
from iotrial.errors import UsageError
from iotrial.study.targets import DEFAULT_TARGET, NAMED
from iotrial.targets import persistent, temporary
from iotrial.targets.target import Target, resolve, room_of
from iotrial.units import format_bytes
from iotrial.workers.task import task_of

#: A level beside the one that was asked about takes no more room than this.
MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class Elsewhere:
    """Other places, as a study names them, each with the room that it has in bytes."""

    room_bytes: Mapping[str, int]
    job: Job

    def why_not(self, factors: Mapping[str, Value]) -> str | None:
        """Why a level beside the one that was asked about cannot be tried; None where it can. Nothing is made."""
        task = task_of(self.job, factors, Path(os.devnull))
        if task.impossible is not None:
            return task.impossible
        needed = task.space_bytes(1)
        name = str(factors["target"])
        if name in self.room_bytes:
            if task.cold:
                return "nothing is shown to be cold there"
            return "there is too little room" if 2 * needed > self.room_bytes[name] else None
        return f"it takes more than {format_bytes(MOST_BYTES)}" if needed > MOST_BYTES else None


def elsewhere(name: str, chosen: Path | None, job: Job) -> Elsewhere:
    """Targets on another kind of file system than the one called `name`.

    A tmpfs of the machine, what was created on request and is ready, and the folder in the user's cache. UsageError
    where `name` is a folder that cannot be used; nothing is made.
    """
    kinds = {NAMED[name].filesystem if name in NAMED else resolve(name, chosen).filesystem}
    found = {}
    for other in _there():
        if other.filesystem not in kinds:
            kinds.add(other.filesystem)
            found[other.name if other.name in NAMED else str(other.folder)] = room_of(other.folder)
    return Elsewhere(found, job)


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
