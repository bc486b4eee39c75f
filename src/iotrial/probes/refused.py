"""Calls of a running worker that the system refuses, though it would not: by strace, which changes their results.

So it can be seen what a method does with a folder that it may not read, as root too, or with an entry that is gone by
the time it is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from iotrial.probes.injected import injected
from iotrial.workers.protocol import Dialogue

#: The calls that open a path, those that ask about one and those that remove one; a system need not have all of them.
OPENING = ("open", "openat", "openat2")
ASKING = ("stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2")
REMOVING = ("unlink", "unlinkat")


def refused(
    dialogue: Dialogue, paths: Sequence[str], calls: Sequence[str], error: str, which: str = ""
) -> AbstractContextManager[None]:
    """Have the system answer some calls of a worker with an error, such as EACCES, for as long as this lasts.

    paths: those of which it does so, in each of the forms in which a call may name them; none: of any.
    which: those calls of a thread, in strace's words, such as 2+3 for the second and each third after it; empty: all.
    NoTrace if strace is not there, or the system does not let it attach. What io_uring does is no call of the worker.
    """
    return injected(dialogue, paths, calls, f"error={error}:when={which}" if which else f"error={error}")
