"""Talking to a worker that is there, as a job's own looks at it do."""

from __future__ import annotations

from typing import Protocol

from iotrial.workers.protocol import Message

#: The pairs of a request.
Pairs = dict[str, str | int | bytes]


class Dialogue(Protocol):
    """A worker that can be talked to while something else goes on."""

    pid: int | None

    def begin(self, verb: str, pairs: Pairs) -> None:
        """Send a request; `prepare` is told the job without being asked to."""

    def end(self, verb: str) -> Message:
        """Wait for its reply."""

    def has_answered(self, within_s: float) -> bool:
        """Return whether the reply has come, after at most so long."""

    def talk(self) -> tuple[set[int], set[int]]:
        """Return the worker's own descriptors, all copies of them, for requests and for replies."""
