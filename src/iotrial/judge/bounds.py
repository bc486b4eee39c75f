"""Figures with their bounds, as results have them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from iotrial.store.record import Factors as Factors
from iotrial.store.strict import Strict

LowOfRatio = Annotated[float | None, Field(description="lower bound of the ratio; null with too few rounds")]
HighOfRatio = Annotated[float | None, Field(description="upper bound of the ratio; null with too few rounds")]
HighOfFew = Annotated[float | None, Field(description="upper bound; null with too few rounds")]
SizeFactor = Annotated[str, Field(description="the factor that sets the size")]
SharedFactors = Annotated[Factors, Field(description="the factors that the levels share")]


class Bounds(Strict):
    """A median with its interval."""

    median: float | None = Field(description="the median; null if there is no value")
    low: float | None = Field(description="lower bound; null if there are too few values for an interval")
    high: float | None = Field(description="upper bound; null if there are too few values for an interval")


class KnownBounds(Bounds):
    """A median that is there, with its interval."""

    median: float = Field(description="the median, which is known")


class FullBounds(Strict):
    """A median with an interval that is there."""

    median: float = Field(description="the median")
    low: float = Field(description="lower bound")
    high: float = Field(description="upper bound")


class RatioBounds(Strict):
    """A time over another time: above 1 is slower."""

    ratio: float | None = Field(description="time over time; null if there is none")
    low: LowOfRatio
    high: HighOfRatio
