"""The surroundings of a run's rounds: which were drawn, and which of them moves a ratio (rule 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.drawn_surroundings import ENVIRONMENT, HEAP, PATH, SURROUNDINGS
from iotrial.ask.factors import is_first_call
from iotrial.cautions import sentence
from iotrial.judge.judged_arm import JudgedArm
from iotrial.store.read import StoredRun
from iotrial.store.record import PLACEBO, Caution, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.interval import Interval
    from iotrial.stats.judge_level import LevelJudgement


@dataclass(frozen=True)
class DrawnFigure:
    """A figure that is drawn for a round: the words for it, and the columns whose sum it is."""

    low: str
    high: str
    columns: Sequence[str]


#: Surrounding -> its figures by name. A shorter name of a path is also one of fewer folders, so both are looked at.
FIGURES: Mapping[str, Mapping[str, DrawnFigure]] = {
    PATH: {
        "path_bytes": DrawnFigure("the shortest", "the longest paths", ("path_bytes",)),
        "path_depth": DrawnFigure("the fewest", "the most folders above the files", ("path_depth",)),
    },
    HEAP: {"heap_bytes": DrawnFigure("a fresh one", "a heap that other work has used", ("heap_bytes",))},
    ENVIRONMENT: {
        "environment": DrawnFigure(
            "small ones", "a large environment and long arguments", ("environment_bytes", "argument_bytes")
        )
    },
}


@dataclass(frozen=True)
class Moving:
    """A surrounding that moves an arm's ratio: which figure of it, and the change from the lowest draw to the highest.

    change: as a ratio, with its bounds.
    """

    level: int
    arm: int
    figure: str
    drawn: DrawnFigure
    change: Interval

    def caution(self) -> Caution:
        """Return it as a caution with its figures."""
        values = {"high": self.drawn.high, "low": self.drawn.low, "change": self.change.center}
        bounds = {"least": self.change.low, "most": self.change.high}
        return Caution(code="surroundings", text=sentence("surroundings", {**values, **bounds}))


def varied(run: Run) -> list[str] | None:
    """Return the surroundings that were drawn anew in each round at some level; None if the run does not say."""
    found = [level.surroundings for level in run.levels if level.surroundings is not None]
    return [name for name in SURROUNDINGS if any(name in of_level for of_level in found)] if found else None


def looked_at(level: LevelRecord) -> dict[str, DrawnFigure]:
    """Return the figures that were drawn once for a round of a level.

    If each block has fresh processes, each of them has an environment of its own, and none is the round's.
    """
    names = [name for name in level.surroundings or () if not (name == ENVIRONMENT and is_first_call(level.level))]
    return {figure: drawn for name in names for figure, drawn in FIGURES.get(name, {}).items()}


def moving(stored: StoredRun, judgements: Sequence[LevelJudgement | None]) -> list[Moving]:
    """Return the surroundings that move the ratio of an arm by more than the margin.

    Corrected for all figures, arms and levels of the run, so that no more than 5 % of runs name one falsely.
    """
    import numpy as np

    from iotrial.stats.surroundings_effect import movers

    run = stored.run
    chosen = {
        number: looked_at(run.levels[number])
        for number, judgement in enumerate(judgements)
        if judgement is not None and judgement.invalid is None
    }
    places = {number: range(PLACEBO + 1, len(stored.levels[number].arms)) for number in chosen}
    tests = sum(len(figures) * len(places[number]) for number, figures in chosen.items())
    found = []
    for number, figures in chosen.items():
        judgement = judgements[number]
        if not figures or judgement is None:
            continue
        columns = stored.drawn[number]
        drawn = {name: np.sum([columns[column] for column in one.columns], axis=0) for name, one in figures.items()}
        arms = stored.levels[number].arms
        for one in movers(judgement.values, drawn, places[number], tests=tests, margin=run.margin):
            found.append(Moving(number, arms[one.place], one.figure, figures[one.figure], one.change))
    return found


def with_surroundings(arms: Sequence[JudgedArm], level: int, found: Sequence[Moving]) -> list[JudgedArm]:
    """Return the arms of a level, each with a caution for everything that moves its ratio."""
    return [
        arm.model_copy(
            update={
                "cautions": [
                    *arm.cautions,
                    *(one.caution() for one in found if (one.level, one.arm) == (level, number)),
                ]
            }
        )
        for number, arm in enumerate(arms)
    ]
