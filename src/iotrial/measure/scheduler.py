"""The order of all sweeps and rounds, and when to stop; it touches no process and no file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from iotrial.ask import plan
from iotrial.ask.drawn_surroundings import ENVIRONMENT, HEAP, PATH
from iotrial.measure.round import Machine, RoundPlan, Row, play_round
from iotrial.workers.round_workers import RoundWorkers, Start
from iotrial.workers.state import LevelState

Ending = Literal["rounds", "budget", "precision", "nothing left", "interrupted"]


class Host(Machine, Protocol):
    """The machine, and the workers of rounds on it."""

    #: CPUs that workers may be bound to; empty if nothing can be bound.
    cpus: Sequence[int]

    def round_workers(self, level: LevelState, cpu: int | None) -> RoundWorkers:
        """Return the workers of one round."""


@dataclass(frozen=True)
class Stop:
    """The end of a run, chosen before it begins (rule 10)."""

    rounds: int
    deadline_ns: int | None = None  # on the host's clock; never depends on ratios
    least_rounds: int = 1  # the deadline leaves no fewer, since fewer give no interval
    decided: Callable[[LevelState], bool] | None = None  # with --precision: does a level have its answer?
    done: Collection[int] = ()  # sweeps that are stored already, and not played again


@dataclass(frozen=True)
class Follower:
    """Calls for whoever follows a run, while nothing is measured: after each sample, and with the rows of each round
    once its workers have ended."""

    sample: Callable[[], None] = lambda: None
    round: Callable[[LevelState, list[Row]], None] = lambda level, rows: None


def schedule(
    levels: Sequence[LevelState],
    host: Host,
    seed: int,
    stop: Stop,
    keep: Callable[[int, list[Row]], None],
    follower: Follower = Follower(),
) -> Ending:
    """Play sweeps until `stop` says so and hand each whole one to `keep`."""
    longest_ns = 0
    for sweep in range(stop.rounds):
        if sweep in stop.done:
            continue
        open_levels = [level for level in levels if level.is_measurable]
        if not open_levels:
            return "precision" if stop.decided and any(level.progress.stopped for level in levels) else "nothing left"
        begun_ns = host.now_ns()
        if stop.deadline_ns is not None and sweep >= stop.least_rounds and begun_ns + longest_ns > stop.deadline_ns:
            return "budget"
        rows: list[Row] = []
        order = plan.sweep_order(seed, sweep, len(levels))
        for level in (levels[index] for index in order if sweep % levels[index].shape.visits == 0):
            if level.is_measurable:
                level.require_target()
            if level.is_measurable:
                drawn = draw(level, host.cpus, seed, sweep)
                well = [arm for arm in level.every if arm.status == "measured"]
                try:
                    played = play_round(
                        level, drawn, host.round_workers(level, drawn.cpu), host, on_sample=follower.sample
                    )
                except OSError as error:
                    if level.resources.target.is_there():
                        level.fail(f"the folder of its level is not as it was: {error.strerror or error}")
                    else:
                        level.lose_target(well)
                    continue
                level.require_hosts(well)
                if not level.resources.target.is_there():
                    level.lose_target(well)
                follower.round(level, played)
                rows += played
        if rows:  # no rows if the only level left is not visited in this sweep
            keep(sweep, rows)
        longest_ns = max(longest_ns, host.now_ns() - begun_ns)
        if stop.decided is not None:
            for level in open_levels:
                level.progress.stopped = stop.decided(level)
    return "rounds"


def draw(level: LevelState, cpus: Sequence[int], seed: int, sweep: int) -> RoundPlan:
    """Draw everything that is random in one round of a level."""
    arms = len(level.active_arms)
    orders = plan.block_orders(seed, sweep, level.plan.index, level.shape.blocks, arms)
    cpu = None if level.is_free or not cpus else plan.cpu(seed, sweep, level.plan.index, list(cpus))
    times = level.shape.blocks if level.plan.is_first_call else 1  # fresh processes
    starts = [_starts(level, seed, sweep, again) for again in range(times)]
    return RoundPlan(sweep, cpu, starts, [[int(place) for place in row] for row in orders])


def _starts(level: LevelState, seed: int, sweep: int, again: int) -> list[Start]:
    """Draw the conditions under which the processes of a round start; again: how often others of it have ended."""
    arms, drawn = len(level.active_arms), level.plan.surroundings
    starting = plan.start_order(seed, sweep, level.plan.index, arms, again)
    paddings = plan.paddings(seed, sweep, level.plan.index, arms, again) if ENVIRONMENT in drawn else [(0, 0)] * arms
    folders = plan.folders(seed, sweep, level.plan.index, len(level.every), again)
    chain = plan.path(seed, sweep, level.plan.index) if PATH in drawn else ()
    heap_bytes = plan.heap_bytes(seed, sweep, level.plan.index) if HEAP in drawn else None
    return [
        Start(
            order=int(starting[place]),
            environment_bytes=int(paddings[place][0]),
            argument_bytes=int(paddings[place][1]),
            folder=int(folders[arm.index]),
            chain=chain,
            heap_bytes=heap_bytes,
        )
        for place, arm in enumerate(level.active_arms)
    ]
