"""A test from outside, by strace, that a method writes under the lock that it declares, for as long as it declares."""

from __future__ import annotations

from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.probes.locked import Locked
from iotrial.probes.watched import watched
from iotrial.workers.protocol import Dialogue

#: Values of the guarantee `lock`.
NONE, RECORD, WHOLE = "none", "record", "whole"


def probe_lock_kept(dialogue: Dialogue, outputs: Path, method: Method, units: int) -> list[str]:
    """Return how a declared `lock` is broken; under `check` the worker writes the given number of records.

    Nothing is found if the worker cannot be traced.
    """
    declared = method.guarantees.get("lock", NONE)
    seen = watched(dialogue, outputs, method, units) if declared != NONE else None
    return [] if seen is None else _problems(declared, seen.locked)


def _problems(declared: str, seen: Locked) -> list[str]:
    says = f"declares `lock: {declared}`"
    if seen.writes_without:
        return [f"{says} and wrote {seen.writes_without} times without a lock that keeps others out"]
    if declared == WHOLE and seen.taken > 1:
        return [f"{says} and took a lock {seen.taken} times, so that others could write in between"]
    return []
