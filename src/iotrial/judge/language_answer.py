"""The answer for one language, by what a run measured."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.bounds import Factors
from iotrial.store.strict import Strict

#: A method whose whole interval lies within this share of 1 is "as good", with any margin (rule 32).
AS_WELL = 0.05

#: What is shown to take this many times as long is to be avoided (rule 32).
AVOID = 1.5

Tier = Literal["as good", "slower", "avoid", "unclear"]


def is_near(low: float | None, high: float | None) -> bool:
    """True if a ratio's bounds are too near to 1 to matter to a reader; False if they are not known."""
    return low is not None and high is not None and low >= 1 - AS_WELL and high <= 1 + AS_WELL


class TimesOver(Strict):
    """A method's time over that of the one to use, by direct comparison, over some levels."""

    arm: str = Field(description="the method")
    called: str = Field(description="how a sentence names it")
    least: float = Field(
        description="the ratio at the level at which it is least, of those at which it is decided, if there are any"
    )
    most: float = Field(description="the ratio at the level at which it is most, of the same levels")
    low: float | None = Field(description="the lowest of the lower bounds of all levels; null with too few rounds")
    high: float | None = Field(description="the highest of the upper bounds of all levels; null with too few rounds")
    worst_low: float | None = Field(
        None, description="the lower bound at the level at which that is highest; null with too few rounds"
    )
    is_decided: bool = Field(True, description="at some of these levels one of the two is shown to be slower")
    not_decided_at: list[Factors] = Field(
        default_factory=list,
        description="of several levels those at which neither is shown to be slower, so that least and most are not of "
        "them; empty if none is decided",
    )
    decided_at: list[Factors] = Field(
        default_factory=list, description="the levels that least and most are of, if there are others beside them"
    )
    no_figure_at: list[Factors] = Field(
        default_factory=list, description="those of these levels at which it was not measured, or may not be judged"
    )
    is_equal: bool = Field(False, description="the two are shown to be equal within the margin at all of these levels")
    never_equal: str | None = Field(
        None, description="why the two are never called equal, however near they are; null if they may be"
    )
    moving: str | None = Field(
        None,
        description="how a sentence names the one of the two that still moves, so that the ratio is not its last one; "
        "null if neither does",
    )
    gives_more: dict[str, str] = Field(
        default_factory=dict,
        description="guarantees of which it gives more than the one to use, guarantee -> value; empty if it gives the "
        "same, or something else",
    )
    more_if: list[str] = Field(
        default_factory=list,
        description="the words after `if` that say when somebody needs what it gives more, or beside something else; "
        "empty if the job has none for one of them",
    )

    @property
    def does_as_well(self) -> bool:
        """True if its interval is too near to 1 to matter, and nothing keeps it from being equal."""
        if self.never_equal is not None or self.low is None or self.high is None:
            return False
        return self.is_equal or is_near(self.low, self.high)

    @property
    def is_told(self) -> bool:
        """True if there is an interval behind its ratio; without one it is not said."""
        return self.low is not None and self.high is not None

    @property
    def bounds(self) -> tuple[float, float]:
        """Its interval; without one the least and the most that came out."""
        return self.least if self.low is None else self.low, self.most if self.high is None else self.high

    @property
    def is_quicker(self) -> bool:
        """True if it is shown to be quicker than the one to use at some level."""
        return self.is_decided and self.least < 1

    @property
    def tier(self) -> Tier:
        """Its place beside the one to use, by what matters to a reader (rule 32)."""
        if self.does_as_well:
            return "as good"
        worst = self.low if self.worst_low is None else self.worst_low
        is_faster_somewhere = self.is_decided and self.least < 1 / (1 + AS_WELL)
        if worst is not None and worst >= AVOID and not is_faster_somewhere:
            return "slower" if self.gives_more else "avoid"  # who needs more pays for it
        return "slower" if worst is not None and worst > 1 and self.is_decided and self.most > 1 else "unclear"


class OtherGuarantee(TimesOver):
    """The quickest method that gives something which the one to use does not, or that risks something more."""

    gives: dict[str, str] = Field(description="the guarantees that differ, guarantee -> value, without those of `also`")
    risks: list[str] = Field(
        default_factory=list, description="what it risks and the one to use does not, as it goes on behind `which`"
    )
    also: dict[str, str] = Field(
        default_factory=dict,
        description="guarantees of which it gives more, which nobody who needs those of `gives` would mind",
    )
    conditions: list[str] = Field(
        description="the words after `if` that say when somebody needs them, and when it risks nothing; empty if the "
        "job has none for one of them"
    )
    instead: list[str] = Field(description="such words for what the one to use gives instead of them")
    is_outdone: bool = Field(
        False,
        description="it gives less of what more is as good, and is shown to be slower at some of these levels and "
        "quicker at none, so that nobody needs it",
    )

    @property
    def differences(self) -> int:
        """The number of things that a reader must agree to before using it."""
        return len(self.gives) + len(self.risks)


class ChoiceRegret(Strict):
    """The most that the method to use takes over the best at any of its levels."""

    ratio: float = Field(description="its time over that of the best, where that is most")
    low: float | None = Field(description="lower bound of the ratio; null with too few rounds")
    high: float | None = Field(description="upper bound of the ratio; null with too few rounds")
    over: str = Field(description="the best there")
    called: str = Field(description="how a sentence names that")
    at: Factors = Field(description="the level")


class Choice(Strict):
    """The method to use at some levels, all of which say the same."""

    levels: list[Factors] = Field(description="these levels")
    use: str = Field(
        description="the method to use: the usual one, unless another is shown to be faster by 5 % somewhere and "
        "slower by that nowhere; without a usual one the one that is least far behind the best at any level"
    )
    called: str = Field(description="how a sentence names it")
    usual: str | None = Field(
        None, description="the usual way of the language, or the baseline, if it was measured here; else null"
    )
    usual_is_named: bool = Field(
        True, description="it is the usual way, and no baseline beside which the job names another as the usual one"
    )
    regret: ChoiceRegret | None = Field(
        None,
        description="the most that it is shown to take over another at any of these levels, or else that it came out "
        "behind one; null if it is never behind",
    )
    gives_up: dict[str, str] = Field(
        default_factory=dict,
        description="guarantees of which another method of the language gives more at these levels, with what this one "
        "gives",
    )
    if_given_up: list[str] = Field(
        default_factory=list,
        description="the words after `if` that say when nobody needs more; empty if the job has none for one of them",
    )
    is_fastest: bool = Field(description="it is shown to be faster than every other of the language at all of them")
    as_well: list[TimesOver] = Field(description="those that are not shown to be slower at any of these levels")
    at_times: list[TimesOver] = Field(description="those that are shown to be slower at some of these levels only")
    slower: list[TimesOver] = Field(description="those that are shown to be slower at all of them, quickest first")
    guarantees: list[OtherGuarantee] = Field(
        description="what other guarantees cost: for each set of them the quickest method"
    )
    unlike: list[OtherGuarantee] = Field(
        default_factory=list, description="the other methods of such guarantees, each slower than one of `guarantees`"
    )
    risks: list[str] = Field(
        default_factory=list, description="what the method to use risks by its tags, as it goes on behind `which`"
    )

    @property
    def beside(self) -> list[TimesOver]:
        """All that give the same as the one to use."""
        return [*self.as_well, *self.at_times, *self.slower]

    @property
    def is_alone(self) -> bool:
        """True if no other method has the same guarantees at these levels, so that there was nothing to choose."""
        return not self.beside

    @property
    def is_open(self) -> bool:
        """True if others have the same guarantees and there is no interval for any of them: there is no advice."""
        return not self.is_alone and all(one.low is None for one in self.beside)


class LanguageAnswer(Strict):
    """The answer for one language: among methods with the same guarantees, those that most of its methods give."""

    language: str = Field(description="the language; `several` if snippets in several are compared")
    called: str = Field(description="how a sentence names it")
    guarantees: dict[str, str] = Field(description="what the methods that are compared guarantee")
    choices: list[Choice] = Field(description="one if all levels agree, else one for each group of levels that do")
