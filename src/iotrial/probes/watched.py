"""The calls of one small piece of a method's work, by strace: its syncs, its locks, its writes."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.probes.locked import Locked, locked
from iotrial.probes.opened import IN_WORDS, Before
from iotrial.probes.strace import Strace
from iotrial.probes.synced import Synced, synced
from iotrial.probes.tracer import NoTrace
from iotrial.workers.produced import reading
from iotrial.workers.protocol import Dialogue

#: Descriptors of standard output and the log, which are no files of the work.
_BESIDE = {1, 2}


@dataclass(frozen=True)
class Watched:
    """The findings on the calls of a piece of work."""

    synced: Synced
    locked: Locked


#: What was seen of a method file (its path, its time of change, the units), which does not depend on the level.
_SEEN: dict[tuple[Path, int, int], Watched] = {}


def watched(dialogue: Dialogue, outputs: Path, method: Method, units: int) -> Watched | None:
    """Watch a worker that writes that many units under `check`; None if it cannot be traced."""
    if dialogue.pid is None:
        return None
    key = (method.path, method.path.stat().st_mtime_ns, units)
    if key not in _SEEN:
        try:
            # Beside the method's own folder, in which it could put anything in the trace's place.
            _SEEN[key] = _watch(dialogue, dialogue.pid, outputs.with_name(f"{outputs.name} trace"), outputs)
        except NoTrace:
            return None
    return _SEEN[key]


def _watch(dialogue: Dialogue, pid: int, output: Path, place: Path) -> Watched:
    beside = {*_BESIDE, *_no_files(pid)}
    before = _before(pid, place)
    try:
        with Strace(pid, output, None, in_words=IN_WORDS):
            dialogue.begin("check", {})
            dialogue.end("check")
            requests, replies = dialogue.talk()
        with reading(output, None) as trace, TextIOWrapper(trace, encoding="utf-8", errors="replace") as lines:
            calls, beside = list(lines), {*beside, *requests, *replies}
            return Watched(synced(calls, beside, before), locked(calls, beside, before))
    finally:
        output.unlink(missing_ok=True)


def _no_files(pid: int) -> set[int]:
    """Return the descriptors of a process that are open and no files, such as those by which its threads wake it."""
    found = set()
    with contextlib.suppress(OSError):  # it ended, or may not be looked at
        for path in Path(f"/proc/{pid}/fd").iterdir():
            if not path.is_file():
                found.add(int(path.name))
    return found


def _before(pid: int, place: Path) -> Before:
    """Return what a process has open, and what is in the place of its work."""
    opened, folder = {}, "/"
    with contextlib.suppress(OSError):
        folder = str(Path(f"/proc/{pid}/cwd").readlink())
        for path in Path(f"/proc/{pid}/fd").iterdir():
            if path.exists():
                opened[int(path.name)] = str(path.readlink())
    place = place.resolve()
    there = [f"{above}/{name}" for above, folders, names in os.walk(place) for name in (*folders, *names)]
    return Before(opened, folder, there, str(place))
