"""Memory and system calls that the servers of an arm take for a request, looked at and never timed (rule 13)."""

from __future__ import annotations

from pathlib import Path

from iotrial.machine.children import children_of, with_descendants
from iotrial.probes.count import bytes_copied, calls_of_iteration
from iotrial.probes.memory_together import MemoryTogether
from iotrial.probes.strace import Strace
from iotrial.probes.trace import Request, request_of
from iotrial.probes.tracer import NoTrace
from iotrial.store.record import Calls, Evidence, Memory
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.state import ArmState, LevelState

#: The memory of servers is looked at while each client fetches this many files, as long as all together have at most
#: this many bytes.
REQUESTS_OF_A_CLIENT, MOST_BYTES = 4, 256 << 20

#: Calls are those of the larger number of requests of each client, less those of the smaller: the calls for a
#: connection cancel out.
FEW, MANY = 1, 3

#: Files beyond this size are not sent under a tracer, which would take minutes.
MOST_TRACED_BYTES = 64 << 20
TOO_LARGE = "the file is so large that tracing would take minutes"


def memory_of_servers(level: LevelState, arm_worker: LocalArmWorker) -> Memory:
    """Have every client fetch its file some times; return the most memory that the servers have together meanwhile."""
    clients = clients_of(level)
    times = max(1, min(REQUESTS_OF_A_CLIENT, MOST_BYTES // max(1, clients * level.plan.task.works[0])))
    assert arm_worker.pid is not None
    servers = children_of(arm_worker.pid)  # a client is none of them: it comes later
    with MemoryTogether(lambda: with_descendants(servers)) as memory:
        arm_worker.bare(1 if level.plan.task.is_scheduled else clients * times)
    most, first = memory.most, memory.first
    if most is None:
        return Memory(kinds_reason="the system does not tell the memory of the servers")
    before_bytes = first.peak_bytes if first is not None else None
    return Memory(peak_bytes=most.peak_bytes, before_bytes=before_bytes, readings=[most])


def calls_of_servers(level: LevelState, arm: ArmState, arm_worker: LocalArmWorker, logs: Path) -> Evidence:
    """Return the system calls that all processes of the servers make for one request."""
    if level.plan.task.works[0] > MOST_TRACED_BYTES:
        return Evidence(reason=TOO_LARGE)
    clients = clients_of(level)
    arm_worker.prepare(whole=True)
    arm_worker.bare(clients)  # so that work done once is over
    assert arm_worker.pid is not None
    servers = with_descendants(children_of(arm_worker.pid))
    if not servers:
        return Evidence(reason="its servers are not known")
    try:
        few, many = (
            _traced(arm_worker, servers, clients * times, logs / f"trace-{arm.index:03d}") for times in (FEW, MANY)
        )
    except NoTrace as reason:
        return Evidence(reason=str(reason))
    more = Request(calls=many.calls - few.calls, sizes=many.sizes - few.sizes)  # a call that waits may come fewer times
    found, varies = calls_of_iteration([Request(), more])
    calls = {name: _of_one(counted, clients * (MANY - FEW)) for name, counted in found.items()}
    read_bytes, written_bytes = bytes_copied(calls)
    return Evidence(source="strace", calls=calls, varies=varies, read_bytes=read_bytes, written_bytes=written_bytes)


def clients_of(level: LevelState) -> int:
    """Return how many clients the servers of a level have."""
    return level.plan.task.served.clients if level.plan.task.served is not None else 1


def _traced(arm_worker: LocalArmWorker, servers: list[int], requests: int, output: Path) -> Request:
    try:
        with Strace(servers[0], output, None, servers[1:]) as tracer:
            arm_worker.bare(requests)
        return request_of(tracer.lines())
    finally:
        output.unlink(missing_ok=True)


def _of_one(counted: Calls, requests: int) -> Calls:
    """Return the same for one of that many requests."""
    return Calls(
        count=counted.count / requests,
        empty_count=max(0.0, counted.empty_count / requests),
        bytes=None if counted.bytes is None else max(0.0, counted.bytes / requests),
        usual_bytes=counted.usual_bytes,
    )
