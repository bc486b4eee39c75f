"""A sentence that takes something that no run has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import NOT_WRITTEN, Line
from iotrial.claims.claim import Claim
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import ClaimEvaluator


@dataclass(frozen=True, kw_only=True)
class Elsewhere(Claim):
    """A sentence that no run here can judge: `needs` says what that would take."""

    arms: Annotated[tuple[str, ...], NOT_WRITTEN] = ()
    needs: Line

    must_have: ClassVar[tuple[str, ...]] = ()
    is_told_by_runs: ClassVar[bool] = False

    example = """\
says = "On another system it is the other way round."
kind = "elsewhere"
needs = "another system"
"""

    def outcomes(self, run: ClaimEvaluator, arms: Sequence[str], *, as_published: bool) -> list[Outcome]:
        """Return the needs of the claim, which are the same for every run."""
        return [Outcome("not run", reason=f"it takes {self.needs}")]
