"""The methods that give something else than the one to use, as far as a reader may need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AVOID, Choice, OtherGuarantee, TimesOver
from iotrial.judge.ordered_guarantees import gives, gives_more, is_enough

#: What all the others promise beside the one to use.
Promise = Literal["nothing", "less", "more", "something else"]


@dataclass(frozen=True)
class PricedPromise:
    """The guarantees and the risks of a method, and the bounds of its time over that of the one to use."""

    guarantees: Mapping[str, str]
    risks: frozenset[str]
    bounds: tuple[float, float]

    def is_outdone_by(self, other: PricedPromise, more: Mapping[str, Sequence[str]]) -> bool:
        """True if another gives as much of everything, risks nothing else, and is quicker by its whole interval."""
        gives_all = gives(other.guarantees, self.guarantees, more)
        return gives_all and other.risks <= self.risks and other.bounds[1] < self.bounds[0]


def may_be_needed(choice: Choice) -> list[OtherGuarantee]:
    """Return the methods that give something else: one thing, or several that none gives alone."""
    known = [one for one in choice.guarantees if one.is_told and not one.is_outdone]
    single = [one for one in known if one.differences == 1]
    given = {item for one in single for item in one.gives.items()}
    return [*single, *(one for one in known if one.differences > 1 and given.isdisjoint(one.gives.items()))]


def offered(choice: Choice, judged: JudgedRun) -> list[OtherGuarantee]:
    """Return those of them that are worth a word: less of a guarantee that gains no time is not.

    Nor is one beside another that is quicker, gives all of it or more, and risks nothing else.
    """
    worth = [one for one in may_be_needed(choice) if not _gains_nothing(one, choice, judged)]
    promises = [promise_of(one, choice, judged) for one in worth]
    return [
        one
        for one, promise in zip(worth, promises, strict=True)
        if not any(promise.is_outdone_by(other, judged.more) for other in promises)
    ]


def far_quicker(priced: Sequence[OtherGuarantee]) -> list[OtherGuarantee]:
    """Return those that are shown to be quicker at every level by what would make the one to use one to avoid."""
    return [one for one in priced if one.high is not None and one.high <= 1 / AVOID]


def others_promise(choice: Choice, judged: JudgedRun) -> Promise:
    """Return what all other ways promise beside one of which none gives the same."""
    own = guarantees_of(choice, judged)
    others = [*choice.guarantees, *choice.unlike]
    if not others:
        return "nothing"
    if all(one.is_outdone or _gives_less(one, own, judged) for one in others):
        return "less"
    return "more" if all(_gives_more(one, own, judged) for one in others) else "something else"


def slower_unlike(choice: Choice) -> list[OtherGuarantee]:
    """Return the methods that give something else, are not offered, stand still, and are shown to take longer."""
    told = {one.arm for one in may_be_needed(choice)} | {one.arm for one in choice.guarantees if one.is_outdone}
    return [one for one in [*choice.guarantees, *choice.unlike] if one.arm not in told and _is_slower(one)]


def _is_slower(one: OtherGuarantee) -> bool:
    return one.is_decided and one.moving is None and (one.low or 0.0) > 1


def is_needed_for_more(one: OtherGuarantee) -> bool:
    """True if a method takes longer and gives more of something: that is why it is used."""
    return bool(one.also and one.more_if and one.conditions) and one.least > 1


def _gains_nothing(one: OtherGuarantee, choice: Choice, judged: JudgedRun) -> bool:
    """True if a method gives less of what more is as good of, is not shown to be quicker, and not far quicker if so."""
    gives_less = _gives_less(one, guarantees_of(choice, judged), judged)
    return gives_less and not one.is_quicker and one.bounds[0] > 1 / AVOID


def promise_of(one: TimesOver, choice: Choice, judged: JudgedRun) -> PricedPromise:
    """Return what a method beside the one to use gives, what it risks, and its time over that one's."""
    own = guarantees_of(choice, judged)
    if isinstance(one, OtherGuarantee):
        return PricedPromise({**own, **one.gives, **one.also}, frozenset(one.risks), one.bounds)
    return PricedPromise({**own, **one.gives_more}, frozenset(), one.bounds)


def guarantees_of(choice: Choice, judged: JudgedRun) -> Mapping[str, str]:
    """Return what the method to use guarantees; nothing if it is in none of the levels."""
    arms = (arm for level in judged.levels for arm in level.arms)
    return next((arm.record.guarantees for arm in arms if arm.arm == choice.use), {})


def _gives_less(one: OtherGuarantee, own: Mapping[str, str], judged: JudgedRun) -> bool:
    """True if a method gives less of what more is as good of, or risks something, and gives nothing else."""
    return not one.also and all(
        is_enough(own.get(name), value, judged.more.get(name, ())) for name, value in one.gives.items()
    )


def _gives_more(one: OtherGuarantee, own: Mapping[str, str], judged: JudgedRun) -> bool:
    """True if all in which a method differs is more of what more is as good of."""
    differs = {**one.gives, **one.also}
    return not one.risks and all(
        value in gives_more(judged.more.get(name, ()), own.get(name)) for name, value in differs.items()
    )
