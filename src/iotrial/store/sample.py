"""The columns of a sample, as a Parquet part has them, and the bounds of their figures."""

from __future__ import annotations

import math

#: One row of a Parquet part: column -> (DuckDB type, what it is). One part holds one sweep.
SAMPLE: dict[str, tuple[str, str]] = {
    "sweep": ("INTEGER", "sweep, from 0; each sweep has one round of every level"),
    "level": ("INTEGER", "index of the level in run.json"),
    "arm": ("INTEGER", "index of the arm within its level; floors are counted on from the last arm"),
    "block": ("INTEGER", "block within the round, from 0"),
    "slot": ("INTEGER", "place of the arm in its block, from 0"),
    "status": ("VARCHAR", "ok; failed (no figure); void (another sample of the block failed or was in a wrong state)"),
    "reason": ("VARCHAR", "why the status is not ok"),
    "iterations": ("BIGINT", "iterations in the sample"),
    "counted": (
        "BIGINT",
        "iterations that wall_ns is divided by; unlike `iterations` only if selftest plants a slowdown",
    ),
    "wall_ns": (
        "BIGINT",
        "monotonic clock around all iterations, by the kit; several at once: its window; arrivals: counted × p50_ns",
    ),
    "outside_ns": ("BIGINT", "the orchestrator's monotonic clock around the request: arranging and lead-in too"),
    "outside_cpu_ns": ("BIGINT", "CPU time of the worker's answering thread over the request, read from outside"),
    "outside_queue_ns": ("BIGINT", "time over the request in which threads of the process waited for a CPU, summed"),
    "own_queue_ns": ("BIGINT", "time over the request in which the orchestrator waited for a CPU"),
    "request_ns": (
        "BIGINT",
        "that clock around the last request that asked for no work, less both kinds of waiting",
    ),
    "user_ns": ("BIGINT", "CPU time in user mode"),
    "system_ns": ("BIGINT", "CPU time in the kernel"),
    "queue_ns": ("BIGINT", "time runnable but not running"),
    "reader_ns": ("BIGINT", "CPU time of the process that reads the sink, while the work was done"),
    "reader_queue_ns": ("BIGINT", "time that the same process was runnable but not running"),
    "voluntary_switches": ("BIGINT", "context switches because it waited"),
    "involuntary_switches": ("BIGINT", "context switches because it was put off the CPU"),
    "minor_faults": ("BIGINT", "page faults without a read from a device"),
    "major_faults": ("BIGINT", "page faults with a read from a device"),
    "device_read_bytes": ("BIGINT", "bytes read from a device for the worker"),
    "resident_bytes": ("BIGINT", "bytes of the input in memory just before the sample; null if nobody looked"),
    "work": ("BIGINT", "work done by all iterations, in the job's unit"),
    "runtime_peak_bytes": ("BIGINT", "the runtime's own peak: what it handed out"),
    "runtime_peak_real_bytes": ("BIGINT", "the runtime's own peak: what it took from the system"),
    "p50_ns": ("BIGINT", "several at once: time of a piece of work (a record, or a delivery), median"),
    "p90_ns": ("BIGINT", "the same, 90th percentile"),
    "p99_ns": ("BIGINT", "the same, 99th percentile"),
    "longest_ns": ("BIGINT", "the same, the longest"),
    "stall_ns": ("BIGINT", "several at once: the longest that any worker went without a piece of work being done"),
    "jain_ppm": ("BIGINT", "several writers: Jain's index over windows of 100 records in the file's order, mean"),
    "longest_run": ("BIGINT", "several writers: most records of one writer in a row"),
    "handed": ("BIGINT", "several writers: records that methods say they wrote, outside of the window too"),
    "lost": ("BIGINT", "of these, records of which nothing is in the files"),
    "torn": ("BIGINT", "records of which only a piece is there"),
    "interleaved": ("BIGINT", "records that are there in pieces, with others' bytes in between"),
    "doubled": ("BIGINT", "copies of records beyond the first"),
    "unknown": ("BIGINT", "whole records that nobody handed over"),
    "astray": ("BIGINT", "rotation: records that went to a log after it had been moved away or copied"),
    "due": ("BIGINT", "arrivals: pieces of work that were due within the window"),
    "served": ("BIGINT", "of these, those that were done by its end"),
    "clock_error_ns": (
        "BIGINT",
        "writers on other hosts: the most by which their clocks may be off in the window, read before and after it",
    ),
    "requests": ("BIGINT", "servers: requests of the sample"),
    "held_ns": (
        "BIGINT",
        "servers: the time that processes of the program were busy with the sample's requests, summed",
    ),
    "compared": ("BIGINT", "servers: answers that were compared byte by byte after the sample, under the same load"),
    "begin_ns": ("BIGINT", "the orchestrator's monotonic clock when the block began"),
    "cpu": ("INTEGER", "CPU that the round's workers were bound to; null if they were free"),
    "pid": ("INTEGER", "process of the worker"),
    "start_order": ("INTEGER", "place of the worker in the order of starting, from 0"),
    "environment_bytes": ("INTEGER", "padding of the worker's environment"),
    "argument_bytes": ("INTEGER", "padding of the worker's arguments"),
    "folder": ("INTEGER", "number of the folder that its outputs went to"),
    "path_bytes": ("INTEGER", "bytes by which the paths of the round were longer; null if that was not drawn"),
    "path_depth": ("INTEGER", "folders by which the paths of the round were deeper; null if that was not drawn"),
    "heap_bytes": ("BIGINT", "memory that the worker took and gave back before its first work; null if it took none"),
    "steal_ns": ("BIGINT", "machine, over the block: time stolen by the hypervisor, all CPUs"),
    "cpu_pressure_ns": ("BIGINT", "machine, over the block: some task waited for a CPU"),
    "io_pressure_ns": ("BIGINT", "machine, over the block: some task waited for I/O"),
    "memory_pressure_ns": ("BIGINT", "machine, over the block: some task waited for memory"),
    "dirty_bytes": ("BIGINT", "machine, at the block's end: pages waiting to be written"),
    "writeback_bytes": ("BIGINT", "machine, at the block's end: pages being written"),
    "clock_khz": ("BIGINT", "clock speed of the CPU at the block's end, if the system tells"),
}


#: The largest figure of a sample, so that sums of several are still numbers of 64 bits: 36 years in ns.
MOST = 1 << 60

#: The longest reason of a sample, in characters.
LONGEST_REASON = 4096

#: Columns that may be below 0: differences between readings that were not taken in one moment, or that go back.
SIGNED = frozenset(
    (
        *("request_ns", "outside_ns", "outside_cpu_ns", "outside_queue_ns", "own_queue_ns"),
        *("steal_ns", "cpu_pressure_ns", "io_pressure_ns", "memory_pressure_ns"),
    )
)

#: Columns that parts of the first version lack; a part without them is whole, and has no figures of that kind.
ADDED = frozenset(
    (
        *("p50_ns", "p90_ns", "p99_ns", "longest_ns", "stall_ns", "jain_ppm", "longest_run", "due", "served"),
        *("resident_bytes", "reader_ns", "reader_queue_ns", "requests", "held_ns", "compared"),
        *("path_bytes", "path_depth", "heap_bytes"),
        *("outside_ns", "outside_cpu_ns", "outside_queue_ns", "own_queue_ns", "request_ns"),
        *("handed", "lost", "torn", "interleaved", "doubled", "unknown", "astray", "clock_error_ns"),
    )
)


def least_of(column: str) -> int:
    """The least figure of a column; MOST is the largest of each."""
    return -MOST if column in SIGNED else 0


def require_bounds(value: object) -> None:
    """Raise ValueError for a number that is below 0, beyond all bounds, or none; anything else is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("is no finite number")
    if not 0 <= value <= MOST:
        raise ValueError(f"{value!r} is beyond all bounds")
