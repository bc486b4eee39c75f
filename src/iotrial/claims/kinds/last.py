"""One arm behind all others: none of them is slower."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from iotrial.claims.pairwise import ExtremeClaim


@dataclass(frozen=True, kw_only=True)
class Last(ExtremeClaim):
    """None of the others is slower than the first arm, and it does not tie with all of them."""

    has_most: ClassVar[bool] = True

    example = """\
says = "Of all ways, opening the log anew for each line keeps the CPU busy longest."
kind = "last"
arms = ["php/reopen", "php/keep_open", "php/flock_each"]
of = "cpu time"
"""
