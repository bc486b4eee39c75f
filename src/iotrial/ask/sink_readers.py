"""The readers of a pipe or socket that a job may let a level choose, as the factor `reader` beside its `sink`."""

from __future__ import annotations

#: The kinds of sinks that have a reader.
WITH_READER = ("pipe", "unix", "tcp")

#: One that only takes the bytes; one that writes them on, as `cat` does; one that takes no more than so much a second.
READERS = ("bare", "copying", "slow")
