"""The time that workers of a group wait for a lock, from a pass with a library between them and the system."""

from __future__ import annotations

import contextlib
import hashlib
import time
from pathlib import Path

import numpy as np

from iotrial.ask.catalog import Catalog, Kit
from iotrial.store.record import LockWait
from iotrial.workers.arm_worker import SampleFailed, WrongState, reason_of
from iotrial.workers.build import runtime_of
from iotrial.workers.compiled import DoesNotCompile, compiled
from iotrial.workers.group_round import GroupRoundWorkers
from iotrial.workers.moments import MOST_MOMENTS_BYTES, are_possible, moments_in, quantiles
from iotrial.workers.produced import content_of
from iotrial.workers.round_workers import Start
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.unavailable import Unavailable
from iotrial.workers.worker_group import WorkerGroup

#: The beginning of the names of files in which workers note their waits.
NOTES = "locks"

SOURCE = Path(__file__).with_name("lock_waits.c")


def compiler_of(catalog: Catalog) -> Kit | None:
    """Return the kit whose compiler takes the library's source; None if there is none."""
    kits = (kit for kit in catalog.kits.values() if kit.build and f".{kit.extension}" == SOURCE.suffix)
    return next(kits, None)


def lock_wait(level: LevelState, arm: ArmState, logs: Path, compiler: Kit | None) -> LockWait:
    """Measure the waits of one arm's group within one window, which serves nothing else."""
    try:
        library = _library(compiler)
    except Unavailable as reason:
        return LockWait(reason=str(reason))
    prefix = level.resources.outputs(arm.index) / NOTES  # where a worker may write in a sandbox too
    environment = {"LD_PRELOAD": str(library), "IOTRIAL_LOCK_WAITS": f"{prefix}-{{member}}"}
    try:
        with GroupRoundWorkers(level, logs, environment=environment) as workers:
            group = workers.start([(arm, Start())])[arm.index]
            if not isinstance(group, WorkerGroup):
                return LockWait(reason=f"{arm.arm} failed in the pass that times lock waits: {group}")
            with contextlib.suppress(WrongState):
                group.sample(1)
        return read_waits(prefix, group.window, level.plan.members)
    except SampleFailed as failure:
        return LockWait(reason=f"{arm.arm} failed in the pass that times lock waits: {failure}")


def read_waits(prefix: Path, window: tuple[int, int], members: int) -> LockWait:
    """Read the waits that the members noted when they ended, and believe them within bounds: a method may have written.

    A row has the times at which a call for a lock began and was done.
    """
    try:
        notes = [content_of(f"{prefix}-{member}", MOST_MOMENTS_BYTES) for member in range(members)]
        moments = np.concatenate([moments_in(note) for note in notes])
    except FileNotFoundError:
        return LockWait(reason="a worker ended without saying how long it had waited")
    except (OSError, ValueError) as error:
        return LockWait(reason=f"what a worker says of its waits cannot be read: {reason_of(error)}")
    moments = moments[are_possible(moments, time.monotonic_ns())]
    inside = moments[(moments[:, 1] > window[0]) & (moments[:, 0] < window[1])]
    found = quantiles(inside[:, 1] - inside[:, 0])
    if found is None:
        return LockWait(count=0)
    p50, p90, p99, longest = found
    return LockWait(count=len(inside), p50_ns=p50, p90_ns=p90, p99_ns=p99, longest_ns=longest)


def _library(compiler: Kit | None) -> Path:
    """The library, from the cache or compiled now; Unavailable if there is no compiler for it."""
    if compiler is None:
        raise Unavailable(f"there is no kit that compiles *{SOURCE.suffix}, whose compiler would be needed")
    runtime, version = runtime_of(compiler)
    digest = hashlib.sha256(SOURCE.read_bytes() + version.encode()).hexdigest()
    options = ["-std=c17", "-D_GNU_SOURCE", "-O2", "-shared", "-fPIC"]
    try:
        return compiled(f"{digest[:32]}.so", lambda part: [runtime, *options, "-o", str(part), str(SOURCE), "-ldl"])
    except OSError as error:
        raise Unavailable(f"the library that times lock waits cannot be compiled: {error}") from None
    except DoesNotCompile as error:
        raise Unavailable(f"the library that times lock waits {error}") from None
