"""Adapter for `create`: write small files into a fresh folder."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kits.python.kit import Pairs

LETTERS = b"abcdefghijklmnopqrstuvwxyz"


class Job:
    """Write small files, into a folder of its own in each iteration."""

    proof: int | None = None

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        self._create_files: Callable[[str, list[str], bytes], int] = method.create_files

    def prepare(self, pairs: Pairs) -> None:
        """Where to write, how many files, and what they are."""
        self._output = pairs.text("output")
        self._lead_output = pairs.text("lead_output")
        name = pairs.text("name")
        self._names = [f"{name}{number}" for number in range(pairs.integer("files", 0))]
        self._lead_names = [f"{name}{number}" for number in range(pairs.integer("lead_files", 0))]
        file_bytes = pairs.integer("file_bytes", 0)
        self._content = (LETTERS * (file_bytes // len(LETTERS) + 1))[:file_bytes]

    def arrange(self, iterations: int, lead_in: int) -> None:
        """The folders of all iterations."""
        self._folders = [f"{self._output}.{index}" for index in range(iterations)]
        self._lead_folders = [f"{self._lead_output}.{index}" for index in range(lead_in)]

    def lead_in(self, iterations: int) -> None:
        """Fill the lead-in's folders."""
        create_files, names, content = self._create_files, self._lead_names, self._content
        for folder in self._lead_folders:
            create_files(folder, names, content)

    def iterate(self, iterations: int) -> int:
        """Fill the folders; files written."""
        create_files, names, content = self._create_files, self._names, self._content
        written = 0
        for folder in self._folders:
            written += create_files(folder, names, content)
        return written

    def check(self, pairs: Pairs) -> dict[str, int]:
        """Fill one folder."""
        self.arrange(1, 0)
        return {"work": self.iterate(1)}
