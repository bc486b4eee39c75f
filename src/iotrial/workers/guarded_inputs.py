"""The inputs that all methods of a target read: a change by one of them is seen, undone, and its own fault."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from iotrial.workers.produced import remove
from iotrial.workers.task import Task


class _InputState(NamedTuple):
    """All that changes with a file or a folder; its owner cannot set the last of it back."""

    inode: int
    mode: int
    size: int
    modified_ns: int
    changed_ns: int


class GuardedInputs:
    """The files and folders right below a folder of inputs, as they were when a task had made them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str, tuple[_InputState | None, Task]] = {}

    def note(self, task: Task) -> None:
        """Take note of what a task has just made; what was there before was made by another."""
        for name in (*sorted(path.name for path in self._folder.iterdir()), *task.guarded):
            if name not in self._made:
                self._made[name] = (self._state(name), task)

    def changed(self) -> list[str]:
        """Return the names of inputs that are not as they were."""
        return [name for name, (before, _) in self._made.items() if self._state(name) != before]

    def restore(self, names: list[str]) -> None:
        """Make inputs anew; OSError if that cannot be done."""
        for name in names:
            remove(self._folder / name)
        tasks = dict.fromkeys(self._made[name][1] for name in names)
        for task in tasks:
            task.create()
        for name, (_, task) in self._made.items():
            if task in tasks:
                self._made[name] = (self._state(name), task)

    def _state(self, name: str) -> _InputState | None:
        """The state of an input; None if it is missing."""
        with contextlib.suppress(OSError):
            found = os.lstat(self._folder / name)
            return _InputState(found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        return None
