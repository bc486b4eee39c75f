"""Adapter for `copy`: copy a file to another one, which is not there yet."""

from __future__ import annotations

import os

from kit import Adapter, Pairs, outputs


class Job(Adapter):
    """Copy a file, to a name of its own in each iteration."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the file to copy, and the name of the copy."""
        self._input = pairs.own_text("input")
        self._input_bytes = os.stat(self._input).st_size  # noqa: PTH116 (a kit loads no more than it needs)
        self._output = pairs.own_text("output")

    def arrange(self, iterations: int) -> None:
        """Name the copy of each iteration."""
        self._paths = outputs(self._output, iterations)

    def iterate(self, iterations: int) -> int:
        """Make the copies; return the bytes copied."""
        copy_file, source = self.method.copy_file, self._input
        for path in self._paths:
            copy_file(source, path)
        return self._input_bytes * iterations
