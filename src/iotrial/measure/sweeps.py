"""The sweeps of a run: play them, store each, and complete the record in every case."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from iotrial.judge.run_risk import risk_of_levels
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.orderly_end import is_interruption
from iotrial.measure.clock_checks import ClockChecks
from iotrial.measure.least_budget import rounds_that_tell
from iotrial.measure.precision import Decider, Precision
from iotrial.measure.recorded import level_record, now
from iotrial.measure.round import Row
from iotrial.measure.running_session import Session
from iotrial.measure.running_standings import Standings
from iotrial.measure.scheduler import Ending, Follower, Stop, schedule
from iotrial.probes.memory_kinds import profile_memory
from iotrial.probes.memory_over_requests import profile_servers
from iotrial.probes.system_calls import gather
from iotrial.store.read import StoredRun
from iotrial.store.record import Run
from iotrial.store.sample import SAMPLE
from iotrial.store.write import RunWriter
from iotrial.workers.state import LevelState

#: A run with --precision ends after this many rounds at the latest.
MOST_ROUNDS = 1000


def play_sweeps(session: Session, writer: RunWriter, run: Run, rounds: int, stored: StoredRun | None = None) -> None:
    """Play the sweeps of a run and store each; those that are stored already are not played again."""
    done = stored.sweeps if stored else []
    study, watcher = session.study, session.watcher
    standings = Standings(
        study.margin,
        None if study.precision else rounds,
        sequence=study.precision is not None,
        risk=risk_of_levels(run, [len(level.arms) for level in session.measurable]),
    )
    if stored:
        standings.recall(session.levels, stored)
    decider = _decider(session, run, standings)
    samples = sum(
        level.shape.blocks
        * len(level.active_arms)
        * sum(sweep not in done for sweep in range(0, rounds, level.shape.visits))
        for level in session.measurable
    )
    watcher.stage("measuring", None if decider else samples)
    stop = Stop(
        MOST_ROUNDS if decider else rounds,
        deadline_ns=session.deadline_ns,
        least_rounds=_least_rounds(session, rounds),
        decided=decider.is_decided if decider else None,
        done=done,
    )

    def keep(sweep: int, rows: list[Row]) -> None:
        with deferred_signals():  # DuckDB would take such a signal for a failure of its own
            writer.sweep(sweep, {name: [row[name] for row in rows] for name in SAMPLE})

    clocks = ClockChecks()

    def look(level: LevelState, rows: list[Row]) -> None:
        clocks.look(level, rows)
        standings.add(level, rows)
        watcher.pause(level, standings)

    with _closed_record(session, writer, run, rounds) as ended:
        with session.spent.on("rounds"):
            ending = schedule(session.levels, session.host, study.seed, stop, keep, Follower(watcher.step, look))
        ended.append(ending)
        with session.spent.on("evidence"), suppress(KeyboardInterrupt):  # the rounds are whole without it
            _look_into(session)
        watcher.stage("tidying up")  # this takes a while if the run made many files


def _least_rounds(session: Session, rounds: int) -> int:
    """Return the rounds without which some level has no interval, however little of the budget is left."""
    # Levels that give way to one that was asked for have their rounds in some of its sweeps only.
    levels = [level for level in session.measurable if level.shape.visits == 1]
    return min(rounds, rounds_that_tell(session.study, levels, session.levels)) if levels else min(rounds, 1)


def _decider(session: Session, run: Run, standings: Standings) -> Decider | None:
    """Return the decider that ends a run with --precision; None for a fixed plan."""
    if session.study.precision is None:
        return None
    chosen = session.setting.decider
    return chosen(run, standings) if chosen else Precision(session.study, standings)


@contextmanager
def _closed_record(session: Session, writer: RunWriter, run: Run, rounds: int) -> Iterator[list[Ending]]:
    """Write at the end how the run ended: by the last entry of the list that is yielded, else interrupted."""
    ended: list[Ending] = []
    try:
        yield ended
    except BaseException as error:
        if is_interruption(error) and session.setting.goes_on:
            again = f"iotrial run --resume {run.run}"
            again += " --sandbox" if session.setting.sandbox is not None else ""
            again += " --on FILE" if session.setting.hosts else ""
            session.watcher.note(f"what was measured is kept; to go on:\n  {again}")
        raise
    finally:
        session.runtimes.caution(session.levels)
        cautions = dict.fromkeys(caution for level in session.levels for caution in level.progress.cautions)
        writer.update(
            run.model_copy(
                update={
                    "levels": [level_record(level, rounds, session.texts) for level in session.levels],
                    "finished_at": now(),
                    "complete": bool(ended),
                    "stopped": ended[-1] if ended else "interrupted",
                    "seconds": (run.seconds or 0.0) + session.seconds,
                    "spent": session.spent.record(run.spent),
                    "cautions": [*run.cautions, *(new for new in cautions if new not in run.cautions)],
                }
            )
        )


def _look_into(session: Session) -> None:
    """Trace system calls and profile memory (rule 13), after the rounds, so that they leave no budget short.

    A single worker shows nothing of several at once.
    """
    levels = [level for level in session.levels if level.has_evidence]
    arms = sum(len(level.timed) - 1 for level in levels)
    if session.setting.evidence and arms:
        session.watcher.stage("gathering evidence", arms)
        end_ns = time.monotonic_ns() + session.evidence_ns
        for level in levels:
            gather(level, session.folder, session.host.cpus, session.watcher.step, end_ns=end_ns)
    # Whoever watches the memory of a worker starts it, outside of any sandbox.
    if (processes := session.study.memory) and arms and session.setting.sandbox is None:
        session.watcher.stage("profiling memory", processes * arms)
        for level in levels:
            if level.plan.task.served is not None:
                profile_servers(level, processes, session.folder, session.watcher.step)
            else:
                profile_memory(level, processes, session.folder, len(session.host.cpus), session.watcher.step)
