"""A fault that the article's own words show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import ClaimEvaluator


@dataclass(frozen=True, kw_only=True)
class Quote(Claim):
    """The article's own line."""

    must_have: ClassVar[tuple[str, ...]] = ("quote",)
    is_told_by_runs: ClassVar[bool] = False

    example = """\
says = "A figure is printed without its unit."
kind = "quote"
quote = "0.14"
fault = true
"""

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return that it is quoted, whatever the run."""
        return [Outcome("quoted")]
