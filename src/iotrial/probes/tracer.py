"""Programs that trace a running worker, for as long as a pass of evidence lasts."""

from __future__ import annotations

import contextlib
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

#: The time that a tracer has to attach, and again to detach.
PATIENCE_S = 10.0


class NoTrace(Exception):
    """A tracer could not be used: the reason."""


def end_program(program: subprocess.Popen[bytes], number: int) -> bytes:
    """End a program by a signal, or at once if that takes too long; return what it said as errors."""
    with contextlib.suppress(ProcessLookupError):
        program.send_signal(number)
    try:
        return program.communicate(timeout=PATIENCE_S)[1]
    except subprocess.TimeoutExpired:
        program.kill()
        return program.communicate()[1]


class Onlooker(ABC):
    """A program that is attached to a process while this is open; NoTrace if that is impossible."""

    #: The program, and its name in `Evidence.source`.
    source: ClassVar[str]

    def __init__(self, pid: int, output: Path, cpu: int | None) -> None:
        """Prepare to look at a running process that may be bound to a CPU; what is seen goes to the file `output`."""
        self._pid = pid
        self._cpu = cpu
        self._output = output
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def __enter__(self) -> Self:
        """Attach, and wait until the program says that it has attached."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Detach from the process; NoTrace if the program had ended before, since what it wrote is then not whole."""
        assert self._process is not None
        ended_early = self._process.poll() is not None
        said = self._end()
        if ended_early and kind is None:
            raise NoTrace(f"{self.source} ended early{said}")

    @abstractmethod
    def _end(self) -> str:
        """End the program; return its complaint as a part of a sentence, or nothing."""


class Tracer(Onlooker):
    """All system calls of a process, written to a file while this is open; NoTrace if that is impossible."""

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """The calls, as `strace -e raw=all` prints them; NoTrace if some were lost."""
