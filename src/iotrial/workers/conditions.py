"""Conditions of a level that a task puts together: inputs in memory or not, a sink, a level that is not timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from iotrial.store.record import Observation
from iotrial.workers.protocol import Dialogue


@dataclass(frozen=True)
class Warm:
    """Inputs stay in memory: a sample that reads from a device is in the wrong state."""

    #: Files that are brought into memory before a round, and held there.
    resident: tuple[Path, ...] = ()
    #: They may be evicted and read again before a round. If not, one that has left the memory is not warm any more.
    may_be_read_again: bool = True


@dataclass(frozen=True)
class Cold:
    """Inputs are evicted from memory before every sample."""

    #: Files or folders, the input first.
    inputs: tuple[Path, ...]
    #: The least that an iteration reads from the device, bytes; the task may set it once its inputs are made.
    read_bytes: int
    #: One of them is a folder, so the caches of the whole machine are dropped.
    drops_caches: bool = False


@dataclass(frozen=True)
class ToSink:
    """An iteration writes to stdout, which leads to a sink."""

    #: The kind of sink: pipe, unix, tcp, file or null.
    kind: str
    #: Bytes that an iteration sends; and that an iteration on the smaller inputs of the lead-in sends.
    work_bytes: int
    lead_bytes: int
    #: Who reads a pipe or socket: bare, copying or slow.
    reader: str = "bare"
    #: The file in the outputs that keeps what arrives under check; None: its digest is enough.
    kept: str | None = None

    def byte_count(self, iterations: int, lead_in: int, *, whole_lead_in: bool) -> int:
        """Return the bytes of a sample, lead-in included."""
        return self.work_bytes * iterations + (self.work_bytes if whole_lead_in else self.lead_bytes) * lead_in


@dataclass(frozen=True)
class Served:
    """An iteration is a request to a server that the worker starts; what each request took is known."""

    #: Clients that send requests at once; a sample has as many of each.
    clients: int
    #: A sample takes at least this long: connections are made at its beginning, and a few requests tell little.
    least_sample_ns: int = 100_000_000
    #: Requests are due at a rate. An iteration is then all that are due in a span of time, and its figure that of one.
    is_scheduled: bool = False

    @property
    def loop(self) -> Literal["closed loop", "open loop"]:
        """The way in which requests come: each after the one before is answered, or when it is due."""
        return "open loop" if self.is_scheduled else "closed loop"


@dataclass(frozen=True)
class Observed:
    """Each arm is observed once and never timed."""

    #: Do the work once under the level's conditions and say what came of it.
    look: Callable[[Dialogue, Path], Observation]


class Unfit(OSError):
    """A file system that does not keep what a job needs there: the reason."""


@dataclass(frozen=True)
class Impossible:
    """A level that is impossible on every machine: the reason, and what to ask for instead."""

    reason: str
    hint: str | None = None
