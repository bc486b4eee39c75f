"""Adapter for `list`: return what a folder holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs

    Entries = list[str] | list[Path] | list[os.DirEntry[str]]


class Job:
    """List a folder."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._list_folder: Callable[[str], Entries] = method.list_folder

    def prepare(self, pairs: Pairs) -> None:
        """Which folders to list."""
        self._folder = pairs.text("folder")
        self._lead_folder = pairs.text("lead_folder")

    def arrange(self, iterations: int, lead_in: int) -> None:
        """There is nothing to make."""

    def lead_in(self, iterations: int) -> None:
        """List the lead-in folder."""
        list_folder, folder = self._list_folder, self._lead_folder
        for _ in range(iterations):
            len(list_folder(folder))

    def iterate(self, iterations: int) -> int:
        """List the folder; entries returned."""
        list_folder, folder = self._list_folder, self._folder
        entries = 0
        for _ in range(iterations):
            entries += len(list_folder(folder))
        return entries

    def check(self, pairs: Pairs) -> dict[str, int]:
        """List the folder once and write what came back to the proof file."""
        proof_file = pairs.text("proof_file")
        entries = self._list_folder(self._folder)
        with Path(proof_file).open("wb") as proof:
            for entry in entries:
                proof.write(os.fsencode(entry.name if isinstance(entry, os.DirEntry) else entry) + b"\0")
        return {"work": len(entries)}
