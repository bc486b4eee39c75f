"""Arms in an order: each is faster than the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.pairwise import OrderClaim


@dataclass(frozen=True, kw_only=True)
class Order(OrderClaim):
    """Each arm is faster than the next."""

    falls: ClassVar[bool] = False

    example = """\
says = "Keeping the log open is faster than locking it, and that is faster than opening it anew."
kind = "order"
arms = ["php/keep_open", "php/flock_each", "php/reopen"]
"""
