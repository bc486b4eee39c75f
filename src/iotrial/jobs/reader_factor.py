"""The reader of a sink, as a level names it."""

from __future__ import annotations

from collections.abc import Mapping

from iotrial.ask.catalog import Value
from iotrial.ask.sink_readers import READERS, WITH_READER
from iotrial.workers.conditions import Impossible


def reader_of(level: Mapping[str, Value]) -> str:
    """Return the reader of a level's sink; the plainest if the job has no such factor."""
    return str(level.get("reader", READERS[0]))


def why_no_reader(level: Mapping[str, Value]) -> Impossible | None:
    """Return why the level's sink cannot be read in that way; None if it can, or if no reader is asked for."""
    reader, sink = reader_of(level), str(level["sink"])
    if reader == READERS[0] or sink in WITH_READER:
        return None
    return Impossible(f"nobody reads a sink of kind {sink}, so it has no {reader} reader")
