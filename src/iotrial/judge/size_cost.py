"""The cost of an arm over size."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import Bounds, SharedFactors, SizeFactor
from iotrial.store.described import ArmName
from iotrial.store.strict import Strict


class SizeCost(Strict):
    """time = fixed + unit x work, fitted sweep by sweep over three sizes or more."""

    factor: SizeFactor
    at: SharedFactors
    arm: ArmName
    sizes: int = Field(description="levels that the line goes through")
    fixed_ns: Bounds = Field(description="cost at size 0")
    unit_ns: Bounds = Field(description="cost of one unit of work")
    misfit_share: Bounds = Field(
        description="how far the line is from the size that it fits worst, as a share of the time there"
    )
    growth_share: Bounds = Field(
        description="by how much the largest size takes longer than the smallest by that line, as a share of the "
        "smallest's; null also if it is infinite"
    )
