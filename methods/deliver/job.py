"""Deliver: a file of bytes of all values; exactly that file must arrive at the sink."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from iotrial.jobs import Delivery, Value, noise


class Task(Delivery):
    """The job of delivering one file, as it is."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        super().__init__("deliver", level, inputs, noise)
