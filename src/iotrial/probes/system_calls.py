"""A pass that finds out what each arm does, never how long it takes: system calls and bytes (rule 13)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from iotrial.cautions import sentence
from iotrial.host.process_io import process_io
from iotrial.probes.count import bytes_copied, calls_of_iteration
from iotrial.probes.perf import Perf
from iotrial.probes.strace import NoTrace, Strace
from iotrial.probes.trace import Request, Talk, requests
from iotrial.store.record import Caution, Evidence
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, WrongState
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState

#: Iterations of the requests that are compared with each other: each has one more than the one before.
ITERATIONS = (1, 2, 3)

#: An iteration with more reads and writes than this is not traced: it would take seconds.
MOST_TRACED_CALLS = 50_000
TOO_MANY = f"more than {MOST_TRACED_CALLS:,} reads and writes an iteration"

#: Of an arm with more than this a single iteration is traced, between the kit's two readings of its counters.
MANY_CALLS = 5_000
MANY_ITERATIONS = (1,)

#: So it is of an arm whose iteration takes longer than this.
LONG_NS = 30_000_000

#: Field of Evidence -> what /proc/PID/io calls it.
_IO = {
    "read_calls": "syscr",
    "write_calls": "syscw",
    "read_bytes": "rchar",
    "written_bytes": "wchar",
    "device_read_bytes": "read_bytes",
    "device_written_bytes": "write_bytes",
}


def gather(level: LevelState, logs: Path, cpus: Sequence[int], on_arm: Callable[[], None] = lambda: None) -> None:
    """Set the evidence of every arm that is timed; the placebo has the baseline's.

    Nothing is timed, so that as many arms are looked at at once as there are CPUs. Where system calls cannot be traced,
    /proc tells reads and writes, and the level gets a caution with the reason.
    """
    free: SimpleQueue[int | None] = SimpleQueue()
    # Arms take turns that write to one file, of which one would bring into memory what another throws out, or whose
    # input is charged to whoever reads it.
    takes_turns = level.task.sink == "file" or level.task.cold or level.memory_limit_bytes is not None
    places: Sequence[int | None] = (cpus[:1] if takes_turns else cpus) or [None]
    for cpu in places:
        free.put(cpu)
    candidates = [arm for arm in level.timed if arm.role != "placebo"]

    def look(arm: ArmState) -> Evidence:
        cpu = free.get()
        try:
            return _examine(level, arm, logs, cpu)
        finally:
            free.put(cpu)

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
        level.cautions.append(Caution(code="many_calls", text=sentence("many_calls", figures)))
    for reason in dict.fromkeys(arm.evidence.reason for arm in candidates):
        if reason not in (None, TOO_MANY):
            level.cautions.append(Caution(code="not_traced", text=sentence("not_traced", {"reason": reason})))


def _examine(level: LevelState, arm: ArmState, logs: Path, cpu: int | None) -> Evidence:
    """One arm's evidence; empty, with the reason, where the arm or the tracing failed."""
    with LocalRoundWorkers(level, cpu, logs) as workers:
        arm_worker = workers.start([(arm, Start())])[arm.index]
        if not isinstance(arm_worker, LocalArmWorker):
            return Evidence(reason=f"{arm.arm} failed while it was looked at: {arm_worker}")
        try:
            first = _io_of(arm_worker, 1)
            busy = first.get("read_calls", 0) + first.get("write_calls", 0)
            try:
                if busy > MOST_TRACED_CALLS:
                    raise NoTrace(TOO_MANY)
                once = busy > MANY_CALLS or (arm.ns or 0) > LONG_NS or bool(level.task.cold)
                iterations = MANY_ITERATIONS if once else ITERATIONS
                return _traced(arm, arm_worker, logs / f"trace-{arm.index:03d}", iterations, cpu)
            except NoTrace as reason:
                return _counted(arm_worker, str(reason), first if level.task.cold else {})
        except (SampleFailed, WrongState) as failure:
            return Evidence(reason=f"{arm.arm} failed while it was looked at: {failure}")


def _counted(arm_worker: LocalArmWorker, reason: str, cold: Mapping[str, int]) -> Evidence:
    """What /proc says of one iteration: two less one, so that the kit's own part cancels out.

    Of two iterations only the first finds its input cold: what came from the device is as in `cold`, which is one.
    """
    one, two = (_io_of(arm_worker, iterations) for iterations in (1, 2))
    counted = {name: max(0, two[name] - one[name]) for name in one.keys() & two.keys()}
    counted.update({name: count for name, count in cold.items() if name == "device_read_bytes"})
    return Evidence(source="proc" if counted else None, reason=reason, **counted)


def _traced(
    arm: ArmState, arm_worker: LocalArmWorker, output: Path, iterations: Sequence[int], cpu: int | None
) -> Evidence:
    """The system calls of one iteration; NoTrace where no tracer can be had."""
    assert arm_worker.pid is not None
    if len(iterations) > 1:
        arm_worker.bare(max(iterations))  # what is done once for each file
    before = process_io(arm_worker.pid)
    try:
        with _attached(arm_worker.pid, output, cpu) as tracer:
            arm_worker.prepare_again()  # what a worker was waiting for when the tracer came may go unseen
            for count in iterations:
                arm_worker.bare(count)
            after = process_io(arm_worker.pid)
            talk = Talk(*arm_worker.talk())
        traced = requests(tracer.lines(), talk)[-len(iterations) :]
    finally:
        output.unlink(missing_ok=True)
    works = [request.work for request in traced if request.work is not None]
    traced = [Request(), *works] if len(works) == len(iterations) else traced
    if len(traced) < 2:
        raise NoTrace(f"in what {arm.arm} did no iteration can be told from the kit's own part")
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
def _attached(pid: int, output: Path, cpu: int | None) -> Iterator[Strace | Perf]:
    """strace on a worker; perf where strace may not attach; NoTrace, with both reasons, where neither may."""
    tracer: Strace | Perf
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
    """What a request adds to the process's counters; empty where the system does not tell."""
    before = process_io(arm_worker.pid)
    arm_worker.bare(iterations)
    after = process_io(arm_worker.pid)
    return {name: after[key] - before[key] for name, key in _IO.items() if key in before and key in after}
