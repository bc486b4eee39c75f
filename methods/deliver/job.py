"""Deliver: a file of bytes of all values; what arrives at the sink must be that file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from iotrial.jobs import Delivery, Value, noise


class Task(Delivery):
    """Deliver one file, as it is."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        super().__init__("deliver", level, inputs, noise)
