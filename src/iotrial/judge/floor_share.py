"""The share of the floor that an arm reaches."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import HighOfFew
from iotrial.store.record import FloorKind
from iotrial.store.strict import Strict


class FloorShare(Strict):
    """The share that an arm reaches of its floor, the least time that was seen for its work."""

    floor: str = Field(
        description="the floor: a reference, LANGUAGE/NAME, or the arm that is the fastest; its own name if it is"
    )
    is_arm: bool = Field(description="if the floor is an arm, since no reference was faster")
    kind: FloorKind = Field(description="copying (bytes come into the program's own memory) or not copying")
    share: float = Field(description="the floor's time over the arm's, never above 1: 1 for the floor itself")
    low: float | None = Field(
        description="lower bound, corrected for all arms and floors of the level; null with too few rounds"
    )
    high: HighOfFew
