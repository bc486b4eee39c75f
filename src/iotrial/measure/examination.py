"""The examination of an arm: its memory, and if it does its work and keeps what it declares. Nothing here is timed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from iotrial.machine.page_cache import memory_of, reset_peak
from iotrial.probes.of_servers import memory_of_servers
from iotrial.store.record import Memory
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, WrongState, WrongWork, reason_of, require_inputs
from iotrial.workers.complaint import visible
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import Task
from iotrial.workers.worker import WorkerFailed

#: If the sink is the null device, a check uses a pipe instead, so that the bytes can be seen.
NULL_SINK, CHECK_SINK = "null", "pipe"

#: The first words of a reason that shows only if a method is called again, as a run does.
AGAIN = "called again with the same path"

#: The first words of a reason that shows only in a worker that had other inputs before.
AFTER_OTHERS = "right in a fresh worker only; in one that had other inputs before"

#: Reasons that may be the machine's: in a fresh worker they may be over.
_MACHINES_FAULT = re.compile("was killed by SIGKILL|did not answer within|the machine is short of")

#: The first words of a reason that is no fault of its bytes.
NOT_CHECKED = "its work cannot be checked"


def examine_at(levels: Sequence[LevelState], place: int, logs: Path) -> None:
    """Examine one arm without a pilot at levels that share a sink and their folder, and do the work again at each.

    One worker does so at all of them, since many take far longer to start than to do their work. If the arm leaves a
    level, the next one has a fresh worker; and so has a level at which it fails in a worker that was at another before,
    to tell what it does there by itself. An arm that does its work in a fresh worker only leaves all the same: its work
    depends on what came before, unless the machine was in trouble. Levels that share their probe have one together, at
    the last of them, and what it shows holds for all. So do those that share their crash: a worker that died for it is
    gone.
    """
    every = [level for level in levels if level.arms[place].status == "measured" and level.progress.skipped is None]
    left, used = every, dict[int, str]()
    while left:
        left = left[_examine_in_one_worker(left, every, place, logs, used) :]
    for level in every:
        if (reason := used.get(level.plan.index)) is not None:
            level.arms[place].leave("disqualified", f"{AFTER_OTHERS}: {reason}")


def _examine_in_one_worker(
    levels: Sequence[LevelState], every: Sequence[LevelState], place: int, logs: Path, used: dict[int, str]
) -> int:
    """Examine an arm in a fresh worker at level after level until it leaves one, or the worker is of no more use.

    Return at how many levels it was examined, at least one. every: the levels that may share their probe and crash.
    used: gets the reason of a level at which the arm did its work wrong in a worker that had been at another. What a
    probe finds there is not held against it: memory that a runtime has not given back hides what the next file takes.
    """
    first = levels[0].arms[place]
    with LocalRoundWorkers(levels[0], None, logs) as workers:
        arm_worker = workers.start([(first, Start())])[first.index]
        if not isinstance(arm_worker, LocalArmWorker):
            first.leave("failed", str(arm_worker))
            return 1
        for done, level in enumerate(levels):
            if done and (arm_worker.has_ended or workers.is_sink_shut):
                return done
            arm, after = level.arms[place], levels[done + 1 :]
            here = arm_worker.at(level, arm)
            examine(level, arm, here, logs, None, again=True)
            does_wrong = arm.status != "measured"
            alike = [level]
            for test, differs_by in _SHARED_TESTS:
                if arm.status == "measured" and not _alike(level, after, differs_by):
                    test(level, arm, here)
                    alike = _alike(level, every, differs_by)
            if arm.status != "measured" and done:
                if does_wrong and not _MACHINES_FAULT.match(arm.reason or ""):
                    used[level.plan.index] = arm.reason or ""
                level.arms[place] = replace(arm, status="measured", reason=None)
                return done
            if arm.status != "measured":
                for other in alike:
                    other.arms[place].leave(arm.status, arm.reason or "")
                return 1
    return len(levels)


def _alike(
    level: LevelState, others: Sequence[LevelState], differs_by: Callable[[Task], str | None]
) -> list[LevelState]:
    """Return those of other levels for which a test of this one holds."""
    what = differs_by(level.plan.task)
    return [other for other in others if what is not None and differs_by(other.plan.task) == what]


def examine(
    level: LevelState,
    arm: ArmState,
    arm_worker: LocalArmWorker,
    logs: Path,
    cpu: int | None,
    *,
    again: bool = False,
) -> None:
    """Examine an arm, and see that it left its inputs as they were: others read them too.

    again: it does its work more often, and what it declares is tested later.
    """
    _examine_work(level, arm, arm_worker, logs, cpu, again=again)
    if not again:
        probe(level, arm, arm_worker)
    _require_inputs(level, arm)


def _require_inputs(level: LevelState, arm: ArmState) -> None:
    try:
        require_inputs(level, arm.arm)
    except WrongWork as wrong:
        if arm.status == "failed":  # what it changed is why
            arm.status = "measured"
        arm.leave("disqualified", str(wrong))


def _examine_work(
    level: LevelState, arm: ArmState, arm_worker: LocalArmWorker, logs: Path, cpu: int | None, *, again: bool
) -> None:
    """Read the memory of one iteration, then check twice on the same path. An arm that does wrong leaves.

    With `again`, two more iterations and a third check follow.
    """
    problems: list[str] = []
    try:
        arm_worker.prepare(whole=False)
        under_load = _read_memory(level, arm, arm_worker)
        # A floor does less than the job: the amount of its work is checked, not its result.
        if arm.role != "floor":
            with _seen(level, arm, arm_worker, logs, cpu) as seen:
                problems = _verified(level, arm, seen)
                if not problems and _calls_again(level):
                    problems = _again(lambda: _verified(level, arm, seen))
                if again and not problems and _calls_again(level):  # a method may keep a file open for each path
                    problems = _again(lambda: _verified(level, arm, seen, after=arm_worker))
        problems = problems or under_load
    except WrongWork as wrong:
        arm.leave("disqualified", str(wrong))
        return
    except (SampleFailed, WorkerFailed) as failure:
        arm.leave("failed", str(failure))
        return
    except (OSError, ValueError) as error:  # it left something else than it should where its output is looked for
        arm.leave("failed", f"{NOT_CHECKED}: {visible(reason_of(error))}")
        return
    if problems:
        arm.leave("disqualified", "; ".join(problems))


def _read_memory(level: LevelState, arm: ArmState, arm_worker: LocalArmWorker) -> list[str]:
    """Read the memory of one iteration; return what was wrong with the answers of a server that was loaded for it.

    A check of one answer says more of what is wrong with it, and comes next.
    """
    if level.plan.task.served is None:
        arm.memory = _memory_of_worker(arm_worker)
        return []
    try:
        arm.memory = memory_of_servers(level, arm_worker)
    except WrongWork as wrong:
        return [str(wrong)]
    return []


def probe(level: LevelState, arm: ArmState, arm_worker: LocalArmWorker) -> None:
    """Test what an arm declares, as far as that can be done from outside; an arm that does wrong leaves."""
    if arm.status != "measured" or arm.role == "floor":
        return
    try:
        if problems := arm_worker.probe():
            arm.leave("disqualified", "; ".join(problems))
    except WrongWork as wrong:
        arm.leave("disqualified", str(wrong))
    except SampleFailed as failure:
        arm.leave("failed", str(failure))
    except (OSError, ValueError) as error:
        arm.leave("failed", f"{NOT_CHECKED}: {visible(reason_of(error))}")
    _require_inputs(level, arm)


def crash(level: LevelState, arm: ArmState, arm_worker: LocalArmWorker) -> None:
    """Test what an arm declares of a crash, as the last that is asked of its worker."""
    if arm.status != "measured" or arm.role == "floor":
        return
    try:
        problems = arm_worker.crash()
    except (SampleFailed, WrongState) as failure:
        arm.leave("failed", str(failure))
        return
    if problems:
        arm.leave("disqualified", "; ".join(problems))


#: The tests that levels may have together, and what of a level makes a difference to each.
_SHARED_TESTS: tuple[
    tuple[Callable[[LevelState, ArmState, LocalArmWorker], None], Callable[[Task], str | None]], ...
] = (
    (probe, lambda task: task.probe_differs_by),
    (crash, lambda task: task.crash_differs_by),
)


def _calls_again(level: LevelState) -> bool:
    """True if a method is called with a path again: not if it works within a window, or is observed once."""
    return level.plan.task.window is None and level.plan.task.observed is None


def _again(work: Callable[[], list[str]]) -> list[str]:
    """Do work on paths that were used before, whose files were removed; return what is wrong, and that it was again.

    A method that keeps a file open for its path works well on the first call, and on the second writes into a file that
    was removed.
    """
    try:
        problems = work()
    except WrongWork as wrong:
        problems = [str(wrong)]
    except (SampleFailed, WorkerFailed) as failure:
        raise SampleFailed(f"{AGAIN}: {failure}", alive=getattr(failure, "alive", False)) from None
    return [f"{AGAIN}: {'; '.join(problems)}"] if problems else []


@contextlib.contextmanager
def _seen(
    level: LevelState, arm: ArmState, arm_worker: LocalArmWorker, logs: Path, cpu: int | None
) -> Iterator[LocalArmWorker]:
    """The worker of an arm, or if nothing of what it sends can be seen, another one of it at a sink that can be read.

    SampleFailed if there is none.
    """
    sink = level.plan.task.sink
    if sink is None or sink.kind != NULL_SINK:
        yield arm_worker
        return
    with LocalRoundWorkers(replace(level, plan=level.plan.with_sink(CHECK_SINK)), cpu, logs) as workers:
        other = workers.start([(arm, Start())])[arm.index]
        if not isinstance(other, LocalArmWorker):
            raise SampleFailed(str(other), alive=False)
        yield other.at(level, arm)


def _verified(
    level: LevelState, arm: ArmState, arm_worker: LocalArmWorker, *, after: LocalArmWorker | None = None
) -> list[str]:
    """Check the arm's work, after two more iterations of a worker if there is one; return what is wrong."""
    if after is not None:
        after.bare(2)
    checked, received = arm_worker.check()
    return level.plan.task.verify(checked, received, level.resources.outputs(arm.index), arm.method)


def _memory_of_worker(arm_worker: LocalArmWorker) -> Memory:
    """Do one iteration; return the memory that it took."""
    assert arm_worker.pid is not None
    was_reset = reset_peak(arm_worker.pid)
    _, before_bytes = memory_of(arm_worker.pid)
    figures = arm_worker.bare()
    peak_bytes, _ = memory_of(arm_worker.pid)
    return Memory(
        peak_bytes=peak_bytes if was_reset else None,
        before_bytes=before_bytes,
        runtime_peak_bytes=figures["runtime_peak_bytes"],
        runtime_peak_real_bytes=figures["runtime_peak_real_bytes"],
    )
