"""A sandbox for methods of strangers: bubblewrap, which needs no root and no service where a system has it.

In it a worker sees the whole machine, and can change nothing but one folder: every file system is mounted read-only,
there is no network, no other process is seen, and all rights of root are gone. It can neither talk to the services of
the machine, whose sockets are hidden, nor type on the terminal that iotrial was started from. All that it starts ends
with it, since it is the first process of a world of its own.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.machine.service_sockets import hiding, paths_in

PROGRAM = "bwrap"

#: The descriptor on which the sandbox tells the number of the worker's process, as we see it.
INFO = 5

_OPTIONS = (
    *("--die-with-parent", "--as-pid-1", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind-try", "/dev/shm", "/dev/shm"),
    *("--proc", "/proc", "--remount-ro", "/proc", "--ro-bind", "/dev/null", "/dev/tty"),
)

#: A sandbox is tried so often: there is none if a socket that is to be hidden goes just then.
TRIES = 3

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

    def argv(self, argv: Sequence[str], *, info: bool = True) -> list[str]:
        """The command that starts another in the sandbox; info: the number of its process is told on `INFO`."""
        folder = os.path.realpath(self.writable)  # bubblewrap makes no mount at a path with a link in it
        tells = ["--info-fd", str(INFO)] if info else []
        hidden = hiding([folder, *paths_in(argv)])
        return [self.program, *_OPTIONS, "--bind", folder, folder, *hidden, *tells, "--", *argv]


def sandbox_program() -> str:
    """The path of the program; NoSandbox if it is missing, or if this system does not let it do its work."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise NoSandbox("there is no sandbox: bubblewrap is not installed", f"iotrial machine --install {PROGRAM}")
    tried = subprocess.run(
        [program, *_OPTIONS, "--", "true"], capture_output=True, text=True, errors="replace", check=False
    )
    if tried.returncode:
        said = (tried.stderr.splitlines() or ["it did not say why"])[0].removeprefix(f"{PROGRAM}: ")
        raise NoSandbox(f"there is no sandbox: {said}", "run methods of strangers as a user who owns nothing")
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
