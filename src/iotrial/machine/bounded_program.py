"""A program that runs for a bounded time, and what it prints, up to a bound; all that it started ends with it.

Its memory has no bound, but if there is no more, the system ends it before others.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from iotrial.machine.out_of_memory import end_first

#: The most that is kept of what a program prints, from the beginning.
MOST_BYTES = 1 << 20


class Finished(NamedTuple):
    """The exit code of a program, and what it printed."""

    code: int
    text: str  # what is no UTF-8 is replaced


def run_bounded(
    argv: Sequence[str],
    within_s: float,
    *,
    with_errors: bool = False,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Finished | None:
    """Run a program to its end; None if it takes too long. OSError if it cannot be started.

    with_errors: what it prints as errors is kept too; else it is thrown away.
    folder: where it works; None: where this process does.
    """
    process = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if with_errors else subprocess.DEVNULL,
        env=environment,
        cwd=folder,
        start_new_session=True,
    )
    end_first(process.pid)
    with process:
        try:
            said = _said(process, time.monotonic() + within_s)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # a script may have started others
                os.killpg(process.pid, signal.SIGKILL)
    return None if said is None else Finished(process.returncode, said.decode(errors="replace"))


def _said(process: subprocess.Popen[bytes], end_s: float) -> bytes | None:
    """Return the beginning of what a program prints until it ends; None if it has not ended by a time."""
    assert process.stdout is not None
    said = b""
    poll = select.poll()
    poll.register(process.stdout, select.POLLIN)
    while (rest_s := end_s - time.monotonic()) > 0 and poll.poll(rest_s * 1000):
        piece = os.read(process.stdout.fileno(), 1 << 16)
        if not piece:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, end_s - time.monotonic()))
                return said
            break
        said += piece[: MOST_BYTES - len(said)]
    return None
