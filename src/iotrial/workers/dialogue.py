"""Requests to a running worker and its replies, for a job's own observations."""

from __future__ import annotations

from typing import Protocol

from iotrial.workers.protocol import Message

#: The pairs of a request.
Pairs = dict[str, str | int | bytes]


class Dialogue(Protocol):
    """A worker that can be asked something while something else goes on."""

    pid: int | None

    def begin(self, verb: str, pairs: Pairs) -> None:
        """Send a request; the job is added to `prepare`."""

    def end(self, verb: str) -> Message:
        """Wait for its reply."""

    def has_answered(self, within_s: float) -> bool:
        """True if the reply has come, after at most so long."""

    def talk(self) -> tuple[set[int], set[int]]:
        """Return the worker's own descriptors for requests and for replies, all copies of them."""
