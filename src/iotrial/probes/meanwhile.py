"""A reader's view of a file while a worker gives it new content.

strace holds the worker for a moment after each call by which it changes what the path leads to, so that a reader sees
each state that there is in between. Where strace cannot, the reader looks as often as it can.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from iotrial.probes.injected import injected
from iotrial.probes.tracer import NoTrace
from iotrial.workers.produced import content_of
from iotrial.workers.protocol import Dialogue

#: Calls that change what a path leads to, or its content; a system need not have all of them.
CHANGING = (
    *("open", "openat", "openat2", "creat", "write", "writev", "pwrite64", "pwritev", "pwritev2", "sendfile"),
    *("copy_file_range", "truncate", "ftruncate", "unlink", "unlinkat", "rename", "renameat", "renameat2"),
)

#: The worker is held for so long after each; a reader looks within a tenth of that.
HELD_US = 20_000

#: A method that makes very many calls is looked at for so long; then it goes on by itself.
LOOKING_S = 10.0


@dataclass(frozen=True)
class FoundMeanwhile:
    """The counts of what a reader found besides the old and the new content, each whole."""

    missing: int  # no file
    part: int  # the beginning of the new content, or nothing of it
    mixed: int  # anything else
    is_same_file: bool  # the new content is in the file that was there before, and not in one that took its place
    is_held: bool  # the worker was held, so that every state was there to be seen


def found_meanwhile(dialogue: Dialogue, path: Path, before: bytes, after: bytes) -> FoundMeanwhile:
    """Ask a worker for `check`, which turns the content of a file from `before` to `after`, and look meanwhile."""
    counts = {"missing": 0, "part": 0, "mixed": 0}
    old = os.open(path, os.O_RDONLY | os.O_CLOEXEC)  # as long as this is open no other file has its number
    try:
        is_held = True
        try:
            with injected(dialogue, [str(path), path.name], CHANGING, f"delay_exit={HELD_US}"):
                _look(dialogue, path, before, after, counts)
        except NoTrace:
            is_held = False
            _look(dialogue, path, before, after, counts)
        dialogue.end("check")
        is_same_file = os.path.lexists(path) and os.path.samestat(os.fstat(old), path.lstat())
        return FoundMeanwhile(**counts, is_same_file=is_same_file, is_held=is_held)
    finally:
        os.close(old)


def _look(dialogue: Dialogue, path: Path, before: bytes, after: bytes, counts: dict[str, int]) -> None:
    """Look at a path again and again until the worker has answered `check`, and count what was found."""
    dialogue.begin("check", {})
    end = time.monotonic() + LOOKING_S
    while not dialogue.has_answered(0) and time.monotonic() < end:
        if (kind := _kind_of(path, before, after)) is not None:
            counts[kind] += 1


def _kind_of(path: Path, before: bytes, after: bytes) -> str | None:
    """Return the name of the count of what is at a path; None if it is the old or the new content."""
    try:
        found = content_of(path)
    except FileNotFoundError:
        return "missing"
    except OSError:  # something that is no regular file
        return "mixed"
    if found in (before, after):
        return None
    return "part" if after.startswith(found) else "mixed"
