"""A pass that breaks the memory of one iteration down by kind, in fresh processes, and times nothing (rule 13)."""

from __future__ import annotations

import json
import socket
import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from iotrial.cautions import sentence
from iotrial.machine.page_cache import keep_warm, resident_share
from iotrial.store.record import Caution, Memory, MemoryReading
from iotrial.workers.arm_worker import SampleFailed
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState

#: A reading whose kinds add up to less than this share of the system's own peak missed the peak.
LEAST_SEEN_SHARE = 0.97

_PATIENCE_S = 30.0
_PROGRAM = Path(__file__).with_name("memory_watch.py")


class NotWatched(Exception):
    """The process between us and the worker did not answer: the reason."""


class MemoryWatch:
    """Start a worker under `memory_watch.py` and ask for its peak of memory; to be closed."""

    def __init__(self) -> None:
        """Open the connection to a process that is not started yet."""
        self._ours, self._theirs = socket.socketpair()
        self._ours.settimeout(_PATIENCE_S)

    @property
    def stdin(self) -> int:
        """The descriptor that the started process must have as its 0."""
        return self._theirs.fileno()

    def argv(self, argv: Sequence[str]) -> list[str]:
        """The command that starts a worker's command and watches it."""
        return [sys.executable, "-I", "-S", str(_PROGRAM), *argv]

    def reset(self) -> dict[str, object]:
        """Forget the peak, since the work begins now; NotWatched if the system does not allow that."""
        self._theirs.close()
        found = self._ask("reset")
        if not found["is_reset"]:
            raise NotWatched("the system does not let a process's peak be forgotten (/proc/PID/clear_refs)")
        return found

    def read(self) -> dict[str, object]:
        """Return the highest memory since `reset`."""
        return self._ask("read")

    def close(self) -> None:
        """Close the connection, which ends the worker."""
        self._ours.close()
        self._theirs.close()

    def _ask(self, verb: str) -> dict[str, object]:
        try:
            self._ours.sendall(f"{verb}\n".encode())
            with self._ours.makefile("rb") as lines:
                line = lines.readline()
            found: dict[str, object] = json.loads(line)
        except (OSError, ValueError) as error:
            raise NotWatched(f"the process that watches its memory does not answer ({error})") from None
        return found


def profile_memory(
    level: LevelState, processes: int, logs: Path, side_by_side: int, on_process: Callable[[], None] = lambda: None
) -> None:
    """Set the memory by kind of every timed arm, from that many fresh processes; the placebo gets the baseline's.

    Several arms may run side by side, since nothing is timed. If memory cannot be broken down, the arm's record and a
    caution of the level have the reason.
    """
    candidates = [arm for arm in level.timed if arm.role != "placebo"]
    if level.plan.sink_kind == "file" or level.plan.memory_limit_bytes is not None:
        side_by_side = 1  # they would share one file, or an input that is charged to another's limit

    def look(arm: ArmState) -> list[MemoryReading | str]:
        found: list[MemoryReading | str] = []
        with LocalRoundWorkers(level, None, logs) as workers:
            for _ in range(processes):
                found.append(read(workers, arm, MemoryWatch()))
                on_process()
        return found

    keep_warm(level.plan.resident)
    cached_bytes = _cached_bytes(level)
    pool = ThreadPoolExecutor(max(1, side_by_side))
    try:
        for arm, found in zip(candidates, pool.map(look, candidates), strict=True):
            readings = [one for one in found if isinstance(one, MemoryReading)]
            reasons = [one for one in found if isinstance(one, str)]
            arm.memory = merged(arm.memory, readings, reasons[0] if reasons else None, cached_bytes)
    finally:
        pool.shutdown(cancel_futures=True)
    conclude(level, candidates)


def conclude(level: LevelState, candidates: Sequence[ArmState]) -> None:
    """Give the placebo the baseline's memory, and tell why kinds are not known, where they are not."""
    if level.arms[0].is_timed:
        level.arms[1].memory = level.arms[0].memory
    for reason in dict.fromkeys(arm.memory.kinds_reason for arm in candidates if arm.memory.kinds_reason):
        level.progress.cautions.append(
            Caution(code="memory_not_told", text=sentence("memory_not_told", {"reason": reason}))
        )


def merged(memory: Memory, readings: list[MemoryReading], reason: str | None, cached_bytes: int | None) -> Memory:
    """Return an arm's memory with its readings; the reading with the (lower) median peak gives the main figures.

    Kinds that miss more of the peak than LEAST_SEEN_SHARE allows are not kept.
    """
    if not readings:
        return memory.model_copy(update={"kinds_reason": reason, "cached_bytes": cached_bytes})
    middle = statistics.median_low([reading.peak_bytes for reading in readings])
    headline = next(reading for reading in readings if reading.peak_bytes == middle)
    return memory.model_copy(
        update={
            "peak_bytes": headline.peak_bytes,
            "before_bytes": headline.before_bytes,
            "readings": readings,
            "kinds_reason": reason or next((reading.missed for reading in readings if reading.missed), None),
            "cached_bytes": cached_bytes,
        }
    )


def _cached_bytes(level: LevelState) -> int | None:
    """Bytes of the level's input that are in memory; None without an input, under a limit, or if not known."""
    shares = [(resident_share(path), path.stat().st_size) for path in level.plan.resident[:1]]
    return next((round(share * size) for share, size in shares if share is not None), None)


def read(workers: LocalRoundWorkers, arm: ArmState, watch: MemoryWatch) -> MemoryReading | str:
    """Return the reading of one fresh process, or why there is none; close the watch."""
    try:
        arm_worker = workers.start_one(arm, watch)
        arm_worker.prepare(whole=False)
        before = watch.reset()
        arm_worker.bare()
        found = reading_of({**before, **watch.read()})
        arm_worker.close()
        return found
    except NotWatched as reason:
        return str(reason)
    except SampleFailed as failure:
        return f"{arm.arm} failed while its memory was profiled: {failure}"
    finally:
        watch.close()


def reading_of(found: dict[str, object]) -> MemoryReading | str:
    """Build a reading from the answers of `memory_watch.py`; its kinds are left out if they miss the peak."""

    def number(name: str) -> int | None:
        value = found.get(f"{name}_bytes")
        return value if isinstance(value, int) else None

    peak, seen = number("peak"), number("total")
    if peak is None:
        return "the system does not tell a process's highest resident memory (VmHWM)"
    how = "stops" if found["how"] == "stops" else "samples"
    if seen is None or seen < peak * LEAST_SEEN_SHARE or number("anonymous") is None:
        share = 0 if seen is None else seen / peak
        return MemoryReading(
            peak_bytes=peak,
            before_bytes=number("before"),
            how=how,
            missed=f"its memory by kind was only seen at {share:.0%} of its peak",
        )
    return MemoryReading(
        peak_bytes=peak,
        before_bytes=number("before"),
        how=how,
        anonymous_bytes=number("anonymous"),
        file_bytes=number("file"),
        shared_bytes=number("shared"),
        reclaimable_bytes=number("reclaimable"),
    )
