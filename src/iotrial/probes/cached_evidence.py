"""Evidence that is cached between runs: the same text, runtime and kernel make the same calls at the same level."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import secrets
from pathlib import Path

from pydantic import ValidationError

from iotrial.folders.cache_folder import cache_folder, own_folder
from iotrial.store.record import Evidence
from iotrial.workers.compiled import is_kept, keep
from iotrial.workers.state import ArmState, LevelState

#: The folder of cached evidence in the cache folder.
EVIDENCE = "evidence"


def recall(level: LevelState, arm: ArmState) -> Evidence | None:
    """Return what was found for the arm in an earlier run; None if nothing was, or if it cannot be trusted."""
    name = _name(level, arm)
    if name is None:
        return None
    path = cache_folder() / EVIDENCE / name
    if not is_kept(path):
        return None
    try:
        return Evidence.model_validate_json(path.read_bytes(), strict=True)
    except (OSError, ValidationError):
        return None


def remember(level: LevelState, arm: ArmState, evidence: Evidence) -> None:
    """Keep what was found, if every system call was seen; a cache that cannot be written is no failure."""
    name = _name(level, arm)
    if name is None or not evidence.is_traced:
        return
    try:
        path = own_folder(EVIDENCE) / name
        part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
        part.write_text(evidence.model_dump_json())
        keep(part, path)
    except OSError:
        return


def _name(level: LevelState, arm: ArmState) -> str | None:
    """Return the name of an arm's file; None for a cold cache, where what a device gives differs each time."""
    if arm.program is None or level.plan.task.cold is not None:
        return None
    system = os.uname()
    known = {
        "runtime": arm.runtime,  # of servers, the versions of all their programs
        "program": arm.program.sha256,  # the texts of method, kit and adapters, the runtime, and its options
        "level": {name: level.plan.factors[name] for name in sorted(level.plan.factors)},
        "filesystem": level.resources.target.filesystem,
        "kernel": [system.sysname, system.release, system.version, system.machine],
        "probes": _own_texts(),
    }
    digest = hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()
    return f"{digest[:32]}.json"


@functools.cache
def _own_texts() -> str:
    """A hash of the code that finds evidence: what an older one found is not kept."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
