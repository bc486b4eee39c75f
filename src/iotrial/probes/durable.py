"""Whether a method has what it writes brought to the device, as it declares: seen by strace, from outside.

Power that fails cannot be tried out here; what can be seen is whether the calls that promise it are made, how often,
and whether anything is written after the last of them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from iotrial.catalog.model import Method
from iotrial.cautions import sentence
from iotrial.probes.strace import NoTrace, Strace
from iotrial.probes.synced import Synced, synced
from iotrial.store.record import Caution
from iotrial.targets.backing import memory_of
from iotrial.workers.dialogue import Dialogue
from iotrial.workers.state import LevelState

#: What the guarantee `durable` may be, beside `each …`.
NO, AT_THE_END = "no", "at the end"

#: Standard output and the log are no files of the work.
_BESIDE = {1, 2}

#: What was seen of a method file, which does not depend on the level.
_SEEN: dict[tuple[Path, int, int], Synced] = {}


def caution_of(level: LevelState) -> Caution | None:
    """What must be said of syncs at a level whose target is no device; None where there is nothing to say."""
    if all(arm.method.guarantees.get("durable", NO) == NO for arm in level.arms):
        return None
    what = memory_of(level.target)
    if what is None:
        return None
    figures = {"target": level.target.name, "what": what}
    return Caution(code="sync_in_memory", text=sentence("sync_in_memory", figures))


def probe_durable(dialogue: Dialogue, outputs: Path, method: Method, units: int, unit: str) -> list[str]:
    """What does not hold of a declared `durable`; the worker is prepared to write `units` of a unit under `check`.

    Where nothing can be traced, nothing is found.
    """
    declared = method.guarantees.get("durable")
    if declared is None or dialogue.pid is None:
        return []
    about = method.path.stat()
    key = (method.path, about.st_mtime_ns, units)
    if key not in _SEEN:
        try:
            _SEEN[key] = _watch(dialogue, outputs / "trace of a probe", lambda: _check(dialogue))
        except NoTrace:
            return []
    return _problems(declared, _SEEN[key], units, unit)


def _watch(dialogue: Dialogue, output: Path, work: Callable[[], None]) -> Synced:
    assert dialogue.pid is not None
    try:
        with Strace(dialogue.pid, output, None):
            work()
            requests, replies = dialogue.talk()
        with output.open(encoding="utf-8", errors="replace") as lines:
            return synced(lines, {*_BESIDE, *requests, *replies})
    finally:
        output.unlink(missing_ok=True)


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
