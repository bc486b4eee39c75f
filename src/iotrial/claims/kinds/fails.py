"""Arms that do not do the work."""

from __future__ import annotations

from dataclasses import dataclass

from iotrial.claims.failed_arms import FailedArms, FailureClaim


@dataclass(frozen=True, kw_only=True)
class Fails(FailureClaim):
    """None of the arms does the work. If `because` has words of a reason, an arm that fails for
    another reason decides nothing; without `because`, any failure counts.
    """

    example = """\
says = "If others write to the log, it cannot be locked."
kind = "fails"
arms = ["php/flock_each"]
because = "lock"
"""

    def holds(self, found: FailedArms) -> bool:
        """True if every arm failed."""
        return len(found.reasons) == found.count
