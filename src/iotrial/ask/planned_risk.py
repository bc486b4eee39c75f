"""The rounds that the statements of a study take, before anything is measured (rules 7, 22 and 26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.ask.catalog import named_parts
from iotrial.ask.study import Study
from iotrial.ask.toml_file import parse
from iotrial.errors import UsageError

if TYPE_CHECKING:
    from iotrial.stats.risk import Risk

#: Rounds are planned so that intervals exist if the correlation of neighbouring rounds is estimated as this. With a
#: true one of 0 most estimates are smaller, half a standard error on top included.
PLANNED_CORRELATION = 0.15

#: The rounds that an answer to a question gets, however little time there is. With as many it is known how much
#: they resemble each other, and large differences are told (rules 22 and 30).
FEWEST_ASKED = 8

#: With fewer rounds a run tells hardly anything: not even that a method takes twice as long (rule 30).
FEWEST_TELLING = 6


def planned_risk(study: Study, arms: Sequence[int], *, pieces: bool = False, is_claimed: bool | None = None) -> Risk:
    """Return how the risk of a run of the study will be shared out.

    arms: for each of its levels their number, baseline and placebo included. pieces: if samples of some level will tell
    how long each piece of work took. is_claimed: if its text has claims; None: that is looked up.
    """
    variants = any(named_parts(arm)[2] is not None for level in study.levels for arm in level.arms)
    claims = has_claims(study.text) if is_claimed is None else is_claimed
    return _risk(claims, arms, variants=variants, memory=study.memory > 1, pieces=pieces)


def has_claims(study_text: str) -> bool:
    """True if the text of a study has claims, which share the risk of what a run says; a wrong text has none."""
    try:
        return bool(parse(study_text, "").data.get("claims"))
    except UsageError:
        return False


def risk_of_text(
    text: str, arms: Sequence[int], *, variants: bool = False, memory: bool = False, pieces: bool = False
) -> Risk:
    """Return the same from the text of a study, and if it has variants of methods, memory or pieces of work."""
    return _risk(has_claims(text), arms, variants=variants, memory=memory, pieces=pieces)


def _risk(claims: bool, arms: Sequence[int], *, variants: bool, memory: bool, pieces: bool) -> Risk:
    from iotrial.stats.risk import Risk

    several = len(arms) > 1
    return Risk.of(
        arms,
        {
            "claims": claims,
            "variants": variants,
            "across": several,
            "memory": several and memory,
            "workers": pieces,
        },
    )


def least_rounds(risk: Risk, arms: Sequence[int], *, sequence: bool = False) -> int:
    """Return the fewest rounds with an interval for each arm, if rounds do not resemble each other."""
    from iotrial.stats.dependence import FEWEST_ROUNDS
    from iotrial.stats.replication import Replication

    each = min(risk.level(count) / max(1, count - 1) for count in arms)
    return max(FEWEST_ROUNDS, Replication(sequence).least_rounds(each))


def useful_rounds(risk: Risk, arms: Sequence[int]) -> int:
    """Return the fewest rounds to plan: every arm has an exact interval if rounds resemble each other a little.

    Two other arms of a level are bounded by way of their rows, if they have no interval of their own by then (rule 30).
    """
    from iotrial.stats.replication import Replication

    planned = Replication(correlation=PLANNED_CORRELATION)
    return max(planned.least_rounds(risk.level(count) / max(1, count - 1)) for count in set(arms))
