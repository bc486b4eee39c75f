"""The right of this process to mount, and the command to ask for if it has none."""

from __future__ import annotations

import os
import pwd
import shlex
import sys
from pathlib import Path

from iotrial.errors import Problem
from iotrial.machine.system_files import SystemFiles

_CAP_SYS_ADMIN = 21


def why_not_mount(command: str) -> Problem | None:
    """Say why this process may not mount, with the iotrial command for a user who may; None if it may try.

    None too on systems on which iotrial cannot mount: `filesystems.why_not` says so.
    """
    if not sys.platform.startswith("linux"):
        return None
    if os.geteuid() != 0:
        return Problem("mounting takes root", hint=f"ask the administrator for: {as_administrator(command)}")
    if SystemFiles().may(_CAP_SYS_ADMIN) is False:
        return Problem(
            "this root may not mount (it lacks CAP_SYS_ADMIN, as in most containers)",
            hint=f"give the container that capability and loop devices, or on its host: {as_administrator(command)}",
        )
    return None


def as_administrator(command: str) -> str:
    """Return an iotrial command as an administrator types it: with the path of iotrial, which root's PATH may lack."""
    typed = Path(sys.argv[0])
    words = [os.fspath(typed.absolute())] if typed.name == "iotrial" else [sys.executable, "-m", "iotrial"]
    return f"sudo {shlex.join(words)} {command}"


def user_name() -> str:
    """The name of the user who asks, or the number if it has no name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())
