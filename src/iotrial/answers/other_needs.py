"""The methods that give something else than the one to use, as far as a reader may need them."""

from __future__ import annotations

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AVOID, Choice, OtherGuarantee
from iotrial.judge.ordered_guarantees import is_enough


def may_be_needed(choice: Choice) -> list[OtherGuarantee]:
    """Return the methods that give something else: one thing, or several that none gives alone."""
    known = [one for one in choice.guarantees if one.is_told and not one.is_outdone]
    single = [one for one in known if one.differences == 1]
    given = {item for one in single for item in one.gives.items()}
    return [*single, *(one for one in known if one.differences > 1 and given.isdisjoint(one.gives.items()))]


def offered(choice: Choice, judged: JudgedRun) -> list[OtherGuarantee]:
    """Return those of them that are worth a word: less of a guarantee that gains no time is not."""
    return [one for one in may_be_needed(choice) if not _gains_nothing(one, choice, judged)]


def is_needed_for_more(one: OtherGuarantee) -> bool:
    """True if a method takes longer and gives more of something: that is why it is used."""
    return bool(one.also and one.more_if and one.conditions) and one.least > 1


def _gains_nothing(one: OtherGuarantee, choice: Choice, judged: JudgedRun) -> bool:
    """True if a method gives less of what more is as good of, is not shown to be quicker, and not far quicker if so."""
    arms = (arm for level in judged.levels for arm in level.arms)
    own = next((arm.record.guarantees for arm in arms if arm.arm == choice.use), {})
    gives_less = not one.also and all(
        is_enough(own.get(name), value, judged.more.get(name, ())) for name, value in one.gives.items()
    )
    return gives_less and not one.is_quicker and one.bounds[0] > 1 / AVOID
