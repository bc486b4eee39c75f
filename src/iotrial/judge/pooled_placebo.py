"""The second copies of the baseline: the noise floor."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import RatioBounds


class PooledPlacebo(RatioBounds):
    """All placebo rounds of a run in one interval."""

    rounds: int = Field(description="rounds with a value, of all levels")
