"""The state of one level while its run goes on: for watching; only the JudgedRun of the finished run counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ArmSoFar:
    """An arm after some of its rounds: its time, and its ratio with what is known of the bounds, as a JudgedArm's."""

    arm: str
    median_ns: float | None
    ratio: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Standing:
    """One level after some of its rounds.

    planned: None if the run goes on until it has seen enough. first_interval: the round from which there are intervals.
    arms: those that still take part, the baseline first. placebo: the second copy of the baseline. notes: doubts about
    the level so far.
    """

    level: Mapping[str, int | str]
    rounds: int
    planned: int | None
    first_interval: int
    arms: list[ArmSoFar]
    placebo: ArmSoFar
    notes: list[str]
