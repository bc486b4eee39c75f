"""Adapter for `log`: log messages to a fresh file, from opening it to closing it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle, islice

from jobs.tagged import Tags
from kit import Adapter, BadRequest, Pairs, Window, crashing, letters, outputs

#: So many messages are different; then the first comes again.
DIFFERENT = 1000


class Job(Adapter):
    """Log messages, to a file of its own in each iteration."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the file to write, the number of messages, and what a message is."""
        self._output = pairs.own_text("output")
        self._count = pairs.own_integer("messages", 0)
        message_bytes = pairs.integer("message_bytes", 1)
        rest = letters(message_bytes).decode()
        self._different = [f"{number:03} {rest}"[:message_bytes] for number in range(min(self._count, DIFFERENT))]
        self._tags = Tags(pairs.integer("writer", 0), message_bytes, "") if "writer" in pairs else None

    def arrange(self, iterations: int) -> None:
        """Name the file of each iteration."""
        self._paths = outputs(self._output, iterations)

    def iterate(self, iterations: int) -> int:
        """Write the files; return the messages logged."""
        log_messages = self.method.log_messages
        logged = 0
        for path in self._paths:
            logged += log_messages(path, self._messages())
        return logged

    def fill(self, window: Window) -> int:
        """Fill a window with messages that tell whose they are."""
        if self._tags is None:
            raise BadRequest("end_ns needs prepare with writer")
        return self._tags.fill(window, self.method.log_messages, self._paths[0], self._count)

    def crash(self, after: int) -> None:
        """Die in the middle of a file."""
        self.method.log_messages(self._paths[0], crashing(self._messages(), after))

    def _messages(self) -> Iterable[str]:
        return islice(cycle(self._different), self._count)
