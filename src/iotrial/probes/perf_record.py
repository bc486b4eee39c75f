"""`perf record`, attached to a running worker."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Self

from iotrial.machine.cpus import available_cpus, bind
from iotrial.probes.tracer import PATIENCE_S, NoTrace, Onlooker, end_program
from iotrial.workers.complaint import visible

#: The buffer of each CPU for events that perf has not written yet; only root may ask for more than the default.
ROOM = "8M"


#: Without --no-bpf-event perf waits a second at its end for events that are not needed here.
RECORD = ("record", "-q", "--no-bpf-event", "-N")


def complaint_of(words: str) -> str:
    """Return the first line in which perf says what is wrong; empty if it says nothing."""
    lines = (line.strip().removeprefix("Error:").strip() for line in words.splitlines())
    return visible(next((line for line in lines if line), "")).removesuffix(".")


class PerfRecord(Onlooker):
    """Perf, recording or counting events of a process; it keeps off the worker's CPU."""

    source = "perf"

    #: What perf is to do, and the options that say with which events.
    verb: ClassVar[Sequence[str]] = RECORD
    options: ClassVar[Sequence[str]] = ()

    def __init__(self, pid: int, output: Path, cpu: int | None) -> None:
        """Prepare like any tracer, with a pipe to talk to perf."""
        super().__init__(pid, output, cpu)
        self._talk = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Attach, and wait until perf says that it has attached."""
        program = shutil.which("perf")
        if program is None:
            raise NoTrace("perf is not installed")
        orders, order = os.pipe()
        answer, answers = os.pipe()
        for end in (order, answer):
            self._talk.callback(os.close, end)
        command = [program, *self.verb, *self.options, "-o", str(self._output)]
        command += ["-D", "-1", "--control", f"fd:{orders},{answers}", "-p", str(self._pid)]
        command += ["-m", ROOM] if os.geteuid() == 0 and self.verb == RECORD else []
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=(orders, answers),
            )
        except OSError as error:
            self._talk.close()
            raise NoTrace(f"perf cannot be started: {error.strerror}") from None
        finally:
            os.close(orders)
            os.close(answers)
        if self._cpu is not None:
            bind(self._process.pid, (available_cpus() - {self._cpu}) or {self._cpu})
        with contextlib.suppress(OSError):  # if perf has ended, the answer below is missing
            os.write(order, b"enable\n")
        if not select.select([answer], [], [], PATIENCE_S)[0] or not os.read(answer, 64).startswith(b"ack"):
            raise NoTrace(f"perf did not attach{self._end()}")
        return self

    def _script(self, *options: str) -> Iterator[str]:
        """Yield the lines in which perf prints what it recorded; NoTrace if it cannot read it."""
        program = shutil.which("perf") or "perf"
        with subprocess.Popen(
            [program, "script", "-i", str(self._output), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="surrogateescape",
        ) as script:
            assert script.stdout is not None
            try:
                yield from script.stdout
            except GeneratorExit:
                script.kill()
                raise
        if script.returncode != 0:
            raise NoTrace("perf cannot read what it wrote")

    def _end(self) -> str:
        """End perf; return its complaint as a part of a sentence."""
        assert self._process is not None
        words = end_program(self._process, signal.SIGINT)
        self._talk.close()
        complaint = complaint_of(words.decode("utf-8", "replace"))
        return f": {complaint}" if complaint else ""
