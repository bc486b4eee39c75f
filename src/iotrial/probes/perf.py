"""A running worker traced by perf, for machines on which strace may not attach."""

from __future__ import annotations

import contextlib
import os
import platform
import select
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from iotrial.host.cpus import available_cpus, bind
from iotrial.probes.perf_text import LostEvents, call_names, strace_lines
from iotrial.probes.tracer import PATIENCE_S, NoTrace, Tracer

#: The buffer of each CPU for events that perf has not written yet; only root may ask for more than the default.
ROOM = "8M"

_EVENTS = "raw_syscalls:sys_enter,raw_syscalls:sys_exit"


class Perf(Tracer):
    """The calls, by perf, which keeps off the worker's CPU."""

    source = "perf"

    def __init__(self, pid: int, output: Path, cpu: int | None) -> None:
        """Prepare as any tracer does, with a way to talk to perf."""
        super().__init__(pid, output, cpu)
        self._talk = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Attach, and wait until perf says that it has attached."""
        program = shutil.which("perf")
        if program is None:
            raise NoTrace("perf is not installed")
        if not call_names(platform.machine()):
            raise NoTrace(f"the system calls of {platform.machine()} have no names here")
        orders, order = os.pipe()
        answer, answers = os.pipe()
        for end in (order, answer):
            self._talk.callback(os.close, end)
        # Without --no-bpf-event perf waits a second at its end for events that nobody needs here.
        command = [program, "record", "-q", "--no-bpf-event", "-N", "-e", _EVENTS, "-o", str(self._output)]
        command += ["-D", "-1", "--control", f"fd:{orders},{answers}", "-p", str(self._pid)]
        command += ["-m", ROOM] if os.geteuid() == 0 else []
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

    def lines(self) -> Iterator[str]:
        """The calls, as strace would print them; NoTrace if perf lost some."""
        program = shutil.which("perf") or "perf"
        command = [program, "script", "-i", str(self._output), "-F", "pid,tid,event,trace"]
        with subprocess.Popen(
            [*command, "--show-lost-events"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
        ) as script:
            assert script.stdout is not None
            try:
                yield from strace_lines(script.stdout, call_names(platform.machine()))
            except LostEvents as lost:
                script.kill()
                raise NoTrace(str(lost)) from None
        if script.returncode != 0:
            raise NoTrace("perf cannot read what it wrote")

    def _end(self) -> str:
        """End perf; return its complaint as a part of a sentence."""
        assert self._process is not None and self._process.stderr is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGINT)
        try:
            _, words = self._process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            _, words = self._process.communicate()
        self._talk.close()
        lines = [line.strip() for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
        return f": {lines[0].removeprefix('Error:').strip() or ' '.join(lines[:2])}" if lines else ""
