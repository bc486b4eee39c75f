"""Empty: nothing is done; there are no inputs, and only the number of calls is verified."""

from __future__ import annotations

from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, Received


class Task(jobs.Task):
    """The job of doing nothing: an iteration is one call."""

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that one call was made."""
        calls = checked.number("work")
        return [] if calls == 1 else [f"{calls} calls instead of 1"]
