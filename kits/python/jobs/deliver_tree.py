"""Adapter for `deliver_tree`: send all files below a folder to stdout as they are."""

from __future__ import annotations

from types import ModuleType

from jobs.to_sink import ToSink


class Job(ToSink):
    """Send all files below a folder to stdout as they are."""

    def __init__(self, method: ModuleType) -> None:
        """Take the function out of the method's module."""
        super().__init__(method)
        self.send = method.deliver_tree
