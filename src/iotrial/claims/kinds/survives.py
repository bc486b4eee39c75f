"""Arms that do the work."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.claims.failed_arms import FailedArms, FailureClaim


@dataclass(frozen=True, kw_only=True)
class Survives(FailureClaim):
    """All of the arms do the work. If `because` has words of a reason, failing for another reason decides nothing."""

    example = """\
says = "A log of a thousand lines can be written in any way."
kind = "survives"
arms = ["php/keep_open", "php/reopen", "php/flock_each"]
"""

    def holds(self, found: FailedArms) -> bool:
        """True if no arm failed."""
        return not found.reasons
