"""Processes of servers, as the system lists them: what came of them, their CPU time, the ports that they listen at."""

from __future__ import annotations

import contextlib
import ctypes
import os
from pathlib import Path
from typing import NamedTuple

_PR_SET_PDEATHSIG = 1


class Cpu(NamedTuple):
    """CPU time of some processes: exactly, in ns, and in ticks of the system in user mode and in the kernel."""

    ran_ns: int
    user: int
    system: int

    def since(self, before: Cpu) -> tuple[int, int]:
        """Return the time that was added in user mode and in the kernel, ns: their sum exactly, its parts by ticks."""
        ran_ns = max(0, self.ran_ns - before.ran_ns)
        user, system = max(0, self.user - before.user), max(0, self.system - before.system)
        if not user + system:  # too short for a tick
            user, system = self.user, self.system
        user_ns = ran_ns * user // (user + system) if user + system else ran_ns
        return user_ns, ran_ns - user_ns


def doors(port: int) -> set[str]:
    """Return the sockets of the system that listen at a port, as links to them say; none if it does not tell."""
    found: list[list[str]] = []
    for name in ("tcp", "tcp6"):  # Java listens at an address of the former by a socket of the latter
        with contextlib.suppress(OSError):
            found += [line.split() for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    listening = [words for words in found if words[3] == "0A"]
    return {f"socket:[{words[9]}]" for words in listening if int(words[1].rpartition(":")[2], 16) == port}


def sockets_of(pid: int) -> list[str]:
    """Return the open files of a process, as links to them say."""
    found = []
    for name in entries(f"/proc/{pid}/fd"):
        with contextlib.suppress(OSError):
            found.append(os.readlink(f"/proc/{pid}/fd/{name}"))
    return found


def with_descendants(pids: list[int]) -> list[int]:
    """Return processes, and all that came of them and still runs."""
    found, left = [], list(pids)
    while left:
        found.append(left.pop())
        left += children_of(found[-1])
    return found


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started; none if it has gone."""
    found: list[int] = []
    for task in entries(f"/proc/{pid}/task"):
        with contextlib.suppress(OSError):
            found += map(int, Path(f"/proc/{pid}/task/{task}/children").read_bytes().split())
    return found


def running_children() -> list[int]:
    """Return what came of this process and still runs: servers, since it has no client while it ends them."""
    return [pid for pid in with_descendants(children_of(os.getpid())) if is_there(pid)]


def is_there(pid: int) -> bool:
    """True if a process still runs; one of ours that has ended is waited for."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[0] not in (b"Z", b"X")
    return False


def send(pid: int, number: int) -> None:
    """Send a signal to a process, which may have gone."""
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def die_with_parent(by: int, parent: int | None = None) -> None:
    """Have the calling process get a signal when its parent ends.

    parent: its number, if it may have ended already: of that the system tells nobody.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(by), 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def entries(folder: str) -> list[str]:
    """Return the names in a folder; none if it has gone."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
