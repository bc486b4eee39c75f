"""An answer to a question: what `advise --json` prints."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from iotrial.answers.not_measured import NotMeasured
from iotrial.judge.bounds import Factors
from iotrial.judge.language_answer import Choice, OtherGuarantee, TimesOver
from iotrial.store.strict import Strict


class MeasuredMethod(Strict):
    """A method as it was measured."""

    arm: str = Field(description="the arm")
    guarantees: dict[str, str] = Field(description="what it declares, guarantee -> value")
    runtime: str | None = Field(description="name and exact version of the runtime; null if it never started")
    text: str | None = Field(description="its code; null if the run did not store it")


class AnswerElsewhere(Strict):
    """The same question at another size or in another place."""

    what: str = Field(description="what is different there")
    level: Factors = Field(description="factor -> value")
    verdict: Literal["changes", "holds", "unclear", "not tried"] = Field(
        description="changes: another is shown to be faster by 5 % or more; holds: none is faster by that; unclear: "
        "one may be; or it was not tried"
    )
    faster: TimesOver | None = Field(
        description="the one that is shown to be faster, or that may be: its time over that of the one to use there; "
        "null if there is none"
    )
    reason: str | None = Field(description="why nothing is known of it; null if something is")


class PricedElsewhere(Strict):
    """The cost of other guarantees at a level of their own, beside the usual way, which was measured there too."""

    what: str = Field(description="what is different there")
    beside: str = Field(description="how a sentence names what they are compared with")
    costs: list[OtherGuarantee] = Field(description="for each set of guarantees the quickest method")


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
    language: str | None = Field(description="how a sentence names the language; null: several were asked about")
    rounds: int = Field(description="rounds of the level that was asked about")
    choice: Choice | None = Field(description="the method to use, and all others beside it; null if there is no answer")
    reason: str | None = Field(description="why there is no answer; null if there is one")
    method: MeasuredMethod | None = Field(
        description="the method to use as it was measured; null if there is no answer"
    )
    usual: str = Field(description="the arm that the others are compared with")
    usual_unlike: OtherGuarantee | None = Field(
        description="that one beside the method to use, if it guarantees something else; null if it does not"
    )
    declared: str | None = Field(description="who says that it is the usual way; null: nobody")
    allowed: list[str] = Field(description="the arms that could have been recommended")
    elsewhere: list[AnswerElsewhere] = Field(description="other sizes and places")
    priced_elsewhere: list[PricedElsewhere] = Field(
        description="other guarantees that were tried at a level of their own"
    )
    not_measured: list[NotMeasured] = Field(
        description="methods that may be better than the one to use and that this run left out"
    )
    left_out: list[str] = Field(description="arms and levels that were not measured, each with its reason")
    budget_seconds: float = Field(description="how long the run was allowed to take")
    seconds: float | None = Field(description="how long it took; null if it did not come to its end")
    cautions: list[AdviceCaution] = Field(description="caveats of the level asked about and of the arms that are named")

    @property
    def answered(self) -> bool:
        """True if there is a method to use."""
        return self.choice is not None
