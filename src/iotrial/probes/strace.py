"""A running worker traced by strace, for as long as a pass of evidence lasts."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from iotrial.host.cpus import bind

#: strace has this long to attach, and as long to let go.
PATIENCE_S = 10.0

#: The number of a process, which differs between two complaints of one kind.
_PROCESS = re.compile(r", \d+(?=\))")


class NoTrace(Exception):
    """A tracer could not be used: the reason."""


class Strace:
    """All system calls of a process, written to a file while this is open; NoTrace if that is impossible."""

    #: Its name in `Evidence.source`.
    source = "strace"

    def __init__(self, pid: int, output: Path, cpu: int | None) -> None:
        """Prepare to trace a running process that is bound to a CPU; its calls go to the file `output`."""
        self._pid = pid
        self._cpu = cpu
        self._output = output
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Strace:
        """Attach, and wait until strace says that it has attached."""
        program = shutil.which("strace")
        if program is None:
            raise NoTrace("strace is not installed")
        # Numbers alone: strace needs time to look up what they point to.
        command = [program, "-f", "-e", "raw=all", "-e", "signal=none", "-o", str(self._output), "-p", str(self._pid)]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise NoTrace(f"strace cannot be started: {error.strerror}") from None
        if self._cpu is not None:
            bind(self._process.pid, {self._cpu})  # the worker's: waking strace on another takes several times as long
        said = self._words_until("attached")
        if "attached" not in said:
            self._end()
            raise NoTrace(_PROCESS.sub("", said.removeprefix("strace: ")) or "strace did not attach")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Detach from the process; NoTrace if strace had ended before, since its trace is then not whole."""
        assert self._process is not None
        ended_early = self._process.poll() is not None
        self._end()
        if ended_early and kind is None:
            raise NoTrace("strace ended early")

    def lines(self) -> Iterator[str]:
        """The calls, as `strace -e raw=all` prints them."""
        with self._output.open(encoding="utf-8", errors="replace") as lines:
            yield from lines

    def _end(self) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def _words_until(self, word: str) -> str:
        """Return the line in which strace says the word, or else its last line."""
        assert self._process is not None and self._process.stderr is not None
        channel = self._process.stderr
        end = time.monotonic() + PATIENCE_S
        said = b""
        waiting = select.poll()
        waiting.register(channel, select.POLLIN)
        while word.encode() not in said and (left_s := end - time.monotonic()) > 0:
            if waiting.poll(left_s * 1000):
                piece = os.read(channel.fileno(), 4096)
                if not piece:
                    break
                said += piece
        lines = said.decode("utf-8", "replace").strip().splitlines()
        return next((line for line in lines if word in line), lines[-1] if lines else "")
