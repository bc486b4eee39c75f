"""Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13."""

from __future__ import annotations

from types import ModuleType

from jobs.to_sink import ToSink


class Job(ToSink):
    """Send a whole file to stdout, its letters turned by ROT13."""

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        super().__init__(method)
        self.send = method.transform
