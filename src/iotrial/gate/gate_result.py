"""A gate as it was decided: what `gate --json` prints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from iotrial.judge.bounds import HighOfFew
from iotrial.store.described import Called, Rounds, RunId, StudyName
from iotrial.store.record import Caution, OfLevel
from iotrial.store.strict import Strict, Versioned

GateVerdict = Literal["pass", "regression", "undecided", "invalid", "not measured"]

GatedAs = Annotated[GateVerdict, Field(description="pass, regression, undecided, invalid or not measured")]
LowOfLooks = Annotated[
    float | None, Field(description="lower bound, valid however often it is looked at; null with too few rounds")
]


class SecondSession(Strict):
    """A method at a level in the session that had to confirm a regression."""

    ratio: float | None = Field(description="new time over old; null if it has no round")
    low: LowOfLooks
    high: HighOfFew
    rounds: Rounds
    verdict: GatedAs
    cautions: list[Caution] = Field(description="caveats of the session")


class GatedPair(Strict):
    """A method at a level: its new text over its old."""

    arm: str = Field(description="the method, LANGUAGE/METHOD")
    called: Called
    level: OfLevel
    changed: bool = Field(description="if its text has changed")
    verdict: GatedAs
    reason: str | None = Field(description="why it is not pass or regression; null if the interval says it")
    ratio: float | None = Field(description="new time over old, in the first session; null if it has no round")
    low: LowOfLooks
    high: HighOfFew
    rounds: Rounds
    second: SecondSession | None = Field(
        description="the second session; null if there was no regression to confirm, or nothing could be measured"
    )
    cautions: list[Caution] = Field(description="caveats of the first session")


class GateSession(Strict):
    """A session of a gate."""

    run: RunId
    seconds: float | None = Field(description="wall time; null if it did not come to its end")
    stopped: str | None = Field(description="why it ended; null if it was cut off")
    invalid: str | None = Field(description="why no verdict of the session holds; null if they do")
    copies_differ_by: float | None = Field(
        None,
        description="the share by which two copies of one text may differ at the most; null without a second copy",
    )


class GateResult(Versioned):
    """A gate: every method of a study against its earlier version."""

    study: StudyName
    against: str = Field(description="what the old texts are from")
    margin: float = Field(description="a method may become slower by this share")
    verdict: GateVerdict = Field(
        description="regression, invalid, undecided, pass or not measured: the first of these that any entry has"
    )
    comparisons: int = Field(description="entries that are decided together in the first session, and corrected for")
    seconds: float = Field(description="wall time of all sessions")
    sessions: list[GateSession] = Field(description="one, or two if a regression had to be confirmed")
    pairs: list[GatedPair] = Field(description="every method at every level")
    only_old: list[str] = Field(description="methods that are not there any more")
    only_new: list[str] = Field(description="methods that were not there before")
    told: list[str] = Field(description="what else has changed, a sentence each")
