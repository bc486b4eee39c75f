"""Conditions of a level that a task puts together: where its inputs are, where its bytes go, that it is not timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from iotrial.store.record import Observation
from iotrial.workers.dialogue import Dialogue


@dataclass(frozen=True)
class Warm:
    """Inputs stay in memory: a sample that reads from a device is in the wrong state."""

    #: Files that are brought into memory before a round, and held there.
    resident: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Cold:
    """Inputs are thrown out of memory before every sample."""

    #: Files or folders, the input first.
    inputs: tuple[Path, ...]
    #: Bytes that an iteration reads from the device at least; the task may set this once its inputs are made.
    read_bytes: int
    #: One of them is a folder, for which the caches of the whole machine are dropped.
    drops_caches: bool = False


@dataclass(frozen=True)
class ToSink:
    """What an iteration writes goes to stdout, and from there to a sink."""

    #: The kind of sink: pipe, unix, tcp, file or null.
    kind: str
    #: Bytes that an iteration sends, and one on the smaller inputs of the lead-in.
    work_bytes: int
    lead_bytes: int
    #: Under check, the file in the outputs that keeps what arrives; None: its digest says enough.
    kept: str | None = None

    def byte_count(self, iterations: int, lead_in: int, *, whole_lead_in: bool) -> int:
        """Return the bytes of a sample, lead-in included."""
        return self.work_bytes * iterations + (self.work_bytes if whole_lead_in else self.lead_bytes) * lead_in


@dataclass(frozen=True)
class Observed:
    """Each arm is looked at once and never timed."""

    #: Do the work once under the level's conditions and say what came of it.
    look: Callable[[Dialogue, Path], Observation]


@dataclass(frozen=True)
class Impossible:
    """Why a level cannot be, whatever the machine, and what can be instead."""

    reason: str
    hint: str | None = None
