"""The fastest arms of a level, and the lead of the winner."""

from __future__ import annotations

from pydantic import Field

from iotrial.store.strict import Strict


class Lead(Strict):
    """The winner's lead."""

    over: str = Field(description="the next arm")
    ratio: float = Field(description="that arm's time over the winner's")
    low: float = Field(description="lower bound of the ratio, corrected for all pairs of the level")
    high: float = Field(description="upper bound of that ratio")


class TopGroup(Strict):
    """The fastest of some arms."""

    top_group: list[str] = Field(description="arms not shown to be slower than the fastest, best first")
    winner: str | None = Field(description="the only arm of the top group; null if there are several")
    lead: Lead | None = Field(description="the winner's lead; null if there is no winner")
