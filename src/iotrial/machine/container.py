"""A cgroup for each arm's workers and all their descendants, so that none of these can escape being found and ended.

It limits nothing and no controller counts in it, so that it moves no figure: it only lists its members. Where none can
be made, as for most users, leftover processes are found by their parent and their mark alone.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from iotrial.folders.folder_owner import PREFIX
from iotrial.folders.removal import opened
from iotrial.machine.cgroup_folder import OwnCgroup, end_processes, remove_cgroup

#: Where a system has its hierarchy of version 2, which knows groups without any controller: alone, or beside version 1.
ROOTS = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"))

#: The longest that what is left in it is chased.
CHASE_S = 2.0
PAUSE_S = 0.005


class Container(OwnCgroup):
    """The cgroup of a run, in which the workers of each round have theirs; to be closed."""


class Cells:
    """The cgroups, by arm, of workers that end together; others may be in theirs meanwhile."""

    def __init__(self, container: Container, number: int) -> None:
        """Prepare for workers with a number of their own."""
        self._container = container.folder
        self._number = number
        self._arms: dict[int, Path] = {}

    def add(self, arm: int, pid: int) -> None:
        """Put a process, and all that it starts from now on, into the cgroup of an arm; one that ended stays out."""
        own = self._arms.setdefault(arm, self._container / f"{self._number:06d}-arm-{arm:03d}")
        with contextlib.suppress(OSError):
            own.mkdir(exist_ok=True)
            (own / "cgroup.procs").write_text(str(pid))

    def end_left(self) -> list[int]:
        """End all that is left, once the workers themselves have ended; return the arm of each process that ran."""
        left = []
        for arm, folder in self._arms.items():
            left += [arm] * len(_end_all(folder))
            remove_cgroup(folder)
        self._arms.clear()
        return left


def make_container(roots: Sequence[Path] = ROOTS, membership: Path = Path("/proc/self/cgroup")) -> Container | None:
    """Make a container below the cgroup that we are in; None if there can be none, or controllers would count in it."""
    with contextlib.suppress(OSError, StopIteration):
        lines = membership.read_text().splitlines()
        own = next(line.removeprefix("0::") for line in lines if line.startswith("0::"))
        root = next(root for root in roots if (root / "cgroup.controllers").is_file())
        above = root / own.lstrip("/")
        if not (above / "cgroup.subtree_control").read_text().split():
            return Container(above / f"{PREFIX}{secrets.token_hex(8)}")
    return None


def _end_all(folder: Path) -> set[int]:
    """End the processes of a cgroup, and those that they make meanwhile; return who they were."""
    ended: set[int] = set()
    end = time.monotonic() + CHASE_S
    with contextlib.suppress(OSError), opened(folder) as group:
        while (found := end_processes(group)) and time.monotonic() < end:
            ended.update(found)
            time.sleep(PAUSE_S)
            for pid in ended:  # those that came to us as orphans
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
    return ended
