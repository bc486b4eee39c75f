"""The document of `claims --json`: a claim with its verdict in all sessions of its question."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from iotrial.claims.outcome import Verdict
from iotrial.store.described import StudyName
from iotrial.store.strict import Strict

Value = int | str

#: The five answers of rule 19.
Direction = Literal["as said", "opposite", "equal", "not so", "by level", "open"]
Size = Literal["as published", "larger", "smaller", "by level", "open"]
Where = Literal["everywhere tested", "only at", "nowhere", "open"]
Design = Literal["fair form agrees", "artefact", "open"]


LowIfAny = Annotated[float | None, Field(description="its lower bound; null if it has none")]
HighIfAny = Annotated[float | None, Field(description="its upper bound; null if it has none")]
Headline = Annotated[Verdict, Field(description="the headline: docs/claims.md")]


class FairFigures(Strict):
    """The same comparison by other code than the one that decides."""

    measured: float | None = Field(description="as `measured` of the claim; null if no single figure decides")
    low: LowIfAny
    high: HighIfAny
    said: str | None = Field(description="the figure in words; null if it is a ratio")
    level: str = Field(description="the level that it is of; empty if it is of several")
    arm: str | None = Field(description="as `arm` of the claim; null if the figure is none of two arms")
    over: str | None = Field(description="as `over` of the claim; null if the figure is none of two arms")


class PublishedFigures(FairFigures):
    """The comparison by the published code, where that does not do its job and another one decides."""

    verdict: Verdict = Field(description="what would come of it, as `verdict` of the claim")


class ClaimLevel(Strict):
    """One level, or one series of levels, that the claim speaks of."""

    level: str = Field(description="factors that tell the level from others, with their values")
    verdict: Verdict = Field(description="the verdict there")
    measured: float | None = Field(
        description="the figure there, as `measured` of the claim; null if no single figure decides"
    )


class ClaimFlip(Strict):
    """A factor that the verdict depends on."""

    factor: str = Field(description="the factor that it depends on")
    between: tuple[tuple[int, int], ...] | None = Field(
        description="sizes that the verdict flips between, each the last of one verdict and the first of the next; "
        "null if the factor's values are no sizes"
    )
    verdicts: tuple[tuple[Value, Verdict], ...] = Field(description="its values with their verdicts, in their order")


class SaidClaim(Strict):
    """A claim, and who says it where."""

    article: str = Field(description="the article's title; the study's name if its file names none")
    author: str | None = Field(description="who wrote it; null if the file names no article")
    date: str | None = Field(description="when it was published; null if the file names no article")
    address: str | None = Field(description="where it can be read; null if the file does not say")
    claim: str = Field(description="the claim's name in the study")
    says: str = Field(description="the sentence, in our words")
    by: str | None = Field(description="who says it, if it is not the article's author; else null")
    ours: bool = Field(description="a sentence that nobody published")
    fault: bool = Field(description="it is something wrong with the article, instead of something that it claims")


class JudgedClaim(SaidClaim):
    """A claim with its verdict, by all sessions of its question (rules 19 and 21)."""

    study: StudyName
    run: str = Field(description="the last session's id: `iotrial show` has all of its figures")
    seconds: float | None = Field(description="wall time of that run; null if it was not finished")
    kind: str = Field(description="the kind of claim: docs/claims.md")
    place: str | None = Field(description="where in the article it stands; null if nobody there says it")
    answers: bool = Field(description="its verdict answers the study's question")
    part: str | None = Field(None, description="the part of the question that it answers; null if it is the whole")
    means: Literal["yes", "no"] | None = Field(
        None,
        description="what its verdict says to the question; null if it leaves that open, or if no study says",
    )
    asks: bool = Field(False, description="the study says what would be yes or no")
    published: str | None = Field(description="the figure as it was printed; null if there is none")
    tolerance: str | None = Field(description="the figures that count as published; null if there is no figure")
    despite: str | None = Field(
        description="why the article's own figures do not bear it out; null if they do, or if there are none"
    )
    verdict: Headline
    direction: Direction | None = Field(
        description="the first answer: if it points the way that was said; null if it was not run"
    )
    size: Size | None = Field(
        description="the second: as published within the tolerance, larger or smaller; null if no size was published, "
        "or if it points another way at every level"
    )
    where: Where | None = Field(description="the third: the levels at which it points that way; null if it was not run")
    where_levels: tuple[str, ...] = Field(description="those levels; empty if it does at all, or at none")
    missing_levels: tuple[str, ...] = Field(
        description="levels that say nothing, since an arm failed, was skipped or did not do the job"
    )
    design: Design | None = Field(
        description="the fourth: what the same benchmark done right says; null if that was not asked"
    )
    settled: bool = Field(description="the fifth: decided by two sessions or more")
    sessions: int = Field(description="sessions that the verdict rests on")
    sessions_apart: str | None = Field(description="sessions whose intervals do not overlap; null if all do")
    measured: float | None = Field(
        description="the figure that decides: a ratio; of `gap` ns, of `rate` millions a second, of `growth` a share "
        "or bytes of memory for each unit, of `some` and `none` a share of records; null if no single figure decides"
    )
    low: float | None = Field(description="its lower bound, of the hull of all sessions; null if it has none")
    high: HighIfAny
    arm: str | None = Field(description="a ratio is the figure of this arm; null if it is none of two arms")
    over: str | None = Field(description="over that of this one; null if it is none of two arms")
    over_at: dict[str, Value] = Field(
        default_factory=dict, description="factors that differ at the level of `over`; empty if it is the same level"
    )
    said: str | None = Field(description="the same in words; null if it is a ratio")
    fair: FairFigures | None = Field(description="the benchmark with its fault mended; null if that was not asked")
    as_published: PublishedFigures | None = Field(
        description="the published code, which does not do its job, where the figure of the mended one stands instead; "
        "null if the claim has its own figure"
    )
    level: str = Field(description="the level that the figure is of; empty if it is of several")
    readers: tuple[str, ...] = Field(
        description="who reads the pipe or socket that these times are of (rule 25); empty if nobody does"
    )
    reason: str | None = Field(description="why; null if that needs no saying")
    flips: tuple[ClaimFlip, ...] = Field(description="the factors that the verdict depends on; empty unless it does")
    levels: tuple[ClaimLevel, ...] = Field(description="what each level says that the claim speaks of")
