"""Arms in an order: each takes longer than the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.pairwise import OrderClaim


@dataclass(frozen=True, kw_only=True)
class Slower(OrderClaim):
    """Each arm takes longer than the next."""

    falls: ClassVar[bool] = True

    example = """\
says = "Opening the log anew is slower than locking it for each line."
kind = "slower"
arms = ["php/reopen", "php/flock_each"]
"""
