"""A file that is cut short at a certain moment: when a process is about to read it, or has mapped it.

ptrace stops the process at that moment, the file is cut, and the process goes on by itself. So nothing is left to
chance, however fast it reads. NotCut says why if this system cannot do that.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from iotrial.machine.threads import asked_thread
from iotrial.workers.protocol import Dialogue, Pairs

#: Numbers of the calls that read from a descriptor (the first argument) or map one (the fifth), by machine.
READS: Mapping[str, frozenset[int]] = {
    # read, pread64, readv, preadv, preadv2, splice, copy_file_range
    "x86_64": frozenset({0, 17, 19, 295, 327, 275, 326}),
    "aarch64": frozenset({63, 67, 65, 69, 286, 76, 285}),
}
MAPS: Mapping[str, int] = {"x86_64": 9, "aarch64": 222}

#: A method that has not begun to read after this long never will.
PATIENCE_S = 30.0
PAUSE_S = 0.0002

_SEIZE, _INTERRUPT, _SYSCALL, _DETACH, _SYSCALL_INFO = 0x4206, 0x4207, 24, 17, 0x420E
_TRACESYSGOOD = 1
_ENTRY = 1
_SYSCALL_STOP = signal.SIGTRAP | 0x80


class NotCut(Exception):
    """A file could not be cut while it was read: the reason, and if the worker has the request all the same."""

    def __init__(self, reason: str, *, is_asked: bool = False) -> None:
        super().__init__(reason)
        self.is_asked = is_asked


class _Info(ctypes.Structure):
    """The answer of PTRACE_GET_SYSCALL_INFO: on entry the call's number and arguments, on exit first its result."""

    _fields_ = [
        ("op", ctypes.c_uint8),
        ("pad", ctypes.c_uint8 * 3),
        ("arch", ctypes.c_uint32),
        ("instruction", ctypes.c_uint64),
        ("stack", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
        ("data", ctypes.c_uint64),
    ]


def cut_while_read(dialogue: Dialogue, verb: str, path: Path, byte_count: int, pairs: Pairs | None = None) -> None:
    """Send a request, and cut a file when the worker is about to read it or has mapped it; its reply is still to come.

    byte_count: the size that it has then; a larger one than before makes it grow.
    NotCut if the worker cannot be stopped there. A worker that ends before is left as it is.
    """
    machine = platform.machine()
    if sys.platform != "linux" or machine not in READS:
        raise NotCut(f"a process cannot be stopped on its way to a file on {sys.platform} {machine}")
    assert dialogue.pid is not None
    traced = _CutTraced(asked_thread(dialogue.pid, dialogue.talk()[0]))
    try:
        traced.interrupt()
        dialogue.begin(verb, pairs or {})
        end = time.monotonic() + PATIENCE_S
        mapping = False
        while True:
            is_at_call = traced.go_on(lambda: dialogue.has_answered(0) or time.monotonic() > end)
            if is_at_call is None:
                raise NotCut("the method was not seen to read the file", is_asked=True)
            if not is_at_call:
                continue
            info = traced.info()
            if info.op == _ENTRY:
                mapping = info.number == MAPS[machine] and _leads_to(dialogue.pid, info.arguments[4], path)
                begins = info.number in READS[machine] and _leads_to(dialogue.pid, info.arguments[0], path)
            else:
                begins = mapping
            if begins:
                os.truncate(path, byte_count)
                return
    finally:
        traced.let_go()


class _CutTraced:
    """A thread of a process of ours under ptrace; only the thread that made this object may use it."""

    def __init__(self, pid: int) -> None:
        """Attach to the thread; NotCut if the system does not allow that."""
        self._pid = pid
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.ptrace.restype = ctypes.c_long
        self._libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        self._is_stopped = False
        self._signal = 0  # the signal that it gets when it goes on
        if not self._ask(_SEIZE, 0, _TRACESYSGOOD):
            raise NotCut(f"a process cannot be stopped on its way to a file: {os.strerror(ctypes.get_errno())}")

    def interrupt(self) -> None:
        """Stop the process now."""
        self._ask(_INTERRUPT)
        if self._wait(lambda: False) is None:
            raise NotCut("the worker ended before it was asked to read the file")

    def go_on(self, enough: Callable[[], bool]) -> bool | None:
        """Let it go on to its next stop: True before or after a call, False for a signal that it is to get.

        None if it ended or `enough` came first.
        """
        if not self._ask(_SYSCALL, 0, self._signal):
            return None
        self._is_stopped = False
        return self._wait(enough)

    def info(self) -> _Info:
        """The call that it has stopped at."""
        info = _Info()
        if not self._ask(_SYSCALL_INFO, ctypes.sizeof(info), ctypes.addressof(info)):
            raise NotCut(f"the system does not tell which call it is: {os.strerror(ctypes.get_errno())}")
        return info

    def let_go(self) -> None:
        """Let it run by itself."""
        if not self._is_stopped and self._ask(_INTERRUPT):
            self._wait(lambda: False)
        self._ask(_DETACH, 0, self._signal)

    def _wait(self, enough: Callable[[], bool]) -> bool | None:
        """Wait for its next stop, as in `go_on`. If it ends, its exit status is left for its owner to collect."""
        while True:
            with contextlib.suppress(ChildProcessError):
                if (seen := os.waitid(os.P_PID, self._pid, _WAITED)) is not None:
                    if seen.si_code in (os.CLD_EXITED, os.CLD_KILLED, os.CLD_DUMPED):
                        return None
                    _, status = os.waitpid(self._pid, _ALL_KINDS)
                    return self._stopped(status)
            if enough():
                return None
            time.sleep(PAUSE_S)

    def _stopped(self, status: int) -> bool:
        number = status >> 8 & 0xFF
        is_event = bool(status >> 16)
        is_call = number == _SYSCALL_STOP
        self._is_stopped = True
        self._signal = 0 if is_call or is_event else number
        return is_call

    def _ask(self, request: int, address: int = 0, data: int = 0) -> bool:
        """Send a ptrace request; return if the system did it."""
        return bool(self._libc.ptrace(request, self._pid, address, data) != -1)


def _leads_to(pid: int, descriptor: int, path: Path) -> bool:
    """True if a process's descriptor leads to a file."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/fd/{descriptor & 0xFFFFFFFF}").samefile(path)
    return False


#: Threads beside the first are waited for, too.
_ALL_KINDS = 0x40000000

_WAITED = os.WEXITED | os.WSTOPPED | os.WNOWAIT | os.WNOHANG | _ALL_KINDS if hasattr(os, "WNOWAIT") else 0
