"""Processes that another process has started."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

#: Places of a line of /proc/PID/stat after the name: page faults of the children that were waited for.
_MINOR_FAULTS_OF_CHILDREN, _MAJOR_FAULTS_OF_CHILDREN = 8, 10


def has_had_children(pid: int) -> bool:
    """True if a process has children, or has waited for some; False if the system does not tell.

    No child runs without a page fault, and the system counts those of a child that was waited for with its parent's.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
        if any(int(fields[place]) for place in (_MINOR_FAULTS_OF_CHILDREN, _MAJOR_FAULTS_OF_CHILDREN)):
            return True
        return bool(Path(f"/proc/{pid}/task/{pid}/children").read_text().strip())
    except (OSError, ValueError, IndexError):
        return False


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started; none if the system does not tell."""
    found: list[int] = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, children.read_text().split())
        except OSError:
            continue
    return found


def with_descendants(pids: Iterable[int]) -> list[int]:
    """Return processes, and all that came of them and still runs."""
    found, left = [], list(pids)
    while left:
        found.append(left.pop())
        left += children_of(found[-1])
    return found
