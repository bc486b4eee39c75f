"""File systems that are programs: what they lack on a machine, and their error messages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem
from iotrial.places.filesystems import program


@dataclass(frozen=True)
class ServedFileSystem:
    """A file system with a server behind it: the reason why a machine cannot have it, and the call that mounts it.

    mount: of a folder of ours, the folder in it that is served, the point, the mark and if the client may cache what
    the server said; a complaint, or None. Each point is a client, as if it were a host of its own.
    """

    why_not: Callable[[], Problem | None]
    mount: Callable[[Path, Path, Path, str, bool], str | None]


def why_not_fuse(name: str, tools: Sequence[str]) -> Problem | None:
    """Say what this machine lacks for such a file system, of these programs too; None if nothing is known to be."""
    if not sys.platform.startswith("linux"):
        return Problem(f"{name}: file systems are mounted on Linux only")
    if missing := [tool for tool in tools if program(tool) is None]:
        what = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed"
        return Problem(what, hint=f"iotrial machine --install {name}, which starts no service")
    if not Path("/dev/fuse").exists():
        return Problem(
            f"this machine has no /dev/fuse, which {name} needs",
            hint="as root: modprobe fuse; a container has it only if it was started with it",
        )
    return None


def last_line(path: Path) -> str:
    """Return the last line of a log that says something; "" if there is none."""
    try:
        lines = path.read_text(errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip(" +-")), "")
