"""The pilot: one round of each level that is not analysed, from which follow iterations, blocks and rounds.

`pilot_round` takes the samples, `pilot_result` says what follows from them and changes nothing, and `resized_result`
mends the iterations that a disturbed first look had given (rule 3).
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from iotrial.ask.plan import rounds_for
from iotrial.ask.study import Study
from iotrial.measure.least_budget import require_budget, risk_of_levels, typed_budget
from iotrial.measure.ready import make_level_ready
from iotrial.measure.running_session import Session
from iotrial.measure.sizing import (
    LEAST_TOLD,
    LONG_BLOCK_NS,
    MOST_BLOCKS,
    blocks_for_rounds,
    blocks_of,
    fitting_blocks,
    fitting_rounds,
    floor_iterations,
    resized,
    shared_times,
    shift_of,
    shortest_sample_ns,
)
from iotrial.measure.warmup import (
    LONGEST_NS,
    MOST_PILOT_BLOCKS,
    MOST_SHORT_BLOCKS,
    PILOT_BLOCKS,
    OwnWarmUp,
    Times,
    WarmUp,
    is_settled,
    least_warm_up_ns,
    own_time_ns,
    shared_warm_up,
    warm_alone,
    warm_up,
    warms_alone,
)
from iotrial.stats.plateau import FEWEST_BLOCKS
from iotrial.store.record import BASELINE
from iotrial.units import format_ns
from iotrial.workers.arm_worker import ArmWorker, SampleFailed, WrongState, WrongWork
from iotrial.workers.group_round import round_workers_of
from iotrial.workers.round_workers import Start
from iotrial.workers.state import ArmState, LevelState

#: The pilots of all levels take no larger share of a budget, beyond the few blocks that each needs.
PILOT_SHARE = 0.06

#: A pilot ends after this long, even if its arms still warm up.
LONGEST_PILOT_NS = 3e9

#: Arms that warm up together for more blocks than this are looked at again, in fresh processes.
SURE_WARM_UP_BLOCKS = 8


@dataclass
class PilotSamples:
    """The times that a pilot took and saw, ns; arms by their index."""

    start_ns: float = 0.0  # to start its workers and to end them
    blocks_ns: list[float] = field(default_factory=list)  # of each block
    times: dict[int, list[float]] = field(default_factory=dict)  # of each arm, by its worker's clock
    shortest: dict[int, float] = field(default_factory=dict)  # wall time of an arm's shortest sample
    pieces: dict[int, float] = field(default_factory=dict)  # the least time of a piece of work in an arm's windows
    alone: dict[int, OwnWarmUp] = field(default_factory=dict)  # of arms that warm up by themselves
    again: dict[int, list[float]] = field(default_factory=dict)  # of arms that warm up together, at a second look

    def keep_piece(self, index: int, window_ns: int | None, count: int | None) -> None:
        """Keep the time of a piece of work if a sample is a window: those of all arms are of one length."""
        if window_ns and count:
            self.pieces[index] = min(window_ns / count, self.pieces.get(index, window_ns))

    @property
    def together(self) -> Times:
        """The times of the arms that warm up together."""
        return {index: own for index, own in self.times.items() if index not in self.alone}

    def warm_up(self, margin: float, most_blocks: int) -> WarmUp:
        """Return the warm-up of the arms together, the shorter one if there were two looks.

        A program does in each of its processes what is its own; what comes once, such as a slow spell, is the
        machine's. An arm that had no plateau at the first look has none.
        """
        if not self.again:
            return warm_up(self.together, margin, most_blocks)
        first, second = (warm_up(times, margin, MOST_PILOT_BLOCKS) for times in (self.together, self.again))
        if not second.is_known or second.blocks >= first.blocks or not second.moving <= first.moving:
            return warm_up(self.together, margin, most_blocks)
        found = warm_up(self.again, margin, most_blocks)
        return replace(found, moving=found.moving | first.moving)


@dataclass(frozen=True)
class ArmPilot:
    """The estimates of an arm: its iterations, its shortest sample, its warm-up, and if it is without a plateau."""

    iterations: int
    shift: int
    shortest_ns: float | None
    own_warmup: int
    is_moving: bool | None  # None: not known
    own_warmup_ns: float = 0.0  # what that warm-up takes, with what is not timed
    piece_ns: float | None = None

    @property
    def time_ns(self) -> float:
        """The least time of an iteration; 0 if it gave no sample."""
        return (self.shortest_ns or 0.0) / self.iterations


@dataclass(frozen=True)
class PilotResult:
    """All that follows from a pilot: the costs of a start and of a block, ns, and what a round is made of."""

    start_ns: float
    block_ns: float
    blocks: int
    warmup_blocks: int
    arms: Mapping[int, ArmPilot]

    def settle(self, level: LevelState) -> None:
        """Measure a level by it from now on."""
        level.shape = replace(level.shape, blocks=self.blocks, warmup_blocks=self.warmup_blocks)
        for arm in level.every:
            if (found := self.arms.get(arm.index)) is not None:
                arm.iterations, arm.shift, arm.pilot_ns = found.iterations, found.shift, found.shortest_ns
                arm.own_warmup, arm.own_warmup_ns = found.own_warmup, found.own_warmup_ns
                arm.is_moving, arm.piece_ns = found.is_moving, found.piece_ns


#: A level, and the times of a start and of a block in its pilot, ns.
Tried = tuple[LevelState, float, float]


def pilot(session: Session) -> int:
    """Try out every level, set its blocks, and return the rounds of the run."""
    tried: list[Tried] = []
    priority = session.priority

    def try_out(level: LevelState) -> None:
        tried.append(_try_out(session, level))

    late = [level for level in session.measurable if all(first is not level for first in session.first_levels)]
    verified = sum(len(level.every) for level in late) if priority is not None else 0
    session.watcher.stage("trying out", len(session.measurable) + verified)
    if priority is None:
        for level in session.measurable:
            try_out(level)
            session.watcher.step()
        return _fit(session, tried)

    def make_ready_and_try_out(level: LevelState) -> None:
        if any(one is level for one in late):
            make_level_ready(session, level)
        if level.is_measurable:
            try_out(level)

    for level in session.measurable:  # others give way to the first
        priority.spend(level, partial(make_ready_and_try_out, level))
        if level is session.levels[0]:
            priority.leave_slow(*tried[0][1:])
        session.watcher.step()
    sweeps = priority.share_out(tried)
    if priority.late_ns:
        session.watcher.note(_told_late(session, priority.late_ns))
    return sweeps


def _told_late(session: Session, late_ns: int) -> str:
    """Say before the first round how long an answer takes, and what would do, if the budget is too short for it."""
    whole_ns = session.study.budget_seconds * 1e9 + late_ns
    longer = f"an answer takes longer here: up to {format_ns(whole_ns)}"
    return f"{longer}; --budget {typed_budget(whole_ns / 1e9)} would do" if session.study.insists_on_budget else longer


def _try_out(session: Session, level: LevelState) -> Tried:
    """Play the pilot of a level, and measure the level by its result."""
    study = session.study
    allowed_ns = min(LONGEST_PILOT_NS, PILOT_SHARE * study.budget_seconds * 1e9 / len(session.levels))
    own_ns = session.priority.own_warm_up_ns() if session.priority else None
    seen = pilot_round(level, session.folder, session.cpu, study.margin, allowed_ns, own_ns)
    if not level.plan.is_first_call and seen.warm_up(study.margin, MOST_PILOT_BLOCKS).blocks > SURE_WARM_UP_BLOCKS:
        together = [arm for arm in level.active_arms if arm.index not in seen.alone]
        seen.again = pilot_round(level, session.folder, session.cpu, study.margin, allowed_ns, only=together).times
    if session.priority:  # others were seen to warm up beside them
        leave_out_floors(level, seen)
    result = resized_result(pilot_result(level, seen, study.margin, allowed_ns), level, study)
    result.settle(level)
    return level, result.start_ns, result.block_ns


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
        costs = [(level.shape.blocks, start_ns, block_ns) for level, start_ns, block_ns in tried]
        blocks = blocks_for_rounds(costs, rounds, left_ns) if fills_budget else fitting_blocks(costs, left_ns / rounds)
    for (level, *_), count in zip(tried, blocks, strict=True):
        level.shape = replace(level.shape, blocks=count)
    require_budget(study, tried, session.paid_seconds * 1e9 + session.evidence_ns, session.watcher.note)
    if not fills_budget:
        return rounds
    sweep_ns = sum(start_ns + level.shape.blocks * block_ns for level, start_ns, block_ns in tried)
    return fitting_rounds(rounds, sweep_ns, left_ns)


def leave_out_floors(level: LevelState, seen: PilotSamples) -> None:
    """Take the floors out of a level that has no rounds for them, and out of all that its pilot says: no answer names
    them."""
    for floor in level.floors:
        times = seen.times.pop(floor.index, [])
        seen.shortest.pop(floor.index, None)
        seen.again.pop(floor.index, None)
        if len(times) == len(seen.blocks_ns):
            seen.blocks_ns = [block - time for block, time in zip(seen.blocks_ns, times, strict=True)]
    level.floors.clear()


def pilot_round(
    level: LevelState,
    logs: Path,
    cpu: int | None,
    margin: float,
    allowed_ns: float = LONGEST_PILOT_NS,
    own_ns: float | None = None,
    only: Sequence[ArmState] | None = None,
) -> PilotSamples:
    """Play one round that is not analysed, until every arm has reached its plateau, or `allowed_ns` is over.

    Arms that warm up alone do so before. own_ns: time is short, so each of them has so long, and a placebo is taken to
    warm up as its baseline does if that has a plateau; None: each copy is looked at. only: the arms that take part;
    None: all.
    """
    seen = PilotSamples()
    arms = level.active_arms if only is None else only
    begun = time.monotonic_ns()
    with round_workers_of(level, cpu, logs) as workers:
        arm_workers = workers.start([(arm, Start(order)) for order, arm in enumerate(arms)])
        seen.start_ns = float(time.monotonic_ns() - begun)
        for arm in arms:
            if warms_alone(level, arm):
                twin = seen.alone.get(BASELINE) if own_ns is not None and arm.role == "placebo" else None
                if twin is not None and not twin.is_moving:
                    seen.alone[arm.index] = twin
                    continue
                control_ns = _control_of(level, arm, arm_workers)
                longest_ns = LONGEST_NS if own_ns is None else min(LONGEST_NS, max(own_ns, least_warm_up_ns(arm)))
                own = warm_alone(arm_workers[arm.index], arm.iterations, margin, control_ns, longest_ns)
                seen.alone[arm.index] = own
        while not _is_piloted(level, seen, margin, allowed_ns):
            block_begun = time.monotonic_ns()
            if level.plan.is_first_call and seen.blocks_ns:
                workers.end()
                arm_workers = workers.start([(arm, Start(order)) for order, arm in enumerate(arms)])
            for arm in arms:
                arm_worker = arm_workers[arm.index]
                if isinstance(arm_worker, SampleFailed):
                    continue
                try:
                    figures = arm_worker.sample(arm.iterations)
                except (SampleFailed, WrongState) as failure:
                    if isinstance(failure, WrongWork) and (workers.is_sink_shut or arm.harms):
                        arm.leave("disqualified", str(failure))
                    continue
                wall_ns = max(float(figures["wall_ns"] or 1), LEAST_TOLD * (figures.get("outside_ns") or 0))
                seen.shortest[arm.index] = min(wall_ns, seen.shortest.get(arm.index, wall_ns))
                seen.keep_piece(arm.index, figures["wall_ns"], figures.get("counted"))
                seen.times.setdefault(arm.index, []).append(own_time_ns(figures))
            seen.blocks_ns.append(float(time.monotonic_ns() - block_begun))
        ended = time.monotonic_ns()
    seen.start_ns += time.monotonic_ns() - ended
    return seen


def _control_of(
    level: LevelState, arm: ArmState, arm_workers: Mapping[int, ArmWorker | SampleFailed]
) -> Callable[[], float] | None:
    """Return what takes a sample of the arm or floor that does not warm up alone and takes most nearly as long.

    None if there is none, and for servers, of which a sample takes too long.
    """
    if level.plan.task.served is not None:
        return None
    wanted = (arm.ns or 1.0) * arm.iterations
    settled = [one for one in level.active_arms if not warms_alone(level, one) and one.ns]
    control = min(settled, key=lambda one: abs(math.log((one.ns or 1.0) * one.iterations / wanted)), default=None)
    if control is None or isinstance(worker := arm_workers[control.index], SampleFailed):
        return None
    return lambda: own_time_ns(worker.sample(control.iterations))


def _is_piloted(level: LevelState, seen: PilotSamples, margin: float, allowed_ns: float) -> bool:
    """True if a pilot may end: its blocks are enough to see every arm's plateau, or its time is over.

    A first call has no plateau to reach.
    """
    blocks, took_ns = len(seen.blocks_ns), sum(seen.blocks_ns)
    if blocks < PILOT_BLOCKS:
        return blocks > 0 and took_ns > LONGEST_PILOT_NS
    if level.plan.is_first_call:
        return True
    if took_ns > allowed_ns or blocks >= MOST_PILOT_BLOCKS:
        return True
    return blocks >= FEWEST_BLOCKS and blocks % 2 == 0 and is_settled(seen.together, margin)


def pilot_result(
    level: LevelState, seen: PilotSamples, margin: float, allowed_ns: float = LONGEST_PILOT_NS
) -> PilotResult:
    """Return what follows for a level from the samples of its pilot; the level stays as it is."""
    block_ns = statistics.median(seen.blocks_ns)
    # Warming up may take as long as a round's blocks at their most, and a fair part of what the budget allows.
    most_blocks = max(MOST_SHORT_BLOCKS, min(MOST_BLOCKS, int(4 * allowed_ns / block_ns)))
    found, alone = seen.warm_up(margin, most_blocks), shared_warm_up(level.every, seen.alone)
    is_known = found.is_known and not level.plan.is_first_call
    arms: dict[int, ArmPilot] = {}
    for arm in level.every:
        own, shortest_ns = alone.get(arm.index), seen.shortest.get(arm.index)
        if own is not None:
            shortest_ns = min([*own.times_ns, *seen.times.get(arm.index, [])], default=1.0)
            shortest_ns = shortest_ns if arm.is_timed else arm.pilot_ns
            settled = (own.samples, own.is_moving, own.needed_ns)
            arms[arm.index] = ArmPilot(arm.iterations, arm.shift, shortest_ns, *settled, seen.pieces.get(arm.index))
        elif arm.is_timed:
            is_moving = arm.index in found.moving if is_known else None
            arms[arm.index] = ArmPilot(
                arm.iterations, arm.shift, shortest_ns, arm.own_warmup, is_moving, piece_ns=seen.pieces.get(arm.index)
            )
    # The first call of a process is a question of its own (rule 24), and one slow block looks like noise in a pilot.
    least = 1 if block_ns <= LONG_BLOCK_NS else 0
    warmup_blocks = 0 if level.plan.is_first_call else max(least, found.blocks)
    alone_ns = sum(alone[arm.index].needed_ns for arm in level.active_arms if arm.index in alone)
    start_ns = seen.start_ns + (warmup_blocks * block_ns + alone_ns)
    return PilotResult(start_ns, block_ns, blocks_of(start_ns, block_ns), warmup_blocks, arms)


def resized_result(result: PilotResult, level: LevelState, study: Study) -> PilotResult:
    """Return the result with the iterations that a disturbed first look at an arm should have given it (rule 3)."""
    timed = [arm for arm in level.arms if arm.is_timed]
    seen = {index: arm for index, arm in result.arms.items() if arm.shortest_ns}
    is_sized = level.plan.is_alone and not level.plan.has_one_iteration
    if not is_sized or not level.arms[0].is_timed or not all(arm.index in seen for arm in timed):
        return result
    together = level.plan.together
    clock_step_ns = max(arm.clock_step_ns or 1 for arm in timed)
    sample_ns = shortest_sample_ns(level.plan.sample_ns(study.sample_ns), clock_step_ns, study.margin)
    times = shared_times([seen[arm.index].time_ns * together for arm in timed], [arm.method.arm for arm in timed])
    counts = resized([arm.iterations // together for arm in timed], times, sample_ns)
    if counts is None:
        return result
    floors = [floor for floor in level.floors if floor.is_timed]
    least_ns = [seen[floor.index].time_ns if floor.index in seen else floor.ns or 1.0 for floor in floors]
    counts += [floor_iterations(time_ns * together, counts[0], sample_ns) for time_ns in least_ns]
    arms = dict(result.arms)
    added_ns = longest = 0.0
    for arm, count in zip([*timed, *floors], counts, strict=True):
        before = arms[arm.index]
        factor = count * together / before.iterations
        added_ns += (factor - 1) * (before.shortest_ns or 0.0)
        longest = max(longest, 1 / factor if not before.own_warmup else 1.0)
        arms[arm.index] = ArmPilot(
            count * together,
            shift_of(count, counts[0]),
            before.shortest_ns and before.shortest_ns * factor,
            math.ceil(before.own_warmup / factor),
            before.is_moving,
            before.own_warmup_ns,
        )
    warmup_blocks = result.warmup_blocks
    if longest > 1:  # shorter samples warm up by more of them
        warmup_blocks = math.ceil(warmup_blocks * longest)
    return replace(
        result,
        start_ns=result.start_ns + warmup_blocks * added_ns,
        block_ns=result.block_ns + added_ns,
        warmup_blocks=warmup_blocks,
        arms=arms,
    )
