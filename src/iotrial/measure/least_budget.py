"""The least budget with which a study's arms can have intervals; a shorter one is reported before the first round."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from iotrial.ask.planned_risk import FEWEST_ASKED, FEWEST_TELLING, least_rounds, planned_risk, useful_rounds
from iotrial.ask.study import Study
from iotrial.errors import Problem, UsageError
from iotrial.measure.sizing import SURE_SHARE
from iotrial.units import format_ns
from iotrial.workers.state import LevelState

if TYPE_CHECKING:
    from iotrial.stats.risk import Risk

#: Budgets that a person would type, in seconds; beyond the last, whole minutes.
TYPED_S = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120)


def require_budget(
    study: Study,
    costs: Sequence[tuple[LevelState, float, float]],
    spent_ns: float,
    tell: Callable[[str], None] = lambda text: None,
) -> None:
    """Raise UsageError if the rest of a budget is too short for the rounds that any interval needs.

    A budget in a study's file is not made for a particular machine: if it is too short for this one, the run takes
    longer, and a note says for how long.
    costs: start and block of each level in ns, from its pilot. spent_ns: the part of the budget that is used up.
    """
    if not study.fills_budget or not costs:
        return
    sweep_ns = sum(start_ns + level.shape.blocks * block_ns for level, start_ns, block_ns in costs)
    needed = rounds_that_tell(study, [level for level, _, _ in costs])
    if spent_ns + needed * sweep_ns <= study.budget_seconds * 1e9:
        return
    enough_s = (spent_ns + needed * sweep_ns) / SURE_SHARE / 1e9
    budget = format_ns(study.budget_seconds * 1e9)
    rounds = f"{needed} rounds of {format_ns(sweep_ns)} here, after {format_ns(spent_ns)} of preparation"
    if study.insists_on_budget:
        hint = f"--budget {typed_budget(enough_s)}, or fewer methods or levels"
        few = f"{budget} are too few for any interval: it takes {rounds}"
        raise UsageError(Problem(few, where="--budget", hint=hint))
    tell(f"the study's {budget} are too short on this machine: it takes up to {format_ns(enough_s * 1e9)} ({rounds})")


def require_least_budget(study: Study, levels: Sequence[LevelState]) -> None:
    """Raise UsageError, before anything is made ready, if a named budget is too short for the shortest samples alone.

    Most samples take a millisecond or two, and are no reason; those of servers and windows of time are long. A
    question goes on: methods leave if time is short, and it is told before the first round how long an answer takes.
    """
    if not (study.fills_budget and study.insists_on_budget) or study.precision is not None or study.eligible:
        return
    sweep_ns = sum(len(level.arms) * _least_sample_ns(study, level) for level in levels if not level.progress.skipped)
    if FEWEST_TELLING * sweep_ns <= study.budget_seconds * 1e9:
        return
    budget = format_ns(study.budget_seconds * 1e9)
    why = f"{FEWEST_TELLING} rounds take {format_ns(FEWEST_TELLING * sweep_ns)} by themselves"
    hint = f"--budget {typed_budget(2 * FEWEST_TELLING * sweep_ns / 1e9 / SURE_SHARE)}, or fewer methods or levels"
    raise UsageError(Problem(f"{budget} are too few for any interval: {why}", where="--budget", hint=hint))


def _least_sample_ns(study: Study, level: LevelState) -> int:
    """The length of a level's shortest sample."""
    window = level.plan.task.window
    return window.length_ns if window is not None else level.plan.sample_ns(study.sample_ns)


def rounds_that_tell(study: Study, levels: Sequence[LevelState], among: Sequence[LevelState] | None = None) -> int:
    """Return the fewest rounds with which a run of these levels tells something of each; among: all of the run.

    If a budget was named, or a question asked that has one, large differences are enough (rule 30). Else every method
    has an exact interval, even if rounds are a little alike: a study takes a little longer rather than say little.
    """
    arms, risk = [len(level.arms) for level in levels], risk_of_levels(study, among or levels)
    if study.precision is not None:
        return least_rounds(risk, arms, sequence=True)
    if study.insists_on_budget:
        return FEWEST_TELLING
    return FEWEST_ASKED if study.eligible else useful_rounds(risk, arms)


def risk_of_levels(study: Study, levels: Sequence[LevelState]) -> Risk:
    """Return how the risk of a run of these levels will be shared out."""
    arms = [len(level.arms) for level in levels]
    return planned_risk(study, arms, pieces=any(level.plan.has_pieces for level in levels))


def typed_budget(seconds: float) -> str:
    """Return a budget of at least that many seconds, as a person would type it: `30s`, `3min`."""
    typed_s = next((typed for typed in TYPED_S if typed >= seconds), None)
    if typed_s is None:
        return f"{math.ceil(seconds / 60)}min"
    return f"{typed_s}s"
