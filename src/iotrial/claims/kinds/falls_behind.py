"""Arms that do not keep up with what arrives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.served_in_time import ServedClaim


@dataclass(frozen=True, kw_only=True)
class FallsBehind(ServedClaim):
    """Work arrives at a rate, and none of the arms does 99 % of it in time."""

    keeps_up: ClassVar[bool] = False

    example = """\
says = "Opening the log anew for each line is too slow for a busy site."
kind = "falls_behind"
arms = ["php/reopen"]
"""
