"""Unlink: a fresh folder of files; nothing is left of it, and what lies beside it is still there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import Message, Method, NumberedOutputs, Pairs, Received, Value, fresh_folder, write_once


class Task(jobs.Task):
    """One iteration removes one folder."""

    outputs: NumberedOutputs

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._names = [f". é {number}" for number in range(int(level["files"]))]
        self._list = inputs / f"names {len(self._names)}"
        self.works = (len(self._names),)
        self.outputs = NumberedOutputs(("old", "led"), len(self._names), len(self._names), _take, self._make)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the folders of a sample and its lead-in."""
        return 2 * iterations * (1 + len(self._names)) * 4096

    def file_count(self, iterations: int) -> int:
        """Count a folder and its files for each iteration and lead-in, and the list."""
        return 2 * iterations * (1 + len(self._names)) + 1

    def create(self) -> None:
        """Make the list of names."""
        write_once(self._list, partial(map, lambda name: f"{name}\0".encode(), self._names))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the place of the folders, the list of what is in each, and how many that are."""
        files = {"files": len(self._names), "lead_files": len(self._names)}
        return {**self.outputs.pairs(outputs), **files, "names": str(self._list), "lead_names": str(self._list)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a folder with an odd name, beside another."""
        self._make(f"{outputs}/check é 1.0")
        self._make(f"{outputs}/check é 1.1")
        return {**self.prepare(outputs, whole_lead_in=True), "output": f"{outputs}/check é 1"}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the one is gone, and the other is whole."""
        gone, other = outputs / "check é 1.0", outputs / "check é 1.1"
        wrong = [] if not os.path.lexists(gone) else ["the folder is still there"]
        if sorted(path.name for path in other.iterdir()) != sorted(self._names):
            wrong.append("files of another folder are gone")
        for name in self._names:
            (other / name).unlink()
        other.rmdir()
        return wrong

    def _make(self, path: str) -> None:
        fresh_folder(Path(path))
        for name in self._names:
            Path(path, name).write_text(name)


def _take(path: str, files: int) -> str | None:
    return f"{path} is still there" if os.path.lexists(path) else None
