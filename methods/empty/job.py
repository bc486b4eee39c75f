"""Nothing is done: there are no inputs and nothing to verify but that the calls were made."""

from __future__ import annotations

from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, Received


class Task(jobs.Task):
    """One call that does nothing."""

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """One call was made."""
        calls = checked.number("work")
        return [] if calls == 1 else [f"{calls} calls instead of 1"]
