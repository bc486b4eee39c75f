"""One round of each level that is not analysed; it decides the blocks of a round, and the rounds of a budget."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from iotrial.ask.plan import rounds_for
from iotrial.measure.budget_priority import TRIED_SHARE, BudgetPriority
from iotrial.measure.least_budget import require_budget, risk_of_levels
from iotrial.measure.prepare import LONGEST_PILOT_NS, pilot_round
from iotrial.measure.running_session import Session
from iotrial.measure.size_anew import size_anew
from iotrial.measure.sizing import blocks_for_rounds, fitting_blocks, fitting_rounds
from iotrial.units import format_ns
from iotrial.workers.state import LevelState

#: The pilots of all levels take no larger share of a budget, beyond the few blocks that each needs.
PILOT_SHARE = 0.06


class Tried(NamedTuple):
    """A level, and the times of a start and of a block in its pilot."""

    level: LevelState
    start_ns: float
    block_ns: float


def pilot(session: Session) -> int:
    """Try out every level, set its blocks, and return the rounds of the run."""
    if session.priority:
        sweeps = session.priority.share_out(_tried_while_others_give_way(session, session.priority))
        if session.priority.added_ns:
            whole_ns = session.study.budget_seconds * 1e9 + session.priority.added_ns
            session.watcher.note(f"an answer takes longer here: up to {format_ns(whole_ns)}, without building")
        return sweeps
    tried = []
    session.watcher.stage("trying out", len(session.measurable))
    for level in session.measurable:
        tried.append(_try_out(session, level))
        session.watcher.step()
    return _fit(session, tried)


def _tried_while_others_give_way(session: Session, priority: BudgetPriority) -> list[Tried]:
    tried: list[Tried] = []
    session.watcher.stage("trying out", len(session.measurable))
    for level in session.measurable:
        priority.spend(level, partial(lambda level: tried.append(_try_out(session, level)), level), TRIED_SHARE)
        if level is session.levels[0]:
            priority.leave_slow(tried[0].start_ns, tried[0].block_ns)
        session.watcher.step()
    return tried


def _try_out(session: Session, level: LevelState) -> Tried:
    allowed_ns = min(LONGEST_PILOT_NS, PILOT_SHARE * session.study.budget_seconds * 1e9 / len(session.levels))
    costs = pilot_round(level, session.folder, session.cpu, session.study.margin, allowed_ns)
    return Tried(level, *size_anew(level, session.study, *costs))


def _fit(session: Session, tried: list[Tried]) -> int:
    """Set the blocks, fewer if the budget is short; return the rounds, more if the budget was named and allows it."""
    study = session.study
    arms = [len(level.arms) for level in session.levels]
    rounds = study.rounds or rounds_for(arms, study.quick, risk_of_levels(study, session.levels))
    fills_budget = study.rounds is None and study.fills_budget
    left_ns = session.deadline_ns - time.monotonic_ns()
    if study.blocks is not None:
        blocks = [study.blocks for _ in tried]
    else:
        costs = [(one.level.shape.blocks, one.start_ns, one.block_ns) for one in tried]
        blocks = blocks_for_rounds(costs, rounds, left_ns) if fills_budget else fitting_blocks(costs, left_ns / rounds)
    for one, count in zip(tried, blocks, strict=True):
        one.level.shape = replace(one.level.shape, blocks=count)
    require_budget(study, tried, session.paid_seconds * 1e9 + session.evidence_ns, session.watcher.note)
    if not fills_budget:
        return rounds
    return fitting_rounds(rounds, sum(one.start_ns + one.level.shape.blocks * one.block_ns for one in tried), left_ns)
