"""Nothing is done: there are no inputs and nothing to verify but that the calls were made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from iotrial.catalog.model import Method, Value
from iotrial.run.protocol import Message
from iotrial.run.sink import Received
from iotrial.run.task import Pairs


class Task:
    """One call that does nothing."""

    works = (1,)
    proof: int | None = None
    sink: str | None = None

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self.resident: list[Path] = []

    def space_bytes(self, iterations: int) -> int:
        """Nothing is written."""
        return 0

    def file_count(self, iterations: int) -> int:
        """Nothing is written."""
        return 0

    def create(self) -> None:
        """There are no inputs."""

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """The job alone."""
        return {"job": "empty"}

    def prepare_check(self, outputs: Path) -> Pairs:
        """The job alone."""
        return {"job": "empty"}

    def before(self, outputs: Path, iterations: int, lead_in: int) -> None:
        """There are no outputs."""

    def after(self, outputs: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """There are no outputs."""
        return None

    def sink_bytes(self, iterations: int, lead_in: int, *, whole_lead_in: bool) -> int:
        """There is no sink."""
        return 0

    def check_pairs(self, outputs: Path) -> Pairs:
        """Nothing more."""
        return {}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """One call was made."""
        calls = checked.number("work")
        return [] if calls == 1 else [f"{calls} calls instead of 1"]
