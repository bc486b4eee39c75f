"""The methods of one language, directly against each other, at each level where they were measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from iotrial.ask.catalog import method_of, named_parts
from iotrial.ask.parameters import split
from iotrial.ask.tags import risks_of
from iotrial.judge.arms_beside import ArmsBeside, RatioBeside
from iotrial.judge.bounds import Factors
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.judge.ordered_guarantees import gives, gives_more

Guarantees = tuple[tuple[str, str], ...]


class LanguageComparisons:
    """The methods of one language, directly against each other."""

    def __init__(
        self, judging: Judging, arms: Mapping[int, Mapping[str, JudgedArm]], is_ranked: Callable[[JudgedArm], bool]
    ) -> None:
        """Compare at each level, by its number, the arms of that level, some of which may be the one to use."""
        self._judging, self._is_ranked = judging, is_ranked
        self._languages = {arm.language for of_level in arms.values() for arm in of_level.values()}
        self.arms = arms
        self.ranked = {
            number: [name for name, arm in of_level.items() if is_ranked(arm)] for number, of_level in arms.items()
        }
        self._beside = {number: ArmsBeside(judging, number, of_level) for number, of_level in arms.items()}

    def ratio(self, number: int, arm: str, over: str) -> RatioBeside:
        """The time of an arm over another's at a level."""
        return self._beside[number].ratio(arm, over)

    def is_slower(self, number: int, arm: str, over: str) -> bool:
        """True if an arm is shown to be slower than another that stands still, by more than the margin."""
        return self._beside[number].is_slower(arm, over)

    def is_decided(self, number: int, arm: str, over: str) -> bool:
        """True if one of two arms is shown to be slower than the other."""
        return self.is_slower(number, arm, over) or self.is_slower(number, over, arm)

    def is_equal(self, number: int, arm: str, over: str) -> bool:
        """True if two arms are shown to take the same time within the margin."""
        return self._beside[number].is_equal(arm, over)

    def without_risks(self, usual: str | None) -> LanguageComparisons:
        """Return these with those alone ranked that risk nothing, such as to be ended when their file is cut short.

        These as they are if the usual way risks something, or if a level would be left without any.
        """
        safe = {
            number: [name for name in names if not risks_of(self.arms[number][name].record.tags)]
            for number, names in self.ranked.items()
        }
        if safe == self.ranked:
            return self
        kept = usual is None or any(usual in names for names in safe.values())
        if not kept or any(names and not safe[number] for number, names in self.ranked.items()):
            return self
        return LanguageComparisons(
            self._judging, self.arms, lambda arm: self._is_ranked(arm) and not risks_of(arm.record.tags)
        )

    def factors(self, number: int) -> Factors:
        """Return a level by its factors."""
        return self._judging.run.levels[number].level

    def conditions(self, guarantees: Mapping[str, str]) -> list[str]:
        """The words that say when these guarantees are needed; empty if one of them has no such words."""
        known = [self._judging.run.conditions.get(name, {}).get(value) for name, value in guarantees.items()]
        return [words for words in known if words is not None] if None not in known else []

    def more(self, guarantees: Mapping[str, str], than: Mapping[str, str]) -> dict[str, str]:
        """Those of some guarantees that are more than another method's; none if all are, since that is the point."""
        more = self._judging.run.more
        found = {
            name: value for name, value in guarantees.items() if value in gives_more(more.get(name, ()), than.get(name))
        }
        return found if len(found) < len(guarantees) else {}

    def gives_up(self, levels: Iterable[JudgedLevel], use: str) -> dict[str, str]:
        """The guarantees of which more is given by another method of the language at these levels, measured or not.

        Of those that the job always tells it does not matter if another does.
        """
        found = {}
        for level in levels:
            own = level.by_name[use].record.guarantees
            own_arms = [arm.record for arm in level.arms if arm.language in self._languages]
            for name, values in self._judging.run.more.items():
                more = gives_more(values, own.get(name))
                is_told = name in self._judging.run.told and bool(more)
                if is_told or any(arm.guarantees.get(name) in more for arm in own_arms):
                    found[name] = own[name]
        return found

    def gives_more(self, arm: JudgedArm, than: JudgedArm) -> dict[str, str]:
        """The guarantees of which an arm gives more than another; none if it gives something else."""
        own, wanted = arm.record.guarantees, than.record.guarantees
        if not gives(own, wanted, self._judging.run.more):
            return {}
        return {name: value for name, value in own.items() if value != wanted[name]}

    def is_outdone(self, numbers: Sequence[int], arm: str, by: str, own: Mapping[str, str]) -> bool:
        """True if an arm gives less than another, whose guarantees are `own`, and is slower where they differ."""
        both = [number for number in numbers if {arm, by} <= self.arms[number].keys()]
        gives_less = all(
            gives(own, self.arms[number][arm].record.guarantees, self._judging.run.more) for number in both
        )
        is_slower = any(self.is_slower(number, arm, by) for number in both)
        return gives_less and is_slower and not any(self.is_slower(number, by, arm) for number in both)

    def is_named_usual(self, usual: str) -> bool:
        """True unless the job names another method as the usual way of its language; of snippets none is usual."""
        if any(level.returned is not None for level in self._judging.run.levels):
            return False
        language = named_parts(usual)[0]
        named = [_plain(name) for name in self._judging.run.usual if named_parts(name)[0] == language]
        return not named or _plain(usual) in named

    def is_left(self, level: JudgedLevel) -> bool:
        """True if a method is disqualified at a level that could have been the one to use, so that others are left."""
        return any(
            arm.language in self._languages and arm.status == "disqualified" and self._is_ranked(arm)
            for arm in level.arms
        )

    def not_needed(self, guarantees: Mapping[str, str]) -> dict[str, str]:
        """Return the guarantees that do not go without saying: not what nearly everybody needs."""
        needed = self._judging.run.needed
        return {name: value for name, value in guarantees.items() if needed.get(name) != value}


def _plain(arm: str) -> str:
    """Return the name of an arm's method without parameters and version."""
    return split(method_of(arm))[0]
