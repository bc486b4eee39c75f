"""The files that a run measures: texts of methods, read once before anything runs, since one may change its own file;
and runtimes, compilers and libraries, looked at at both ends, so that one that is replaced meanwhile is told."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.ask.level_factors import level_name
from iotrial.ask.method_text import kit_texts, state_of, text_of
from iotrial.cautions import sentence
from iotrial.store.record import Caution
from iotrial.workers.state import ArmState, LevelState


@dataclass(frozen=True)
class Texts:
    """The texts of methods by their files, and of what their kits add."""

    methods: Mapping[Path, str] = field(default_factory=dict)
    kits: tuple[str, ...] = ()

    def of(self, method: Method) -> str:
        """Return the text of a method as it was when the run began."""
        return self.methods[method.path]

    def by_hash(self) -> dict[str, str]:
        """Return all texts by their SHA-256, as run.json has them."""
        return {sha256_of(text): text for text in (*self.methods.values(), *self.kits)}


def read_texts(levels: Iterable[LevelState], job: str) -> Texts:
    """Read the texts of all arms and floors, and note their state; OSError if one cannot be read."""
    arms = [arm for level in levels for arm in level.every]
    for arm in arms:
        arm.text_state = state_of(arm.method)
    methods = {arm.method.path: arm.method for arm in arms}
    kits = {arm.kit.key: arm.kit for arm in arms}
    return Texts(
        {path: text_of(method) for path, method in methods.items()},
        tuple(dict.fromkeys(text for kit in kits.values() for text in kit_texts(kit, job).values())),
    )


def sha256_of(text: str) -> str:
    """Return the hash by which a text is kept."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


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
