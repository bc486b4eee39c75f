"""A command that runs: started by the fork server, and otherwise used as `subprocess.Popen` is."""

from __future__ import annotations

import array
import contextlib
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psutil

#: The beginnings of variables that Python reads when it starts; other values need another server.
READ_AT_THE_START = ("PYTHON", "LANG", "LC_")


#: What a fork server runs; another one has more libraries.
PROGRAM = Path(__file__).with_name("fork_server.py")


class ForkServer:
    """The process that becomes commands; one for all tests of a process."""

    def __init__(self, environment: Mapping[str, str], program: Path) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Threads of a numerical library would not be there in a fork.
        own = {**environment, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        command = [sys.executable, str(program), str(theirs.fileno())]
        self._process = subprocess.Popen(command, env=own, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        theirs.close()

    def ask(self, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, files: Sequence[int]) -> None:
        """Ask for a command; `files` are its output, its errors, and the one that tells its fate."""
        request = {"arguments": list(arguments), "environment": dict(environment), "folder": str(folder)}
        passed = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))
        self._channel.sendmsg([json.dumps(request).encode()], [passed])

    def close(self) -> None:
        """End it; commands that still run go on."""
        self._channel.close()
        self._process.wait()


#: The fork servers of this process, by their program and what Python reads when it starts.
_SERVERS: dict[tuple[Path, tuple[tuple[str, str], ...]], ForkServer] = {}


def fork_server(environment: Mapping[str, str], program: Path = PROGRAM) -> ForkServer:
    """Return the fork server in which Python started as it would in this environment."""
    read = {name: value for name, value in environment.items() if name.startswith(READ_AT_THE_START)}
    key = program, tuple(sorted(read.items()))
    if key not in _SERVERS:
        _SERVERS[key] = ForkServer({"PATH": environment["PATH"], **read}, program)
    return _SERVERS[key]


def close_fork_servers() -> None:
    """End them all."""
    while _SERVERS:
        _SERVERS.popitem()[1].close()


class Process:
    """A command that was started."""

    def __init__(
        self,
        server: ForkServer,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        terminal: int | None = None,
    ) -> None:
        """Start it; what it prints goes to pipes that `communicate` reads, or all of it to a terminal."""
        self.args = list(arguments)
        self.returncode: int | Any = None  # None while it is not known to have ended
        self._told, tell = os.pipe()
        self._outputs, theirs = [], []
        for _ in range(2 if terminal is None else 0):
            ours, written = os.pipe()
            self._outputs.append(ours)
            theirs.append(written)
        given = theirs if terminal is None else [terminal, terminal]
        try:
            server.ask(arguments, environment, folder, [*given, tell])
        finally:
            for file in (*theirs, tell):
                os.close(file)
        pid = self._line()
        assert pid is not None, "the fork server ended"
        self.pid = int(pid)

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self._learn()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
            self._learn()
        return int(self.returncode)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Read all that it prints, and wait for its end."""
        end = None if timeout is None else time.monotonic() + timeout
        read: dict[int, bytes] = dict.fromkeys(self._outputs, b"")
        with selectors.DefaultSelector() as selector:
            for file in self._outputs:
                selector.register(file, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(None if end is None else max(0.0, end - time.monotonic()))
                if not ready:
                    late = subprocess.TimeoutExpired(self.args, timeout or 0.0)
                    late.add_note(self._told_of(b"".join(read.values())))
                    raise late
                for key, _ in ready:
                    piece = os.read(key.fd, 1 << 16)
                    read[key.fd] += piece
                    if not piece:
                        selector.unregister(key.fd)
                        self._outputs.remove(key.fd)
                        os.close(key.fd)
        self.wait(None if end is None else max(0.0, end - time.monotonic()))
        out, err = (content.decode("utf-8").replace("\r\n", "\n") for content in read.values())
        return (out, err)

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def _told_of(self, said: bytes) -> str:
        """Tell what it printed, and what each of its processes is at, for who wonders what it waits for."""
        lines = [f"it has printed {said[-2000:]!r}"]
        with contextlib.suppress(psutil.Error):
            own = psutil.Process(self.pid)
            for process in (own, *own.children(recursive=True)):
                with contextlib.suppress(psutil.Error):
                    times = process.cpu_times()
                    lines.append(
                        f"{process.name()} {process.status()}: {times.user:.1f} s user, {times.system:.1f} s system"
                    )
        return "\n".join(lines)

    def _learn(self) -> None:
        code = self._line()
        assert code is not None, "the fork server ended before the command"
        self.returncode = int(code)
        os.close(self._told)

    def _line(self) -> str | None:
        content = b""
        while not content.endswith(b"\n"):
            piece = os.read(self._told, 1)
            if not piece:
                return None
            content += piece
        return content.decode().strip()

    def __del__(self) -> None:
        for file in self._outputs:
            os.close(file)
