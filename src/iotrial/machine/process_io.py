"""Counters of what a process has read and written so far, from /proc."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def process_io(pid: int | None) -> Mapping[str, int]:
    """The counters of /proc/PID/io by their names there; empty if the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    except OSError:
        return {}
    pairs = (line.split(": ", 1) for line in lines)
    return {name: int(value) for name, value in pairs}
