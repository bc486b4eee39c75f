"""Rotation of a log while others write to it, as logrotate does."""

from __future__ import annotations

import errno
import fcntl
import random
import threading
import time
from pathlib import Path
from types import TracebackType

from iotrial.workers.produced import changing

#: Cuts within one window.
CUTS = 3

#: Cuts lie within this share of the window, so that something is written before the first and after the last.
WITHIN = (0.1, 0.9)

#: A writer that still holds its lock this long after the last cut was due will not release it.
PATIENCE_S = 10.0

_PIECE_BYTES = 1 << 20


class Rotation:
    """Cut a log at moments drawn at random as long as this is open; files are LOG.1, LOG.2, …, in that order."""

    def __init__(self, log: Path, way: str, window: tuple[int, int], number: int) -> None:
        """Draw the moments within `window`, seeded by the sample's `number`; `way` is the value of the job's factor."""
        self._log = log
        self._cut = {
            "rename": self._rename,
            "copytruncate": self._copy_and_truncate,
            "copytruncate-locked": self._copy_and_truncate_locked,
        }[way]
        source = random.Random(number)
        begin_ns, end_ns = window
        self._moments = sorted(begin_ns + int((end_ns - begin_ns) * source.uniform(*WITHIN)) for _ in range(CUTS))
        #: Each file that was cut off, and when that was done (monotonic clock, ns).
        self.files: list[tuple[Path, int]] = []
        self._problem: OSError | None = None
        self._is_over = False
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Rotation:
        """Begin to wait for the first moment."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for the last cut; OSError if the log could not be cut, or if a writer never gives its lock back."""
        self._thread.join(max(0.0, (self._moments[-1] - time.monotonic_ns()) / 1e9) + PATIENCE_S)
        self._is_over = True
        if self._thread.is_alive() and kind is None:
            raise OSError(errno.EDEADLK, f"the log could not be locked for {PATIENCE_S:.0f} s")
        if self._problem is not None and kind is None:
            raise self._problem

    def _run(self) -> None:
        try:
            for number, moment_ns in enumerate(self._moments, start=1):
                time.sleep(max(0.0, (moment_ns - time.monotonic_ns()) / 1e9))
                target = self._log.with_name(f"{self._log.name}.{number}")
                self._cut(target)
                self.files.append((target, time.monotonic_ns()))
        except OSError as error:
            self._problem = error

    def _rename(self, target: Path) -> None:
        """Move the log away and make a new one, unless a writer was quicker."""
        self._log.rename(target)
        with changing(self._log, is_made=True):
            pass

    def _copy_and_truncate(self, target: Path) -> None:
        """Copy the log to its end, then empty it: what is written in between is lost."""
        with changing(self._log) as log, target.open("xb", buffering=0) as copy:
            while piece := log.read(_PIECE_BYTES):
                copy.write(piece)
            log.truncate(0)

    def _copy_and_truncate_locked(self, target: Path) -> None:
        """Copy and truncate under an exclusive lock on the log; writers that lock it too have to wait."""
        with changing(self._log) as log:
            fcntl.flock(log, fcntl.LOCK_EX)  # in turn with the writers, so not by trying again and again
            fcntl.lockf(log, fcntl.LOCK_EX)  # some lock by fcntl(), which does not see the other
            if not self._is_over:
                self._copy_and_truncate(target)
