"""A pass that counts the system calls and bytes of each arm, and times nothing (rule 13)."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from iotrial.cautions import sentence
from iotrial.machine.process_io import process_io
from iotrial.probes.cached_evidence import recall, remember
from iotrial.probes.count import bytes_copied, calls_of_iteration
from iotrial.probes.few_units import FEW_UNITS, MANY_UNITS, is_confirmed, whole_of
from iotrial.probes.garbage import count_collections
from iotrial.probes.of_servers import calls_of_servers
from iotrial.probes.perf import Perf
from iotrial.probes.strace import Strace
from iotrial.probes.trace import Request, Talk, requests
from iotrial.probes.tracer import NoTrace, Tracer
from iotrial.store.record import Caution, Evidence
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, WrongState
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import Task

#: Iterations of the requests that are compared: each has one more than the one before.
ITERATIONS = (1, 2, 3)

#: An iteration with more reads and writes than this is not traced: it would take seconds.
MOST_TRACED_CALLS = 50_000
TOO_MANY = f"more than {MOST_TRACED_CALLS:,} reads and writes an iteration"

#: The reason of an arm for which there was no time.
NO_TIME = "tracing may take a tenth of the budget, and that was over; the next run goes on from there"

#: If an arm has more calls than this, one iteration is traced, between the kit's two readings of its counters.
MANY_CALLS = 5_000
MANY_ITERATIONS = (1,)

#: If an iteration takes longer than this, one is traced too.
LONG_NS = 30_000_000

#: Field of Evidence -> its name in /proc/PID/io.
_IO = {
    "read_calls": "syscr",
    "write_calls": "syscw",
    "read_bytes": "rchar",
    "written_bytes": "wchar",
    "device_read_bytes": "read_bytes",
    "device_written_bytes": "write_bytes",
}


def gather(
    level: LevelState,
    logs: Path,
    cpus: Sequence[int],
    on_arm: Callable[[], None] = lambda: None,
    *,
    end_ns: int | None = None,
) -> None:
    """Set the evidence of every timed arm; the placebo gets the baseline's.

    What an earlier run has found for the same text, runtime and kernel is taken from there. Nothing is timed here, so
    as many arms run at once as there are CPUs. No arm is begun after `end_ns` of the monotonic clock; a later run may
    find more. If system calls cannot be traced, /proc gives reads and writes, and the level gets a caution with the
    reason.
    """
    free: SimpleQueue[int | None] = SimpleQueue()
    # Arms take turns if they write to one file, if one would bring into memory what another throws out, or if the
    # input is charged to whoever reads it.
    takes_turns = (
        level.plan.sink_kind == "file" or level.plan.task.cold is not None or level.plan.memory_limit_bytes is not None
    )
    places: Sequence[int | None] = (cpus[:1] if takes_turns else cpus) or [None]
    for cpu in places:
        free.put(cpu)
    candidates = [arm for arm in level.timed if arm.role != "placebo"]

    def look(arm: ArmState) -> Evidence:
        if (kept := recall(level, arm)) is not None:
            return kept
        cpu = free.get()
        try:
            if end_ns is not None and time.monotonic_ns() > end_ns:
                return Evidence(reason=NO_TIME)
            found = _examine(level, arm, logs, cpu)
        finally:
            free.put(cpu)
        remember(level, arm, found)
        return found

    pool = ThreadPoolExecutor(len(places))
    try:
        for arm, evidence in zip(candidates, pool.map(look, candidates), strict=True):
            arm.evidence = evidence
            on_arm()
    finally:
        pool.shutdown(cancel_futures=True)
    if level.arms[0].is_timed:
        level.arms[1].evidence = level.arms[0].evidence
    many = [arm.arm for arm in candidates if arm.evidence.reason == TOO_MANY]
    if many:
        figures = {"arms": ", ".join(many), "most": MOST_TRACED_CALLS}
        level.progress.cautions.append(Caution(code="many_calls", text=sentence("many_calls", figures)))
    for reason in dict.fromkeys(arm.evidence.reason for arm in candidates):
        if reason not in (None, TOO_MANY):
            level.progress.cautions.append(Caution(code="not_traced", text=sentence("not_traced", {"reason": reason})))


def _examine(level: LevelState, arm: ArmState, logs: Path, cpu: int | None) -> Evidence:
    """Return one arm's evidence; empty, with the reason, if the arm failed; counted by /proc if tracing did."""
    with LocalRoundWorkers(level, cpu, logs) as workers:
        try:
            arm_worker = workers.start_one(arm)
            if level.plan.task.served is not None:
                return calls_of_servers(level, arm, arm_worker, logs)
            found = _calls(level, arm, arm_worker, logs, cpu)
            collected = count_collections(arm_worker, arm) if level.plan.task.cold is None else {}
            return found.model_copy(update=dict(collected))
        except (SampleFailed, WrongState) as failure:
            return Evidence(reason=f"{arm.arm} failed while its system calls were counted: {failure}")


def _calls(level: LevelState, arm: ArmState, arm_worker: LocalArmWorker, logs: Path, cpu: int | None) -> Evidence:
    """Return one arm's system calls, of a few units if these tell those of all, else of few iterations."""
    if (few := _few(level)) and (found := _of_few(arm_worker, few, level.plan.task.works[0], logs, cpu)):
        return found
    first = _io_of(arm_worker, 1)
    busy = _moves(first)
    try:
        if busy > MOST_TRACED_CALLS:
            raise NoTrace(TOO_MANY)
        once = busy > MANY_CALLS or (arm.ns or 0) > LONG_NS or level.plan.task.cold is not None
        iterations = MANY_ITERATIONS if once else ITERATIONS
        return _traced(arm, arm_worker, logs / f"trace-{arm.index:03d}", iterations, cpu)
    except NoTrace as reason:
        return _counted(arm_worker, str(reason), first if level.plan.task.cold is not None else {})


def _few(level: LevelState) -> list[Task]:
    """Return pieces of the level's work that have few units; none if it has few itself, or cannot be cut."""
    if len(level.plan.task.works) != 1 or level.plan.task.works[0] < MANY_UNITS or level.plan.task.cold is not None:
        return []
    pieces = [level.plan.task.fewer(units) for units in FEW_UNITS]
    return [piece for piece in pieces if piece is not None]


def _of_few(
    arm_worker: LocalArmWorker, few: Sequence[Task], units: int, logs: Path, cpu: int | None
) -> Evidence | None:
    """Trace a few units and return the calls of all; None if units make unlike calls, or if nothing can be traced."""
    assert arm_worker.pid is not None
    output = logs / f"trace-{arm_worker.pid}-few"
    workers = [arm_worker.on(task) for task in few]
    workers[-1].bare()  # so that work done once is over
    try:
        with _attached(arm_worker.pid, output, cpu) as tracer:
            for worker in workers:
                worker.prepare_again()
                worker.bare()
            talk = Talk(*arm_worker.talk(), arm_worker.counters())
        works = [request.work for request in requests(tracer.lines(), talk) if request.work is not None]
    except NoTrace:
        return None
    finally:
        output.unlink(missing_ok=True)
    whole = whole_of(works, units) if len(works) == len(few) else None
    if whole is None:
        return None
    few_busy = _moves(_io_of(workers[-1], 1))
    arm_worker.prepare(whole=False)
    if not is_confirmed(whole, _moves(_io_of(arm_worker, 1)), works[-1], few_busy):
        return None
    calls, _ = calls_of_iteration([Request(), whole])
    read_bytes, written_bytes = bytes_copied(calls)
    return Evidence(source=tracer.source, calls=calls, read_bytes=read_bytes, written_bytes=written_bytes)


def _moves(counted: Mapping[str, int]) -> int:
    """The reads and writes that /proc counted."""
    return counted.get("read_calls", 0) + counted.get("write_calls", 0)


def _counted(arm_worker: LocalArmWorker, reason: str, cold: Mapping[str, int]) -> Evidence:
    """Count one iteration by /proc: two iterations less one, so that the kit's own part cancels out.

    Only the first of two iterations finds its input cold, so bytes from the device are those of `cold`, one iteration.
    """
    one, two = (_io_of(arm_worker, iterations) for iterations in (1, 2))
    counted = {name: max(0, two[name] - one[name]) for name in one.keys() & two.keys()}
    counted.update({name: count for name, count in cold.items() if name == "device_read_bytes"})
    return Evidence(source="proc" if counted else None, reason=reason, **counted)


def _traced(
    arm: ArmState, arm_worker: LocalArmWorker, output: Path, iterations: Sequence[int], cpu: int | None
) -> Evidence:
    """Trace the system calls of one iteration; NoTrace if no tracer can be used."""
    assert arm_worker.pid is not None
    if len(iterations) > 1:
        arm_worker.bare(max(iterations))  # so that work done once per file is over
    before = process_io(arm_worker.pid)
    try:
        with _attached(arm_worker.pid, output, cpu) as tracer:
            arm_worker.prepare_again()  # a call in which the worker waits when the tracer attaches may go unseen
            for count in iterations:
                arm_worker.bare(count)
            after = process_io(arm_worker.pid)
            talk = Talk(*arm_worker.talk(), arm_worker.counters())
        traced = requests(tracer.lines(), talk)[-len(iterations) :]
    finally:
        output.unlink(missing_ok=True)
    works = [request.work for request in traced if request.work is not None]
    traced = [Request(), *works] if len(works) == len(iterations) else traced
    if len(traced) < 2:
        raise NoTrace(f"an iteration of {arm.arm} cannot be told from the kit's own part of the trace")
    calls, varies = calls_of_iteration(traced)
    read_bytes, written_bytes = bytes_copied(calls)
    device = {
        name: (after[_IO[name]] - before[_IO[name]]) // sum(iterations)
        for name in ("device_read_bytes", "device_written_bytes")
        if _IO[name] in before and _IO[name] in after
    }
    return Evidence(
        source=tracer.source, calls=calls, varies=varies, read_bytes=read_bytes, written_bytes=written_bytes, **device
    )


@contextlib.contextmanager
def _attached(pid: int, output: Path, cpu: int | None) -> Iterator[Tracer]:
    """Attach strace to a worker, or perf if strace may not; NoTrace, with both reasons, if neither may."""
    tracer: Tracer
    with contextlib.ExitStack() as attached:
        try:
            tracer = attached.enter_context(Strace(pid, output, cpu))
        except NoTrace as no_strace:
            try:
                tracer = attached.enter_context(Perf(pid, output, cpu))
            except NoTrace as no_perf:
                raise NoTrace(f"{no_strace}; {no_perf}") from None
        yield tracer


def _io_of(arm_worker: LocalArmWorker, iterations: int) -> dict[str, int]:
    """Return what a request adds to the process's counters; empty if the system does not tell."""
    before = process_io(arm_worker.pid)
    arm_worker.bare(iterations)
    after = process_io(arm_worker.pid)
    return {name: after[key] - before[key] for name, key in _IO.items() if key in before and key in after}
