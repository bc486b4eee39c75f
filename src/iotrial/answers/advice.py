"""An answer to a question: what `advise --json` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.judge.bounds import Factors
from iotrial.store.strict import Strict


class ComparedWith(Strict):
    """An arm beside the one that is recommended."""

    arm: str = Field(description="the arm")
    ratio: float = Field(description="a time over another, as the field that holds this says")
    low: float = Field(description="lower bound of the ratio")
    high: float = Field(description="upper bound of the ratio")


class MeasuredMethod(Strict):
    """A method as it was measured."""

    arm: str = Field(description="the arm")
    guarantees: dict[str, str] = Field(description="what it declares, guarantee -> value")
    runtime: str | None = Field(description="name and exact version of the runtime; null if it never started")
    text: str | None = Field(description="its code; null if the run did not store it")


class UnlikeArm(Strict):
    """An arm that may be used too and guarantees something else."""

    arm: str = Field(description="the arm")
    how: str = Field(description="how its guarantees differ from those of the first")


class UsualWay(Strict):
    """The method that is in use."""

    arm: str = Field(description="the arm")
    declared: str | None = Field(description="who says that it is the usual way; null: nobody")
    guarantees: dict[str, str] = Field(description="what it declares, guarantee -> value")
    unlike: str | None = Field(
        description="how its guarantees differ from those of the recommended; null if they are the same"
    )
    reason: str | None = Field(description="why there is no ratio; null if there is one")
    ratio: float | None = Field(
        description="its time over that of the recommended; null if it is that itself, or with too few rounds"
    )
    low: float | None = Field(description="lower bound of the ratio; null if there is no ratio")
    high: float | None = Field(description="upper bound of the ratio; null if there is no ratio")


class AnswerElsewhere(Strict):
    """The same question at another size or in another place."""

    what: str = Field(description="what is different there")
    level: Factors = Field(description="factor -> value")
    verdict: Literal["changes", "not seen to change", "cannot tell", "not tried"] = Field(
        description="if the answer changes there: changes, not seen to change, cannot tell or not tried"
    )
    faster: list[ComparedWith] = Field(
        description="arms that are shown to be faster there; a ratio is the recommended arm's time over theirs"
    )
    reason: str | None = Field(description="why it cannot be told; null if it can")


class OtherGuarantees(Strict):
    """The time that methods of other guarantees take."""

    guarantees: str = Field(description="how they differ")
    conditions: list[str] = Field(
        description="the words after `if` that say when somebody needs them; empty if the job has none for one of them"
    )
    arm: str | None = Field(description="the fastest of them; null if none can be judged")
    beside: str = Field(description="the arm that it is compared with")
    at: str | None = Field(description="what is different at its level; null: it is the level asked about")
    reason: str | None = Field(description="why there is no ratio; null if there is one")
    ratio: float | None = Field(description="its time over that of `beside`; null with too few rounds")
    low: float | None = Field(description="lower bound of the ratio; null if there is no ratio")
    high: float | None = Field(description="upper bound of the ratio; null if there is no ratio")


class AdviceCaution(Strict):
    """A caveat, and the arm that it is about."""

    arm: str | None = Field(description="the arm; null: the level or the run")
    code: str = Field(description="key into iotrial.cautions")
    text: str = Field(description="one sentence, with the figures")


class Advice(Strict):
    """The method to use here, by how much, and what would change that."""

    format: int = Field(description="version of this document")
    run: str = Field(description="the run's id: `iotrial show` has all of its figures")
    job: str = Field(description="the job")
    level: Factors = Field(description="factor -> value that was asked about")
    called: dict[str, str] = Field(description="arm -> how a sentence names it")
    languages: dict[str, str] = Field(description="language -> how a sentence names it")
    rounds: int = Field(description="rounds of the level that was asked about")
    answered: bool = Field(description="if there is an answer")
    use: list[str] = Field(
        description="the arm to use, or arms that are equal within the margin: either; empty if it cannot be told"
    )
    reason: str | None = Field(description="why it cannot be told; null if it can")
    needed_rounds: int | None = Field(
        description="with too few rounds: as many as it takes to compare every pair; null if there are enough"
    )
    top_group: list[str] = Field(
        description="arms that may be used and are not shown to be slower than the fastest, best first"
    )
    apart: list[ComparedWith] = Field(
        description="if it cannot be told which of the top group is the fastest: all but the first, each with its time "
        "over that of the first, and how far noise lets that reach"
    )
    method: MeasuredMethod | None = Field(description="the first arm of the top group; null if the group is empty")
    unlike: list[UnlikeArm] = Field(description="arms that may be used too and guarantee something else than the first")
    next: ComparedWith | None = Field(
        description="the next of those that may be used, its time over that of the recommended; null if there is none"
    )
    usual: UsualWay = Field(description="the method that is in use")
    allowed: list[str] = Field(description="the arms that could have been recommended")
    elsewhere: list[AnswerElsewhere] = Field(description="other sizes and places")
    other_guarantees: list[OtherGuarantees] = Field(description="the time that methods of other guarantees take")
    left_out: list[str] = Field(description="arms and levels that were not measured, each with its reason")
    margin: float = Field(description="differences below this share do not matter")
    budget_seconds: float = Field(description="how long the run was allowed to take")
    seconds: float | None = Field(description="how long it took; null if it did not come to its end")
    sessions: str = Field(description="how many sessions stand behind the answer")
    cautions: list[AdviceCaution] = Field(description="caveats of the level asked about and of the arms that are named")
