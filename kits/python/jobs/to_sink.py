"""What the adapters of jobs that send a whole file to stdout have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from kits.python.kit import Pairs

STDOUT = 1


class ToSink:
    """Send a whole file to stdout by a function that is given its path and the sink, and gives back the bytes sent."""

    proof: int | None = None

    def __init__(self, send: Callable[[str, BinaryIO], int]) -> None:
        """Keep the method's function."""
        self._send = send

    def prepare(self, pairs: Pairs) -> None:
        """Which files to send."""
        self._input = pairs.text("input")
        self._lead_input = pairs.text("lead_input")

    def arrange(self, iterations: int, lead_in: int) -> None:
        """Open the sink, anew each time because a method that failed may have closed it; it has no buffer."""
        self._sink = open(STDOUT, "wb", buffering=0, closefd=False)  # noqa: SIM115

    def lead_in(self, iterations: int) -> None:
        """Send the lead-in file."""
        send, path, sink = self._send, self._lead_input, self._sink
        for _ in range(iterations):
            send(path, sink)

    def iterate(self, iterations: int) -> int:
        """Send the file; bytes sent."""
        send, path, sink = self._send, self._input, self._sink
        sent_bytes = 0
        for _ in range(iterations):
            sent_bytes += send(path, sink)
        return sent_bytes

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Send the file once."""
        self.arrange(1, 0)
        return {"work": self.iterate(1)}
