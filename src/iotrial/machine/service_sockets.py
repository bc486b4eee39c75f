"""The sockets and named pipes of this machine's services, and the options that hide them from a sandbox.

A read-only view of the machine stops no process that connects to a socket in it, or writes to a named pipe: whoever may
write to the socket of a container engine, or of the session's own service manager, can have another program started
outside; whoever may write to that of init, end the machine. What is hidden is what the kernel lists when a worker
starts, and what lay in the folders where services keep such things when the first one started. A filter of system calls
would hold more, and was tried: it makes every call some 40 ns slower (5 % of a write() of 10 bytes), so that it moves
the ratios that are to be measured.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import os
import stat
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

#: Linux's list of sockets, those of this network namespace; the path is the eighth column, if there is one.
LISTED = Path("/proc/net/unix")
_COLUMNS = 7

#: Folders that hold much beside sockets: of these only the sockets themselves are hidden.
SHARED = frozenset({"/", "/run", "/tmp", "/var", "/var/lib", "/var/tmp", "/dev/shm", "/home", "/root", "/usr", "/etc"})

#: Folders in which services keep sockets and named pipes; how deep, and at how many entries of each, is looked.
SERVICES = ("/run", "/var/run", "/var/spool", "/var/lib")
MOST_DEPTH = 3
MOST_SEEN = 50_000


def hiding(kept: Collection[str], listed: Path = LISTED) -> list[str]:
    """Return the options of bubblewrap that hide the folders of sockets, or a socket alone in a folder that is needed.

    kept: paths that must be there: no folder above one of them is hidden.
    """
    kept = [*kept, *_home()]
    folders: set[str] = set()
    alone: list[str] = []
    for path in dict.fromkeys([*_sockets(listed), *filter(_is_there, _lying_about())]):
        folder = str(Path(path).parent)
        if folder in SHARED or any(_is_below(one, folder) for one in kept):
            alone.append(path)
        else:
            folders.add(folder)
    hidden = [one for one in sorted(folders) if not any(_is_below(one, other) for other in folders - {one})]
    left = [path for path in alone if not any(_is_below(path, folder) for folder in hidden)]
    return [
        *(word for folder in hidden for word in ("--tmpfs", folder, "--remount-ro", folder)),
        *(word for path in left for word in ("--ro-bind", "/dev/null", path)),
    ]


def paths_in(argv: Sequence[str]) -> list[str]:
    """Return the words of a command that are absolute paths, and what they lead to."""
    given = [word for word in argv if word.startswith("/")]
    return [*given, *map(os.path.realpath, given)]


def _sockets(listed: Path) -> Iterable[str]:
    """Return the real paths of the sockets that are there and that we can reach, each once."""
    try:
        lines = listed.read_text(errors="surrogateescape").splitlines()[1:]
    except OSError:
        return []
    named = {words[_COLUMNS] for line in lines if len(words := line.split(maxsplit=_COLUMNS)) > _COLUMNS}
    return sorted({os.path.realpath(path) for path in named if path.startswith("/") and _is_socket(path)})


@functools.cache
def _lying_about() -> tuple[str, ...]:
    """Return the real paths of sockets and named pipes in the folders of services, by other names too."""
    found: set[str] = set()
    for folder in dict.fromkeys(map(os.path.realpath, SERVICES)):
        _look_through(folder, found)
    return tuple(sorted(found))


def _look_through(folder: str, found: set[str]) -> None:
    """Add the sockets and named pipes of a folder and of those in it, those that lie highest first."""
    left = collections.deque([(folder, MOST_DEPTH)])
    seen = 0
    while left and seen < MOST_SEEN:
        folder, depth = left.popleft()
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                seen += 1
                with contextlib.suppress(OSError):
                    if entry.is_symlink() or entry.is_file(follow_symlinks=False):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        left.extend([(entry.path, depth - 1)] if depth else [])
                    elif _is_spoken_to(entry.stat(follow_symlinks=False).st_mode):
                        found.add(entry.path)


def _is_there(path: str) -> bool:
    """True if a socket or a named pipe is still there: what a sandbox is to hide must be."""
    try:
        return _is_spoken_to(os.lstat(path).st_mode)
    except OSError:
        return False


def _is_spoken_to(mode: int) -> bool:
    return stat.S_ISSOCK(mode) or stat.S_ISFIFO(mode)


def _home() -> list[str]:
    """The user's own folder; none if the system knows of none."""
    with contextlib.suppress(RuntimeError):
        return [str(Path.home())]
    return []


def _is_socket(path: str) -> bool:
    try:
        return Path(path).is_socket()
    except (OSError, ValueError):
        return False


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")
