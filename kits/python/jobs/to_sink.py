"""The common part of adapters of jobs that send whole files to stdout."""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO

from kit import Adapter, Pairs

STDOUT = 1


class ToSink(Adapter):
    """Send whole files to stdout by a function that is given a path and the sink, and gives back the bytes sent."""

    #: The method's function.
    send: Callable[[str, BinaryIO], int]

    def prepare(self, pairs: Pairs) -> None:
        """Take over what to send."""
        self._input = pairs.own_text("input")

    def arrange(self, iterations: int) -> None:
        """Open the sink, anew each time because a method that failed may have closed it; it has no buffer."""
        self._sink = open(STDOUT, "wb", buffering=0, closefd=False)  # noqa: SIM115

    def iterate(self, iterations: int) -> int:
        """Send it; return the bytes sent."""
        send, path, sink = self.send, self._input, self._sink
        sent_bytes = 0
        for _ in range(iterations):
            sent_bytes += send(path, sink)
        return sent_bytes
