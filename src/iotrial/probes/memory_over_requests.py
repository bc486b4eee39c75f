"""The memory of servers in fresh processes, and while they answer many requests in a row; nothing is timed (rule 13).

A server that keeps something of each request is as quick as any other until it has no memory left.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import psutil

from iotrial.machine.children import children_of, with_descendants
from iotrial.probes.memory_kinds import conclude, merged
from iotrial.probes.memory_together import together
from iotrial.probes.of_servers import clients_of, memory_of_servers
from iotrial.store.record import Memory, OverRequests
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState

#: Looks at the memory, and the requests between two of them; for large files, the bytes between two of them.
LOOKS, REQUESTS, MOST_BYTES = 24, 1000, 64 << 20

#: As long as memory grows evenly, the looks are doubled, up to this many times the first number: garbage that is not
#: collected yet grows like a leak, but not for ever.
LONGER = 8

#: No server gets more of the memory that is free than this, once growth can be told.
MOST_SHARE, FEWEST_LOOKS = 0.4, 6


def profile_servers(
    level: LevelState, processes: int, logs: Path, on_process: Callable[[], None] = lambda: None
) -> None:
    """Set the memory of the servers of every timed arm, started anew that many times; the placebo gets the baseline's.

    The first of them also answer many requests. One arm after the other: servers of several would share the clients'
    CPU, and take turns with them for minutes.
    """
    candidates = [arm for arm in level.timed if arm.role != "placebo"]
    for arm in candidates:
        _profile(level, arm, processes, logs, on_process)
    conclude(level, candidates)


def _profile(level: LevelState, arm: ArmState, processes: int, logs: Path, on_process: Callable[[], None]) -> None:
    found: list[Memory] = []
    over: OverRequests | None = None
    reason: str | None = None
    with LocalRoundWorkers(level, None, logs) as workers:
        for number in range(processes):
            try:
                arm_worker = workers.start_one(arm)
                arm_worker.prepare(whole=False)
                found.append(memory_of_servers(level, arm_worker))
                over = over_requests(level, arm_worker) if number == 0 else over
                arm_worker.close()
            except SampleFailed as failure:
                reason = reason or f"{arm.arm} failed while its memory was profiled: {failure}"
            on_process()
    readings = [one for memory in found for one in memory.readings]
    reason = reason or next((memory.kinds_reason for memory in found if memory.kinds_reason), None)
    arm.memory = merged(arm.memory, readings, reason, None).model_copy(update={"over_requests": over})


def over_requests(level: LevelState, arm_worker: LocalArmWorker) -> OverRequests | None:
    """Have the clients fetch the file again and again, and look in between; None if the system tells nothing.

    Those whose memory grows are asked for longer.
    """
    clients = clients_of(level)
    of_each = max(1, min(REQUESTS, MOST_BYTES // max(1, level.plan.task.works[0])) // clients)
    assert arm_worker.pid is not None
    servers = children_of(arm_worker.pid)  # a client is none of them: it comes later
    most_bytes = MOST_SHARE * psutil.virtual_memory().available
    over = OverRequests(requests=clients * of_each, anonymous_bytes=[])
    looks = over.anonymous_bytes
    while len(looks) < LOOKS or (over.kept_bytes is not None and len(looks) < LONGER * LOOKS):
        for _ in range(max(LOOKS, len(looks))):
            arm_worker.bare(over.requests)
            found = together(with_descendants(servers))
            if found is None or found.anonymous_bytes is None:
                return None
            looks.append(found.anonymous_bytes)
            if len(looks) >= FEWEST_LOOKS and found.anonymous_bytes > most_bytes:
                return over
    return over
