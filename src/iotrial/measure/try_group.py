"""Windows before any round, not analysed, in which a group shows that its workers do the job together."""

from __future__ import annotations

from pathlib import Path

from iotrial.ask.catalog import Kit
from iotrial.probes.locks import lock_wait
from iotrial.probes.memory_together import MemoryTogether
from iotrial.workers.arm_worker import SampleFailed, WrongState, WrongWork
from iotrial.workers.group_round import GroupRoundWorkers
from iotrial.workers.round_workers import Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.worker_group import WorkerGroup


def try_group(level: LevelState, arm: ArmState, logs: Path, compiler: Kit | None) -> None:
    """Try a group in windows: the arm leaves if its workers harm each other, else its lock waits are timed."""
    window = level.plan.task.window
    assert window is not None
    arm.work = window.piece_work
    with GroupRoundWorkers(level, logs) as workers:
        group = workers.start([(arm, Start())])[arm.index]
        if not isinstance(group, WorkerGroup):
            level.require_hosts()
            arm.leave("failed", str(group))
            return
        pids = group.pids
        try:
            with MemoryTogether(lambda: pids) as memory:
                problems = [_try_window(group) for _ in range(window.trials)]
        except SampleFailed as failure:
            level.require_hosts()
            arm.leave("failed", str(failure))
            return
    if any(problems):
        counted = arm.integrity.sentence() if arm.integrity is not None else ""
        arm.leave("disqualified", counted or next(problem for problem in problems if problem))
        return
    if not level.resources.others:
        arm.all_bytes = memory.most.peak_bytes if memory.most is not None else None
    window_ns = group.window[1] - group.window[0]
    arm.ns = window_ns / max(1, group.times.done)
    if window.every_ns:  # workers wait between records; the time of a record leaves that out
        arm.ns = float(group.times.p50_ns or arm.ns)
    elif group.times.kit_ns is not None:  # the kit's share of all workers' time, applied to a record's
        arm.kit_ns = arm.ns * min(1.0, group.times.kit_ns * group.times.done / (window_ns * window.members))
    if window.shares_a_file and not level.resources.others:  # the library that times them is here
        arm.lock_wait = lock_wait(level, arm, logs, compiler)


def _try_window(group: WorkerGroup) -> str:
    """Try one window; return what was wrong with the group's work, empty if nothing was."""
    try:
        group.sample(1)
    except WrongWork as wrong:
        return str(wrong)
    except WrongState:  # the records are right all the same
        return ""
    return ""
