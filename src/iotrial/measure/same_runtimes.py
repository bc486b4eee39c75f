"""The runtimes, compilers and libraries of a run, looked at at both ends: one that is replaced meanwhile is told."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from iotrial.ask.level_factors import level_name
from iotrial.cautions import sentence
from iotrial.store.record import Caution
from iotrial.workers.state import ArmState, LevelState

#: All that changes with a file that is replaced or written to; None: it is gone.
_State = tuple[int, int, int, int] | None


class SameRuntimes:
    """The files that programs are run by, as they were when they were first looked at."""

    def __init__(self) -> None:
        self._first: dict[Path, _State] = {}

    def note(self, levels: Iterable[LevelState]) -> None:
        """Take note of files that are not known yet: the programs, and the libraries that their processes have open."""
        for path in (path for level in levels for arm in level.every for path in _files_of(arm)):
            self._first.setdefault(path, _state_of(path))

    def caution(self, levels: Iterable[LevelState]) -> None:
        """Give each level a caution that measured a runtime of which a file, or what it says of itself, is another."""
        now = {path: _state_of(path) for path in self._first}
        replaced = {path for path, state in self._first.items() if now[path] != state}
        for level in levels:
            told: dict[str, str] = {}
            for arm in level.every:
                for said in arm.other_runtimes:
                    told.setdefault(arm.kit.language, f"{arm.runtime}, later {said}")
                if files := sorted(path.name for path in _files_of(arm) & replaced):
                    told.setdefault(arm.kit.language, f"the file {files[0]} of {arm.runtime}")
            for language, what in told.items():
                figures = {"language": language, "what": what, "level": level_name(level.plan.factors)}
                level.progress.cautions.append(
                    Caution(code="runtime_replaced", text=sentence("runtime_replaced", figures))
                )


def _files_of(arm: ArmState) -> set[Path]:
    if arm.program is None:
        return set()
    started = shutil.which(arm.program.argv[0])
    return {*arm.files, *([Path(started)] if started else [])}


def _state_of(path: Path) -> _State:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
