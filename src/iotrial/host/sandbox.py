"""A sandbox for methods of strangers: bubblewrap, which needs no root and no service where a system has it.

In it a worker sees the whole machine, and can change nothing but the folder of its run: every file system is mounted
read-only, there is no network, no other process is seen, and all rights of root are gone. It can neither talk to the
services of the machine, since sockets of that kind are refused, nor type on the terminal that iotrial was started
from. All that it starts ends with it, since it is the first process of a world of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.host.call_filter import UnknownMachine, call_filter

PROGRAM = "bwrap"

#: The descriptor on which the sandbox tells the number of the worker's process, as we see it.
INFO = 5

#: The descriptor from which the sandbox of a worker reads the system calls that it refuses.
FILTER = 6

_OPTIONS = (
    *("--die-with-parent", "--as-pid-1", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind-try", "/dev/shm", "/dev/shm"),
    *("--proc", "/proc", "--ro-bind", "/dev/null", "/dev/tty"),
)

#: What to do without one.
HINT = "run methods of strangers as a user who owns nothing"

#: A sandbox that is not there after this long never will be.
PATIENCE_S = 10.0


class NoSandbox(Exception):
    """There can be no sandbox here: the reason; `hint` is the next step."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.hint = hint


@dataclass(frozen=True)
class Sandbox:
    """A sandbox in which one folder can be written to."""

    program: str
    writable: Path

    def argv(self, argv: Sequence[str], *, refuses_by: int = FILTER, info: bool = True) -> list[str]:
        """The command that starts another in the sandbox.

        refuses_by: the descriptor from which it reads what it refuses; see `filter_descriptor`.
        info: the number of its process is told on `INFO`.
        """
        folder = os.path.realpath(self.writable)  # bubblewrap makes no mount at a path with a link in it
        tells = ["--info-fd", str(INFO)] if info else []
        return [self.program, *_OPTIONS, *_refusing(refuses_by), "--bind", folder, folder, *tells, "--", *argv]


@contextlib.contextmanager
def filter_descriptor() -> Iterator[int]:
    """Have a descriptor from which one sandbox can read the system calls that it refuses."""
    read, write = os.pipe()
    try:
        write_filter(write)
        yield read
    finally:
        os.close(read)


def write_filter(end: int) -> None:
    """Write the system calls that a sandbox refuses to a pipe, which holds them all, and close that end of it."""
    try:
        os.write(end, call_filter())
    finally:
        os.close(end)


def _refusing(descriptor: int) -> tuple[str, str]:
    return ("--seccomp", str(descriptor))


def sandbox_program() -> str:
    """The path of the program; NoSandbox if it is missing, or if this system does not let it do its work."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise NoSandbox("there is no sandbox: bubblewrap is not installed", "iotrial machine --install")
    try:
        with filter_descriptor() as refused:
            argv = [program, *_OPTIONS, *_refusing(refused), "--", "true"]
            tried = subprocess.run(
                argv, pass_fds=(refused,), capture_output=True, text=True, errors="replace", check=False
            )
    except UnknownMachine as reason:
        raise NoSandbox(f"there is no sandbox: {reason}", HINT) from None
    if tried.returncode:
        said = (tried.stderr.splitlines() or ["it did not say why"])[0].removeprefix(f"{PROGRAM}: ")
        raise NoSandbox(f"there is no sandbox: {said}", HINT)
    return program


def process_in(info: int) -> int | None:
    """Return the number of the process in a sandbox that was just started, as it tells on `info`; None if none comes.

    It takes the descriptor over and closes it.
    """
    said = b""
    end = time.monotonic() + PATIENCE_S
    try:
        poll = select.poll()
        poll.register(info, select.POLLIN)
        while (rest_s := end - time.monotonic()) > 0 and poll.poll(rest_s * 1000):
            piece = os.read(info, 4096)
            said += piece
            if not piece or b"}" in piece:
                break
        return int(json.loads(said)["child-pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        os.close(info)
