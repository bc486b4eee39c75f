"""At least one record that comes to harm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from iotrial.ask.toml_types import Line, one_of
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.harm import HARMS, count_harm
from iotrial.claims.outcome import Outcome

if TYPE_CHECKING:
    from iotrial.claims.evaluator import EvaluatedLevel


@dataclass(frozen=True, kw_only=True)
class SomeHarm(LevelClaim):
    """Some record comes to this harm (`harmed`: to any), at some level. If none did, that is no proof that none can.

    Beside `fair` it is an artefact if the share of records that came to harm is shown to be smaller there.
    """

    of: Annotated[Line, one_of(*HARMS)]

    narrows_with_rounds: ClassVar[bool] = False
    looks_for_some_level: ClassVar[bool] = True

    example = """\
says = "Without a lock, lines get mixed up."
kind = "some"
arms = ["php/keep_open"]
of = "interleaved"
"""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Judge by the count of all records, and by the bounds of their share."""
        found = count_harm(level, arms, self.of)
        if isinstance(found, Outcome):
            return found
        low, high = found.share()
        if not found.harmed:
            return Outcome("not seen here", 0.0, low, high, found.none_seen, found.said)
        return Outcome("confirmed", found.harmed / found.handed, low, high, said=found.said)

    def is_artefact(self, published: Outcome, fair: Outcome) -> bool:
        """True if the share is shown to be smaller in the fair form: its bounds lie below those of the published."""
        return published.low is not None and fair.high is not None and fair.high < published.low
