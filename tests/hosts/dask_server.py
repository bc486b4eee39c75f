"""The fork server of commands with Dask imported too: a fork becomes any module, in the network of a host.

The first word of a request is the module; the others are what it is told. What a host measures may be a fork, too, of
which the system tells the words that it would tell of a command; hosts that SSH reaches have real commands.
"""

from __future__ import annotations

import array
import ctypes
import fcntl
import importlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

TESTS = Path(__file__).parents[1]
sys.path[0:1] = [str(TESTS), str(TESTS)]  # the first is the folder of a command afterwards

from commandline import fork_server  # noqa: E402
from commandline.fork_server import NO_FLOORS, become, carry_out, import_all, serve  # noqa: E402
from commandline.process import Process  # noqa: E402

#: Names the file of the network namespace in which a fork shall be.
NETWORK = "IOTRIAL_TESTED_NETWORK"

#: What a scheduler, a worker or a client imports.
LIBRARIES = (
    *("asyncssh", "cryptography.x509", "distributed.cli.utils", "distributed.deploy.ssh", "distributed.http.scheduler"),
    *("distributed.http.worker", "distributed.preloading", "distributed.comm.tcp", "tornado.netutil"),
)

#: Says that a host measures in forks.
FORKS = "IOTRIAL_TESTED_FORKS"

#: The room for the words of a fork: those of this program are as long.
ROOM_BYTES = 4096

_NETWORKS = 0x40000000  # CLONE_NEWNET

#: Where a fork keeps the files that it holds while it closes the others.
_APART = 100


def enter(network: str) -> None:
    """Let this process be in a network namespace; threads that it starts are there too."""
    file = os.open(network, os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).setns(file, _NETWORKS):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), network)
    finally:
        os.close(file)


class MeasuringForks:
    """Forks of a process of a host's own, which has imported all and goes when the host does; they go on then."""

    def __init__(self) -> None:
        """Start that process."""
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork() == 0:
            self._channel.close()
            fork_server.receive, fork_server.become = receive, become_holding
            if serve(theirs):
                carry_out()
            os._exit(0)
        theirs.close()

    def started(
        self,
        command: Sequence[str],
        *,
        stdin: int,
        stdout: Any,
        stderr: Any,
        pass_fds: Sequence[int],
        start_new_session: bool = False,
    ) -> Process:
        """Start `python -m iotrial`, without floors, as `subprocess.Popen` does."""
        assert list(command[:3]) == [sys.executable, "-m", "iotrial"] and stdin == subprocess.DEVNULL, command
        files = [stdout.fileno(), stderr.fileno(), *pass_fds]

        def ask(arguments: Sequence[str], environment: Mapping[str, str], folder: Path, given: Sequence[int]) -> None:
            request = {
                "arguments": arguments,
                "environment": {**environment, NO_FLOORS: "yes"},
                "folder": str(folder),
                "has_session": start_new_session,
            }
            passed = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [*files, given[-1]]))
            self._channel.sendmsg([json.dumps(request).encode()], [passed])

        server: Any = SimpleNamespace(ask=ask)
        return Process(server, list(command[3:]), os.environ, Path.cwd(), terminal=0)


def receive(channel: socket.socket) -> tuple[dict[str, object], list[int]] | None:
    """Return a request and its open files: output, errors, those that it holds, and the one for its fate."""
    data, files, _, _ = socket.recv_fds(channel, fork_server.MOST_BYTES, 8)
    return (json.loads(data), files) if data else None


def become_holding(request: dict[str, Any], files: list[int]) -> None:
    """Turn this fork into a command, in a session of its own if it is to be, which holds some files open."""
    out, err, *held, tell = files
    apart = [fcntl.fcntl(file, fcntl.F_DUPFD, _APART) for file in held]
    close = os.closerange

    def close_others(low: int, high: int) -> None:
        for before, after in itertools.pairwise([low - 1, *apart, high]):
            close(before + 1, after)

    with mock.patch.object(os, "closerange", close_others):
        become(request, [out, err, tell])
    if request["has_session"]:
        os.setsid()
    be_called([sys.executable, "-m", "iotrial", *request["arguments"]])


def be_called(words: Sequence[str]) -> None:
    """Have the system tell these words of this process."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = map(int, fields[45:47])  # where the words of this program lie
    text = b"\0".join(word.encode() for word in words)
    assert len(text) < end - begin
    ctypes.memset(begin, 0, end - begin)
    ctypes.memmove(begin, text, len(text))


def measure_in_forks() -> None:
    """Have this process, which is to be a host, start what it measures as forks."""
    on_host: Any = importlib.import_module("iotrial.hosts.on_host")
    on_host.subprocess = SimpleNamespace(**{**vars(subprocess), "Popen": MeasuringForks().started})


if __name__ == "__main__":
    if len(sys.argv) == 2:
        os.execv(sys.executable, [sys.executable, *sys.argv, "x" * ROOM_BYTES])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in LIBRARIES:
        importlib.import_module(name)
    import_all()
    if serve(socket.socket(fileno=int(sys.argv[1]))):
        if network := os.environ.pop(NETWORK, None):
            enter(network)
        if os.environ.pop(FORKS, None):
            measure_in_forks()
        carry_out(sys.argv.pop(1))
    os._exit(0)
