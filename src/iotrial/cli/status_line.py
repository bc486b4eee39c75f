"""One line on a terminal that shows what is going on and disappears afterwards; nothing if stderr is no terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.text import Text

from iotrial.cli.output import stderr

#: The least time between two drawings of the line, seconds.
DRAW_SECONDS = 0.1


class StatusLine:
    """The line; `show` replaces its text."""

    def __init__(self) -> None:
        self._console = stderr()
        self._status = self._console.status("") if sys.stderr is not None and sys.stderr.isatty() else None
        self._drawn = 0.0

    def __enter__(self) -> StatusLine:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, text: str) -> None:
        """Show a text, cut to the width of the terminal."""
        if self._status is not None and time.monotonic() - self._drawn >= DRAW_SECONDS:
            self._drawn = time.monotonic()
            shown = Text(text, no_wrap=True, overflow="ellipsis")
            shown.truncate(max(1, self._console.width - 4), overflow="ellipsis")
            self._status.update(shown)
