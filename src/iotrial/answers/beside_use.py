"""The methods beside the one to use, as an answer weighs them: what may be said of each, and what of it matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from iotrial.answers.other_needs import may_be_needed
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AS_WELL, AVOID, Choice, ChoiceRegret, LanguageAnswer, Tier, TimesOver


def told_to_use(answer: LanguageAnswer) -> Sequence[Choice]:
    """Return the choices whose method the answer says to use; none if it cannot tell yet."""
    return () if has_too_few(answer) else [choice for choice in answer.choices if not choice.is_open]


def has_too_few(answer: LanguageAnswer) -> bool:
    """True if nothing is known of any other method, since there were too few rounds."""
    others = [one for choice in answer.choices for one in [*choice.beside, *choice.guarantees]]
    return bool(others) and not any(one.is_told for one in others)


def by_tier(ones: Iterable[TimesOver]) -> dict[str, list[TimesOver]]:
    """Return methods by their tiers, those first that take least (rule 32)."""
    rest = sorted(ones, key=lambda one: one.most)
    return {tier: [one for one in rest if one.tier == tier] for tier in get_args(Tier)}


def slower_usual(choice: Choice) -> TimesOver | None:
    """Return the usual way, if another is to be used and it is shown to be slower; it has a sentence of its own."""
    if not choice.usual_is_named:
        return None
    return next((one for one in choice.beside if one.arm == choice.usual and one.tier in ("slower", "avoid")), None)


def quicker_than_usual(close: Sequence[TimesOver]) -> TimesOver | None:
    """Return the quickest of some methods, if one is shown to be quicker than the usual way, which stays."""
    return min((one for one in close if one.is_quicker), key=lambda one: one.least, default=None)


def may_be_far_behind(choice: Choice) -> bool:
    """True if another that gives the same may be quicker by what would make the one to use one to avoid."""
    return any(one.bounds[0] < 1 / AVOID for one in choice.beside if one.tier == "unclear" and one.is_told)


def dearest(choice: Choice) -> TimesOver | None:
    """Return the dearest of what could be chosen instead."""
    return max([*choice.slower, *choice.at_times], key=lambda one: one.most, default=None)


def regret_that_matters(choice: Choice, judged: JudgedRun) -> ChoiceRegret | None:
    """Return how far behind the best of several levels the method to use is, if that is shown and matters."""
    found = choice.regret
    if found is None or len(choice.levels) < 2 or found.ratio < 1 + AS_WELL:
        return None
    return found if found.low is not None and found.low > 1 + judged.margin else None


def must_hold(choice: Choice) -> list[str]:
    """Return the words after `if` that say when the method to use will do, which gives less than another."""
    instead = [word for one in may_be_needed(choice) for word in one.instead]
    is_beside_others = choice.is_alone and choice.use != choice.usual  # all that are named give something else
    return [*choice.if_given_up, *(instead if is_beside_others else [])]


def without_figure(choice: Choice, answer: LanguageAnswer, judged: JudgedRun) -> list[str]:
    """Return the arms that give the same as the one to use, which stands alone since they could not be compared."""
    arms = [arm for level in judged.levels if level.level in choice.levels for arm in level.arms]
    own = [arm for arm in arms if arm.language == answer.language and arm.record.guarantees == answer.guarantees]
    known = {choice.use, *(one.arm for one in (*choice.guarantees, *choice.unlike))}
    return [arm.arm for arm in own if arm.arm not in known]
