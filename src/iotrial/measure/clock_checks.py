"""The clock that a level is judged by (rule 28), and that of each arm held against clocks from outside (rule 17).

The orchestrator reads its clock around every request. The untimed part of a request is the kit's arranging, a lead-in
(the same call on smaller inputs, so at most as long as the sample itself) and the request itself. Where that is short,
as PROTOCOL.md demands of kits, an honest sample is two fifths of the request or more; over nine tenths are usual.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from iotrial.measure.round import Row
from iotrial.stats.judged_clock import Clock
from iotrial.workers.sink import NEVER_RESTING
from iotrial.workers.state import LevelState

#: Sinks at which one of the two, worker or reader, can always go on: time in which neither of them ran is that of
#: others. Over TCP the system may pass the bytes on in a thread of its own.
WITHOUT_REST = ("pipe", "unix")

#: The figures of a sample that each clock needs.
_ALONE = {"queue_ns", "user_ns", "system_ns"}
_WITH_READER = {*_ALONE, "reader_ns", "reader_queue_ns"}


def clock_of(level: LevelState, *, is_bound: bool) -> Clock:
    """Return the clock of a level whose arms have been verified; is_bound: if its workers have one CPU together.

    It is wall time unless nothing of the work goes on while its worker waits for a CPU: no other worker, thread or
    process of the job, and no device.
    """
    arms = level.active_arms
    if not is_bound or level.is_free or level.plan.task.observed is not None or not arms:
        return "wall"
    if any(arm.had_children for arm in arms) or _waits_for_device(level):
        return "wall"
    if level.plan.reader is None:
        return "wall less queue" if all(arm.tells >= _ALONE for arm in arms) else "wall"
    rests = level.plan.sink_kind not in WITHOUT_REST or level.plan.reader not in NEVER_RESTING
    return "wall" if rests or not all(arm.tells >= _WITH_READER for arm in arms) else "wall less others"


def _waits_for_device(level: LevelState) -> bool:
    """True if a device works for an arm while that waits: inputs are not in memory, or writes must be safe."""
    durable = any(arm.method.guarantees.get("durable", "no") != "no" for arm in level.active_arms)
    return durable or level.plan.task.cold is not None or level.plan.memory_limit_bytes is not None


#: An arm is disqualified if no sample of it tells more of the time that passed than the first, or if the median round
#: tells more than the second. A disk that stalls an honest lead-in stalls it now and then; a bent clock is always bent.
LEAST_TOLD, MOST_TOLD = 0.25, 1.05

#: Rounds that are looked at before an arm is disqualified: as many as the least interval takes (rule 7).
FEWEST_ROUNDS = 7

#: A round is judged if each request takes at least this long, and this many times as long as one that asks for no work.
#: In a shorter one the lead-in, which brings the worker's caches back after others had its CPU, may be the longer part.
LEAST_NS = 4_000_000
LEAST_REQUESTS = 20


class ClockChecks:
    """The share of the time that passed that each arm's clock told, round by round."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, str, int], list[float]] = defaultdict(list)

    def look(self, level: LevelState, rows: Sequence[Row]) -> None:
        """Add the rows of a round; an arm whose clock disagrees with the time that passed is disqualified.

        The time of a server is measured by our own client: its start and its handshakes are in no sample, and how long
        it waits for a CPU cannot be seen. So a short time is no fault of the server.
        """
        for arm in level.active_arms:
            told = told_share((row for row in rows if row["arm"] == arm.index), level.plan.factors)
            shares = self._told[level.plan.index, arm.arm, arm.index]
            shares += [told] if told is not None else []
            if len(shares) < FEWEST_ROUNDS:
                continue
            if statistics.median(shares) > MOST_TOLD:
                arm.leave("disqualified", why(statistics.median(shares)))
            elif max(shares) < LEAST_TOLD and level.plan.task.served is None:
                arm.leave("disqualified", why(max(shares)))


def why(share: float) -> str:
    """Return why an arm that told this share of the time that passed is disqualified."""
    if share > 1:
        return f"its clock told {share:.2g} times the time that passed"
    return f"its clock told {share:.1g} of the time that passed" if share >= 0.01 else "its clock stood still"


def told_share(rows: Iterable[Row], factors: Mapping[str, object]) -> float | None:
    """Return the largest share of the time that passed that an arm's samples of a round report; None if unknown.

    If most of them report more than passed, the median of all. All samples of a round do the same work, so one that is
    too short to be judged cannot be told apart: those that look long enough are then the ones that waited unseen.
    """
    shares = []
    is_short = False
    for row in rows:
        wall_ns, outside_ns = _number(row, "wall_ns"), _number(row, "outside_ns")
        if not wall_ns or not outside_ns:
            continue
        if wall_ns > outside_ns:  # no clock that is right tells more than the whole request took
            shares.append(wall_ns / outside_ns)
        elif (passed_ns := _passed_ns(row, outside_ns, factors)) is not None:
            is_short |= passed_ns < max(LEAST_NS, LEAST_REQUESTS * (_number(row, "request_ns") or 0))
            told_ns = max(0, wall_ns - (_number(row, "queue_ns") or 0))
            shares.append(min(1.0, told_ns / passed_ns) if passed_ns > 0 else 1.0)
    if not shares or statistics.median(shares) > 1:
        return statistics.median(shares) if shares else None
    return None if is_short else max(share for share in shares if share <= 1)


def _passed_ns(row: Row, outside_ns: int, factors: Mapping[str, object]) -> int | None:
    """Return the time that passed by clocks that the worker cannot bend; None if its untimed part may be the longer.

    At a warm level that is our clock's, less all waiting for a CPU. If the cache is cold, a lead-in may wait for the
    device while the sample need not; then only the time of the thread that answers on a CPU counts. Under a memory
    limit, and for the first call of a process, even that is mostly untimed. Requests that are due at a rate leave a
    server idle in between. None, too, if the system does not tell.
    """
    queue_ns, own_ns = _number(row, "outside_queue_ns"), _number(row, "own_queue_ns")
    if queue_ns is None or own_ns is None or factors.get("arrival", "none") != "none":
        return None
    if factors.get("memory_limit", "none") != "none" or factors.get("state", "steady") != "steady":
        return None
    return _number(row, "outside_cpu_ns") if factors.get("cache") == "cold" else outside_ns - queue_ns - own_ns


def _number(row: Row, name: str) -> int | None:
    value = row.get(name)
    return value if isinstance(value, int) else None
