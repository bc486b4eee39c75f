"""The document of `claims --json`: a claim with its verdict in a run, and in the sessions before."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from iotrial.claims.outcome import Verdict

Value = int | str


class Judged(BaseModel):
    """A part of a judged claim. Missing is null."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ClaimSource(Judged):
    """The publication that a claim is from, and the run that judged it."""

    article: str = Field(description="the article's title; the study's name if its file names none")
    author: str | None = Field(description="who wrote it; null if the file names no article")
    date: str | None = Field(description="when it was published; null if the file names no article")
    study: str = Field(description="the study's name")
    run: str = Field(description="the run's id: `iotrial show` has all of its figures")
    seconds: float | None = Field(description="wall time of that run; null if it was not finished")


class FairFigures(Judged):
    """The same comparison as it should have been made."""

    measured: float | None = Field(description="as `measured` of the claim; null if no single figure decides")
    low: float | None = Field(description="its lower bound; null if it has none")
    high: float | None = Field(description="its upper bound; null if it has none")
    said: str | None = Field(description="the figure in words; null if it is a ratio")
    level: str = Field(description="the level that it is of; empty if it is of several")


class ClaimLevel(Judged):
    """One level, or one series of levels, that the claim speaks of."""

    level: str = Field(description="factors that tell the level from others, with their values")
    verdict: Verdict = Field(description="the verdict there")
    measured: float | None = Field(
        description="the figure there, as `measured` of the claim; null if no single figure decides"
    )


class ClaimFlip(Judged):
    """A factor that the verdict depends on."""

    factor: str = Field(description="the factor")
    between: tuple[tuple[int, int], ...] | None = Field(
        description="sizes that the verdict flips between, each the last of one verdict and the first of the next; "
        "null if the factor's values are no sizes"
    )
    verdicts: tuple[tuple[Value, Verdict], ...] = Field(description="its values with their verdicts, in their order")


class ClaimInRun(Judged):
    """A claim, and the verdict of one run."""

    claim: str = Field(description="the claim's name in the study")
    says: str = Field(description="the sentence, in our words")
    kind: str = Field(description="the kind of claim: docs/claims.md")
    fault: bool = Field(description="it is something wrong with the article, instead of something that it claims")
    answers: bool = Field(description="its verdict answers the study's question")
    published: str | None = Field(description="the figure as it was printed; null if the study names none")
    quote: str | None = Field(description="the article's own line; null if the study has none")
    measured: float | None = Field(
        description="the figure that decides: a ratio; of `gap` ns, of `rate` 10^6 bytes a second, of `growth` a share "
        "or bytes of memory for each unit; null if no single figure decides"
    )
    low: float | None = Field(description="its lower bound; null if it has none")
    high: float | None = Field(description="its upper bound; null if it has none")
    said: str | None = Field(description="the figure in words; null if it is a ratio")
    fair: FairFigures | None = Field(description="the benchmark as it should be; null if that was not asked")
    level: str = Field(description="the level that the figure is of; empty if it is of several")
    verdict: Verdict = Field(description="the verdict: docs/claims.md")
    reason: str | None = Field(description="why; null if that needs no saying")
    flips: tuple[ClaimFlip, ...] = Field(description="the factors that the verdict depends on; empty unless it does")
    levels: tuple[ClaimLevel, ...] = Field(description="what each level says that the claim speaks of")


class JudgedClaim(ClaimInRun, ClaimSource):
    """A claim as the last session judges it, with the verdicts of earlier sessions of the same question."""

    sessions: int = Field(description="sessions in a row, the last included, that came to the verdict")
    otherwise: tuple[Verdict, ...] = Field(description="what earlier sessions decided instead, once each")
