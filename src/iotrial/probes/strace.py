"""A running worker traced by strace, for as long as a pass of evidence lasts."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from iotrial.machine.cpus import bind
from iotrial.probes.tracer import PATIENCE_S, NoTrace, Tracer, end_program

#: The number of a process, which differs between two complaints of one kind.
_PROCESS = re.compile(r", \d+(?=\))")


class Strace(Tracer):
    """The calls, by strace, which runs on the worker's CPU; those of other processes too, if some are named."""

    source = "strace"

    def __init__(
        self, pid: int, output: Path, cpu: int | None, others: Sequence[int] = (), in_words: Sequence[str] = ()
    ) -> None:
        """Prepare to look at a running process, and at others; the paths of the calls `in_words` are looked up."""
        super().__init__(pid, output, cpu)
        self._pids = (pid, *others)
        self._in_words = in_words

    def __enter__(self) -> Self:
        """Attach, and wait until strace says that it has attached."""
        program = shutil.which("strace")
        if program is None:
            raise NoTrace("strace is not installed")
        # Numbers alone: strace needs time to look up what they point to.
        shown = ["-e", "raw=all"]
        if self._in_words:
            shown = ["-e", "raw=!" + ",".join(map("?{}".format, self._in_words)), "-X", "raw", "-xx", "-s", "4096"]
        command = [program, "-f", *shown, "-e", "signal=none", "-o", str(self._output)]
        command += [word for pid in self._pids for word in ("-p", str(pid))]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise NoTrace(f"strace cannot be started: {error.strerror}") from None
        if self._cpu is not None:
            bind(self._process.pid, {self._cpu})  # the worker's: waking strace on another takes several times as long
        said = self._words_until("attached", len(self._pids))
        if "attached" not in said:
            self._end()
            raise NoTrace(_PROCESS.sub("", said.removeprefix("strace: ")) or "strace did not attach")
        return self

    def lines(self) -> Iterator[str]:
        """The calls, as strace prints them."""
        with self._output.open(encoding="utf-8", errors="replace") as lines:
            yield from lines

    def _end(self) -> str:
        assert self._process is not None
        end_program(self._process, signal.SIGTERM)
        return ""

    def _words_until(self, word: str, times: int) -> str:
        """Return the last line in which strace says the word so often, or else its last line."""
        assert self._process is not None and self._process.stderr is not None
        channel = self._process.stderr
        end = time.monotonic() + PATIENCE_S
        said = b""
        waiting = select.poll()
        waiting.register(channel, select.POLLIN)
        while said.count(word.encode()) < times and (left_s := end - time.monotonic()) > 0:
            if waiting.poll(left_s * 1000):
                piece = os.read(channel.fileno(), 4096)
                if not piece:
                    break
                said += piece
        lines = said.decode("utf-8", "replace").strip().splitlines()
        is_said = said.count(word.encode()) >= times
        return next((line for line in reversed(lines) if not is_said or word in line), "")
