"""Calls of a running worker whose course is changed by strace for as long as something lasts.

So it can be seen what a method does with a folder that it may not read, as root too, or with an entry that is gone by
the time it is looked at.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from iotrial.probes.tracer import NoTrace, end_program
from iotrial.workers.protocol import Dialogue

#: The calls that open a path, those that ask about one and those that remove one; a system need not have all of them.
OPENING = ("open", "openat", "openat2")
ASKING = ("stat", "lstat", "newfstatat", "statx", "access", "faccessat", "faccessat2")
REMOVING = ("unlink", "unlinkat")


@contextlib.contextmanager
def injected(dialogue: Dialogue, paths: Sequence[str], calls: Sequence[str], change: str) -> Iterator[None]:
    """Have strace change some calls of a worker for as long as this lasts: `error=EACCES`, `delay_exit=1000`.

    paths: those of which it does so, in each of the forms in which a call may name them.
    NoTrace if strace is not there, or the system does not let it attach. What io_uring does is no call of the worker.
    """
    program = shutil.which("strace")
    if program is None:
        raise NoTrace("strace is not installed")
    which = ",".join(f"?{call}" for call in calls)
    command = [program, "-f", "-p", str(dialogue.pid), "-e", f"trace={which}", "-e", f"inject={which}:{change}"]
    command += [word for path in paths for word in ("-P", path)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    try:
        said = b""
        while b" attached" not in said:  # before it come other paths by which a path is known
            line = process.stderr.readline()
            if not line:
                raise NoTrace(said.decode("utf-8", "replace").strip() or "strace did not attach")
            said = line
        yield
    finally:
        end_program(process, signal.SIGTERM)


def refused(
    dialogue: Dialogue, paths: Sequence[str], calls: Sequence[str], error: str, which: str = ""
) -> AbstractContextManager[None]:
    """Have the system answer some calls of a worker with an error, such as EACCES, for as long as this lasts.

    paths: those of which it does so, in each of the forms in which a call may name them; none: of any.
    which: those calls of a thread, in strace's words, such as 2+3 for the second and each third after it; empty: all.
    NoTrace if strace is not there, or the system does not let it attach. What io_uring does is no call of the worker.
    """
    return injected(dialogue, paths, calls, f"error={error}:when={which}" if which else f"error={error}")
