"""Transform: a file of text lines; its ROT13 must arrive at the sink."""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path

from iotrial.jobs import Delivery, Value, prose

UPPER, LOWER = string.ascii_uppercase, string.ascii_lowercase
ROT13 = bytes.maketrans((UPPER + LOWER).encode(), (UPPER[13:] + UPPER[:13] + LOWER[13:] + LOWER[:13]).encode())


class Task(Delivery):
    """The job of delivering one file with every letter turned."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        super().__init__("transform", level, inputs, prose, lambda piece: piece.translate(ROT13))
