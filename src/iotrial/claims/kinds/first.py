"""One arm before all others: none of them is faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.pairwise import ExtremeClaim


@dataclass(frozen=True, kw_only=True)
class First(ExtremeClaim):
    """None of the others is faster than the first arm, and it does not tie with all of them."""

    has_most: ClassVar[bool] = False

    example = """\
says = "Nothing is as fast as keeping the log open."
kind = "first"
arms = ["php/keep_open", "php/reopen", "php/flock_each"]
"""
