"""A test from outside, by strace, that a method brings its writes to the device as it declares.

A power failure cannot be tried here. The trace shows if the calls that promise durability are made, how often, and if
anything is written after the last of them.
"""

from __future__ import annotations

from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.cautions import sentence
from iotrial.places.backing import memory_of
from iotrial.probes.synced import Synced
from iotrial.probes.watched import watched
from iotrial.store.record import Caution
from iotrial.workers.protocol import Dialogue
from iotrial.workers.state import LevelState

#: Values of the guarantee `durable`, beside `each …`. The last: a power cut may bring back the file that had the name.
NO, AT_THE_END, CONTENT = "no", "at the end", "content"


def caution_of(level: LevelState) -> Caution | None:
    """The caution about syncs at a level whose target lies in memory; None if there is nothing to say."""
    if all(arm.method.guarantees.get("durable", NO) == NO for arm in level.arms):
        return None
    what = memory_of(level.resources.target)
    if what is None:
        return None
    figures = {"target": level.resources.target.name, "what": what}
    return Caution(code="sync_in_memory", text=sentence("sync_in_memory", figures))


def probe_durable(dialogue: Dialogue, outputs: Path, method: Method, units: int, unit: str) -> list[str]:
    """Return what does not hold of a declared `durable`; under `check` the worker writes `units` of a unit.

    Nothing is found if the worker cannot be traced.
    """
    declared = method.guarantees.get("durable")
    seen = watched(dialogue, outputs, method, units) if declared is not None else None
    return [] if declared is None or seen is None else _problems(declared, seen.synced, units, unit)


def _problems(declared: str, seen: Synced, units: int, unit: str) -> list[str]:
    says = f"declares `durable: {declared}`"
    if declared == NO:
        return [f"{says} and synced {seen.syncs} times"] if seen.syncs else []
    if declared == AT_THE_END and seen.safe >= units:
        return [f"{says} and synced each {unit} by itself"]
    if declared != AT_THE_END and seen.syncs < units:
        return [f"{says} and synced {seen.syncs} times for {units} {unit}s"]
    if not seen.syncs:
        return [f"{says} and never synced"]
    if seen.unsynced_writes:
        return [f"{says} and wrote {seen.unsynced_writes} times after it had synced for the last time"]
    if declared == CONTENT and seen.renamed_unsynced:
        return [f"{says} and renamed a file {seen.renamed_unsynced} times before it had synced what was written"]
    if declared == CONTENT:
        return [] if seen.unsynced_names else [f"{says} and synced the folder, too"]
    if seen.unsynced_names:
        return [f"{says} and left {seen.unsynced_names} names of files in a folder that it did not sync after that"]
    if declared != AT_THE_END and seen.safe < units:
        return [
            f"{says} and of {units} {unit}s only {seen.safe} were safe before the next was begun, though it synced "
            f"{seen.syncs} times; a name is safe when its folder is synced after it"
        ]
    return []
