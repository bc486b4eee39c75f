"""Arms that keep up with what arrives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.served_in_time import ServedClaim


@dataclass(frozen=True, kw_only=True)
class KeepsUp(ServedClaim):
    """Work arrives at a rate, and all of the arms do 99 % of it in time."""

    keeps_up: ClassVar[bool] = True

    example = """\
says = "A busy site's log is no problem."
kind = "keeps_up"
arms = ["php/keep_open"]
"""
