"""The share of the floor that an arm reaches."""

from __future__ import annotations

from pydantic import Field

from iotrial.store.record import FloorKind, Strict


class FloorShare(Strict):
    """The share that an arm reaches of the fastest floor of its kind."""

    floor: str = Field(description="the floor, LANGUAGE/NAME")
    kind: FloorKind = Field(description="copying (bytes come into the program's own memory) or not copying")
    share: float = Field(description="the floor's time over the arm's: 1 is as fast as can be")
    low: float | None = Field(
        description="lower bound, corrected for all arms and floors of the level; null with too few rounds"
    )
    high: float | None = Field(
        description="upper bound; null with too few rounds. An arm whose lower bound is above 1 by more than the "
        "margin is invalid"
    )
