"""Processes that run, told by the system and by none of our own code."""

from __future__ import annotations

import psutil


def is_running(pid: int) -> bool:
    """True if a process has not ended, whether or not anybody has noticed its end."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
