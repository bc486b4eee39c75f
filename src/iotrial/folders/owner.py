"""Whose a folder is: the process that made it, as a marker in it says, and if that process is gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

#: What we make in folders of others begins with this.
PREFIX = "iotrial-"


def owner() -> dict[str, object]:
    """What a marker says of the process that made what it marks: this one."""
    return {
        "pid": os.getpid(),
        "started_ticks": started_ticks(os.getpid()),
        "boot": boot(),
        "host": os.uname().nodename,
    }


def is_gone(marker: Any) -> bool:
    """Return if the process that a marker names was on this host and is gone; what a marker lacks is an error."""
    if marker["host"] != os.uname().nodename:
        return False
    return bool(marker["boot"] != boot() or started_ticks(int(marker["pid"])) != marker["started_ticks"])


def started_ticks(pid: int) -> int | None:
    """When a process was started, in clock ticks since boot; None where there is none. Tells reused numbers apart."""
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
    """Return what tells this boot of the machine from every other; "" if the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
