"""The owner of a folder: the process that made it, as its marker says; it may be gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

#: The first letters of the names of all that we make in folders of others.
PREFIX = "iotrial-"


def owner() -> dict[str, object]:
    """Return what a marker says of this process, which makes the folder."""
    return {
        "pid": os.getpid(),
        "started_ticks": started_ticks(os.getpid()),
        "boot": boot(),
        "host": os.uname().nodename,
        "processes": _namespace(),
    }


def is_gone(marker: Any) -> bool:
    """True if the process that a marker names was on this host and is gone; KeyError if the marker lacks a key.

    In a container, which numbers processes differently, one of the same boot may live unseen: it counts as alive.
    """
    if marker["host"] != os.uname().nodename:
        return False
    if marker["boot"] != boot():
        return True
    if marker.get("processes", _namespace()) != _namespace():
        return False
    return bool(started_ticks(int(marker["pid"])) != marker["started_ticks"])


def _namespace() -> str:
    """Return the name of the namespace in which processes have the numbers that we see; "" without such."""
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def started_ticks(pid: int) -> int | None:
    """The start of a process in clock ticks since boot, to tell reused numbers apart; None if there is none."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        if Path("/proc/self/stat").exists():
            return None
        return _alive(pid)
    fields = stat.rpartition(")")[2].split()
    return None if fields[0] in "ZX" else int(fields[19])


def _alive(pid: int) -> int | None:
    try:
        os.kill(pid, 0)
    except OSError:
        return None
    return 0


def boot() -> str:
    """Return the id of this boot of the machine; "" if the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
