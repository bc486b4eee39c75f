"""A test from outside, by strace, that a method brings its writes to the device as it declares.

A power failure cannot be tried here. The trace shows if the calls that promise durability are made, how often, and if
anything is written after the last of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path

from iotrial.catalog.model import Method
from iotrial.cautions import sentence
from iotrial.probes.strace import Strace
from iotrial.probes.synced import Synced, synced
from iotrial.probes.tracer import NoTrace
from iotrial.store.record import Caution
from iotrial.targets.backing import memory_of
from iotrial.workers.dialogue import Dialogue
from iotrial.workers.produced import reading
from iotrial.workers.state import LevelState

#: Values of the guarantee `durable`, beside `each …`.
NO, AT_THE_END = "no", "at the end"

#: Descriptors of standard output and the log, which are no files of the work.
_BESIDE = {1, 2}

#: Syncs of a method file (its path, its time of change, the units), which do not depend on the level.
_SEEN: dict[tuple[Path, int, int], Synced] = {}


def caution_of(level: LevelState) -> Caution | None:
    """The caution about syncs at a level whose target lies in memory; None if there is nothing to say."""
    if all(arm.method.guarantees.get("durable", NO) == NO for arm in level.arms):
        return None
    what = memory_of(level.target)
    if what is None:
        return None
    figures = {"target": level.target.name, "what": what}
    return Caution(code="sync_in_memory", text=sentence("sync_in_memory", figures))


def probe_durable(dialogue: Dialogue, outputs: Path, method: Method, units: int, unit: str) -> list[str]:
    """Return what does not hold of a declared `durable`; under `check` the worker writes `units` of a unit.

    Nothing is found if the worker cannot be traced.
    """
    declared = method.guarantees.get("durable")
    if declared is None or dialogue.pid is None:
        return []
    about = method.path.stat()
    key = (method.path, about.st_mtime_ns, units)
    if key not in _SEEN:
        try:
            # Beside the method's own folder, in which it could put anything in the trace's place.
            trace = outputs.with_name(f"{outputs.name} trace")
            _SEEN[key] = _watch(dialogue, trace, lambda: _check(dialogue))
        except NoTrace:
            return []
    return _problems(declared, _SEEN[key], units, unit)


def _watch(dialogue: Dialogue, output: Path, work: Callable[[], None]) -> Synced:
    assert dialogue.pid is not None
    beside = {*_BESIDE, *_no_files(dialogue.pid)}
    try:
        with Strace(dialogue.pid, output, None):
            work()
            requests, replies = dialogue.talk()
        with reading(output, None) as trace, TextIOWrapper(trace, encoding="utf-8", errors="replace") as lines:
            return synced(lines, {*beside, *requests, *replies})
    finally:
        output.unlink(missing_ok=True)


def _no_files(pid: int) -> set[int]:
    """Return the descriptors of a process that are open and no files, such as those by which its threads wake it."""
    found = set()
    with contextlib.suppress(OSError):  # it ended, or nobody may look
        for path in Path(f"/proc/{pid}/fd").iterdir():
            if not path.is_file():
                found.add(int(path.name))
    return found


def _check(dialogue: Dialogue) -> None:
    dialogue.begin("check", {})
    dialogue.end("check")


def _problems(declared: str, seen: Synced, units: int, unit: str) -> list[str]:
    says = f"declares `durable: {declared}`"
    if declared == NO:
        return [f"{says} and synced {seen.syncs} times"] if seen.syncs else []
    if declared == AT_THE_END and seen.syncs >= units:
        return [f"{says} and synced each {unit} by itself"]
    if declared != AT_THE_END and seen.syncs < units:
        return [f"{says} and synced {seen.syncs} times for {units} {unit}s"]
    if not seen.syncs:
        return [f"{says} and never synced"]
    if seen.unsynced_writes:
        return [f"{says} and wrote {seen.unsynced_writes} times after it had synced for the last time"]
    return []
