"""Two arms that do not come to the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.claim_table import DEFAULT_WITHIN, Share
from iotrial.claims.measured_figures import COUNTED, same_within
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class Differ(LevelClaim):
    """A counted figure of two arms is not the same within a share."""

    of: Annotated[Line, one_of(*COUNTED)]
    within: Share = DEFAULT_WITHIN

    fewest_arms: ClassVar[int] = 2
    most_arms: ClassVar[int | None] = 2

    example = """\
says = "Opening the log anew takes more system calls."
kind = "differ"
arms = ["php/keep_open", "php/reopen"]
of = "calls"
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the larger figure over the smaller one."""
        return same_within(level, arms, self.of, self.within, "holds nowhere tested", "confirmed")
