"""Nothing is done: there are no inputs and nothing to verify but that the calls were made."""

from __future__ import annotations

from pathlib import Path

from iotrial.catalog.model import Method
from iotrial.workers import task
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received
from iotrial.workers.task import Pairs


class Task(task.Task):
    """One call that does nothing."""

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """The job alone."""
        return {"job": "empty"}

    def prepare_check(self, outputs: Path) -> Pairs:
        """The job alone."""
        return {"job": "empty"}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """One call was made."""
        calls = checked.number("work")
        return [] if calls == 1 else [f"{calls} calls instead of 1"]
