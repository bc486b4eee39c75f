"""A run as it was judged: what `show --json` prints."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.answer_changes import Changes
from iotrial.judge.factor_effect import FactorEffect
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.language_answer import LanguageAnswer
from iotrial.judge.memory_growth import MemoryGrowth
from iotrial.judge.pooled_placebo import PooledPlacebo
from iotrial.judge.size_cost import SizeCost
from iotrial.judge.target_facts import TargetFacts
from iotrial.store.record import Caution, Spent
from iotrial.store.strict import Strict


class JudgedRun(Strict):
    """A run: all that it stored, judged.

    A ratio is time over another time: above 1 is slower. `low` and `high` bound it with 95 % confidence for all that is
    said together; both are null with too few rounds.
    """

    format: int = Field(description="version of this document")
    run: str = Field(description="the run's id")
    study: str = Field(description="the study's name")
    question: str = Field(description="the study's question")
    job: str = Field(description="the job")
    work_unit: str = Field(description="the unit that the job's work is counted in")
    languages: dict[str, str] = Field(description="language -> how a sentence names it")
    said: dict[str, str | dict[str, str]] = Field(
        {}, description="factor -> how people say it: a text with {} for a number, or value -> text"
    )
    more: dict[str, list[str]] = Field(
        description="guarantee -> its values from the most to the least, if a method that gives more is as good"
    )
    quick: bool = Field(description="if it was the short form")
    complete: bool = Field(description="if the run came to its end")
    stopped: str | None = Field(
        description="why it ended: rounds, budget, precision, nothing left, interrupted; null while it goes on"
    )
    seconds: float | None = Field(description="wall time of the whole run; null while it goes on")
    spent: Spent | None = Field(
        description="what that time went into; null while it goes on, and in runs of earlier versions"
    )
    started_at: str = Field(description="UTC, ISO 8601")
    finished_at: str | None = Field(description="UTC, ISO 8601; null while it goes on")
    iotrial: str = Field(description="version of iotrial that measured")
    seed: int = Field(description="the same seed gives the same plan")
    margin: float = Field(description="differences below this share do not matter")
    precision: float | None = Field(
        description="how narrow intervals were asked to be, as a share; null for a fixed plan"
    )
    surroundings: list[str] | None = Field(
        description="surroundings that were drawn anew in each round; null in runs of earlier versions"
    )
    sessions: str = Field(description="how many sessions stand behind the verdicts")
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
    levels: list[JudgedLevel] = Field(description="every level, in the order of the study")


class JudgedRuns(Strict):
    """Several runs: what `run --json` prints of several studies."""

    runs: list[JudgedRun] = Field(description="a run for each study, in the order in which they were asked for")
