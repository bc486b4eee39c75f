"""Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration."""

from __future__ import annotations

from kit import Adapter, Pairs, letters, numbered, outputs


class Job(Adapter):
    """Append records to many logs, to a folder of its own in each iteration."""

    def prepare(self, pairs: Pairs) -> None:
        """Take over the folder, the numbers of logs and records, what a record is, and which log is next."""
        self._output = pairs.own_text("output")
        self._logs = pairs.integer("logs", 1)
        self._record = letters(pairs.integer("record_bytes", 1) - 1) + b"\n"
        is_skewed = pairs.choice("turns", ("round_robin", "skewed")) == "skewed"
        records = range(pairs.own_integer("records", 0))
        self._turns = [self._skewed(index) if is_skewed else index % self._logs for index in records]

    def arrange(self, iterations: int) -> None:
        """Name the logs of each iteration."""
        self._folders = [numbered(f"{folder}/", self._logs) for folder in outputs(self._output, iterations)]

    def iterate(self, iterations: int) -> int:
        """Write the logs; return the records written."""
        append_many, turns, record = self.method.append_many, self._turns, self._record
        written = 0
        for paths in self._folders:
            written += append_many(paths, turns, record)
        return written

    def _skewed(self, index: int) -> int:
        drawn = (index * 1_103_515_245 + 12_345) % (1 << 31)
        squared = drawn * drawn >> 31
        return (squared * drawn >> 31) * self._logs >> 31
