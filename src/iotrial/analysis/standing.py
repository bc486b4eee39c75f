"""How one level stands while its run goes on: for watching; what counts is the document of the finished run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Standing:
    """One level after some of its rounds.

    planned: None where the run goes on until it has seen enough. first_interval: the round from which there are
    intervals. arms: arm, median_ns, ratio, low and high (as in the document) of each that still takes part, the
    baseline first. placebo: the same of the second copy of the baseline. notes: what speaks against the level so far.
    """

    level: Mapping[str, int | str]
    rounds: int
    planned: int | None
    first_interval: int
    arms: list[dict[str, Any]]
    placebo: dict[str, Any]
    notes: list[str]
