"""The sockets of this machine's services in its file systems, and the options that hide them from a sandbox.

A read-only view of the machine stops no process that connects to a socket in it: whoever may write to the socket of a
container engine, or of the session's own service manager, can have another program started outside. What is hidden is
what is there when a worker starts. A filter of system calls would hold more, and was tried: it makes every call some 40
ns slower (5 % of a write() of 10 bytes), so that it moves the ratios that are to be measured.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

#: Linux's list of sockets, those of this network namespace; the path is the eighth column, if there is one.
LISTED = Path("/proc/net/unix")
_COLUMNS = 7

#: Folders that hold much beside sockets: of these only the sockets themselves are hidden.
SHARED = frozenset({"/", "/run", "/tmp", "/var", "/var/lib", "/var/tmp", "/dev/shm", "/home", "/root", "/usr", "/etc"})


def hiding(kept: Collection[str], listed: Path = LISTED) -> list[str]:
    """Return the options of bubblewrap that hide the folders of sockets, or a socket alone in a folder that is needed.

    kept: paths that must be there: no folder above one of them is hidden.
    """
    kept = [*kept, *_home()]
    folders: set[str] = set()
    alone: list[str] = []
    for path in _sockets(listed):
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
