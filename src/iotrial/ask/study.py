"""Plain values that say what is asked: a study, its levels, and how long it may take. Nothing is read here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from iotrial.ask.catalog import Value
from iotrial.ask.drawn_surroundings import SURROUNDINGS
from iotrial.ask.level_factors import level_name as level_name
from iotrial.ask.level_factors import said as said


@dataclass(frozen=True)
class Level:
    """One setting of every factor, and the arms measured at it (LANGUAGE/METHOD, baseline among them).

    `factors` holds the job's factors, `target`, and runtime options, `LANGUAGE.OPTION`.
    """

    factors: Mapping[str, Value]
    arms: tuple[str, ...]

    @property
    def name(self) -> str:
        """The level in one line."""
        return level_name(self.factors)


@dataclass(frozen=True)
class Study:
    """A question, the arms and levels that answer it, and the rules it is answered by."""

    name: str
    question: str
    job: str
    baseline: str
    levels: tuple[Level, ...]
    text: str  # the TOML as it was read; "" for a study made on the command line
    source: str  # the file that it was read from, for messages
    quick: bool = False
    margin: float = 0.01
    rounds: int | None = None  # None: 12, 16 or 24 by the number of arms and by `quick`, or what a named budget allows
    blocks: int | None = None  # None: chosen by the pilot; odd
    budget_seconds: float = 600.0
    fills_budget: bool = False  # the budget was named, so that rounds are added while it lasts
    insists_on_budget: bool = False  # it was named for this very run, which is refused if it is too small
    precision: float | None = None
    sample_ns: int = 2_000_000
    seed: int = 0
    memory: int = 0  # fresh processes of each arm in which memory is profiled; 0: only the peak of one is taken
    surroundings: tuple[str, ...] = tuple(SURROUNDINGS)  # drawn anew in each round, if they apply to a level
    notes: tuple[str, ...] = ()  # what a reader must know of how it was narrowed, a sentence each
    eligible: tuple[
        str, ...
    ] = ()  # arms that may be chosen, if the first level was asked for and has priority in the budget
    asked: tuple[str, ...] = ()  # the words after `iotrial` that ask for it; none if they are those of its name
