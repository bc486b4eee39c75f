"""Adapter for `create`: write small files into a fresh folder."""

from __future__ import annotations

from kit import Adapter, Pairs, letters, numbered, outputs


class Job(Adapter):
    """Write small files, into a folder of its own in each iteration."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the folder to fill, the number of files, and what they are."""
        self._output = pairs.own_text("output")
        self._names = numbered(pairs.text("name"), pairs.own_integer("files", 0))
        self._content = letters(pairs.integer("file_bytes", 0))

    def arrange(self, iterations: int) -> None:
        """Name the folder of each iteration."""
        self._folders = outputs(self._output, iterations)

    def iterate(self, iterations: int) -> int:
        """Fill the folders; return the files written."""
        create_files, names, content = self.method.create_files, self._names, self._content
        written = 0
        for folder in self._folders:
            written += create_files(folder, names, content)
        return written
