"""Adapter for `list`: return the names in a folder."""

from __future__ import annotations

import os
from pathlib import Path

from kit import Adapter, Pairs


class Job(Adapter):
    """List a folder."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over which folder to list."""
        self._folder = pairs.own_text("folder")

    def iterate(self, iterations: int) -> int:
        """List the folder; return the entries that came back."""
        list_folder, folder = self.method.list_folder, self._folder
        entries = 0
        for _ in range(iterations):
            entries += len(list_folder(folder))
        return entries

    def check(self, pairs: Pairs) -> dict[str, int]:
        """List the folder once and write what came back to the proof file."""
        proof_file = pairs.text("proof_file")
        entries = self.method.list_folder(self._folder)
        with Path(proof_file).open("wb") as proof:
            for entry in entries:
                proof.write(os.fsencode(entry.name if isinstance(entry, os.DirEntry) else entry) + b"\0")
        return {"work": len(entries)}
