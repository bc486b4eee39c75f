"""A fault that one finds by reading the article."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import NOT_WRITTEN
from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.ask.study import Level
    from iotrial.claims.claim_table import ClaimTable
    from iotrial.claims.evaluator import ClaimEvaluator


@dataclass(frozen=True, kw_only=True)
class Text(Claim):
    """A fault of the text, in our words: a reader of the article sees it at its `place`."""

    arms: Annotated[tuple[str, ...], NOT_WRITTEN] = ()

    must_have: ClassVar[tuple[str, ...]] = ("fault",)
    is_told_by_runs: ClassVar[bool] = False

    example = """\
says = "A figure is printed without its unit."
kind = "text"
fault = true
"""

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return that it is in the text, which holds for every run."""
        return [Outcome("in the text")]

    def check(self, table: ClaimTable, levels: Sequence[Level]) -> None:
        """Complain unless it is a fault."""
        if not self.fault:
            table.complain("of the kind 'text' must be a fault", "fault")
