"""A run as it was judged: what `show --json` prints."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import RatioBounds
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.language_answer import LanguageAnswer
from iotrial.judge.statements_across import Changes, FactorEffect, MemoryGrowth, SizeCost
from iotrial.judge.target_facts import TargetFacts
from iotrial.store.record import Caution, RunFacts
from iotrial.store.strict import Strict, Versioned


class PooledPlacebo(RatioBounds):
    """All placebo rounds of a run in one interval."""

    rounds: int = Field(description="rounds with a value, of all levels")


class JudgedRun(RunFacts, Versioned):
    """A run: all that it stored, judged.

    A ratio is time over another time: above 1 is slower. `low` and `high` bound it with 95 % confidence for all that is
    said together; both are null with too few rounds.
    """

    surroundings: list[str] | None = Field(
        description="surroundings that were drawn anew in each round of every level; null in runs of earlier versions"
    )
    sessions: str = Field(description="how many sessions stand behind the verdicts")
    machine: str | None = Field(
        None, description="the machine in a few words: its processor and its CPUs; null if they are not known"
    )
    correlation: float | None = Field(
        description="correlation of neighbouring rounds, over all arms and levels, that intervals allow for; null with "
        "too few rounds, and then there is no interval"
    )
    placebo: PooledPlacebo | None = Field(
        description="all placebo rounds of the run in one interval; null with too few rounds"
    )
    invalid: str | None = Field(description="why no verdict of the run holds; null if they do")
    cautions: list[Caution] = Field(description="caveats of the whole run")
    effects: list[FactorEffect] = Field(description="the effect of another value of a factor on an arm's time")
    costs: list[SizeCost] = Field(description="the cost of an arm over size")
    changes: Changes = Field(description="the changes of the answer from level to level")
    growth: list[MemoryGrowth] = Field(description="the growth of an arm's memory over size")
    targets: list[TargetFacts] = Field(description="the file systems that held the files")
    answers: list[LanguageAnswer] = Field(
        description="what to use in each language; empty if no language has methods that can be compared"
    )
    level_answers: list[list[LanguageAnswer]] = Field(
        default_factory=list,
        description="of several levels, for each of them what to use there alone: `answers` may have one method for "
        "all that is a little behind at some; empty for a single level",
    )
    levels: list[JudgedLevel] = Field(description="every level, in the order of the study")

    def language_called(self, language: str) -> str:
        """Return how a sentence names a language."""
        return self.languages.get(language, language)


class JudgedRuns(Strict):
    """Several runs: what `run --json` prints of several studies."""

    runs: list[JudgedRun] = Field(description="a run for each study, in the order in which they were asked for")
