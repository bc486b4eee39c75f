"""Within this process no library can read a pickle that has more than plain data.

Python tells of each name that a pickle would have looked up before it is; without names a pickle calls nothing.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator

from iotrial.hosts.plain_messages import NotPlain

_LOCK = threading.Lock()
_is_watched = False
_holders = 0


@contextlib.contextmanager
def never_unpickled() -> Iterator[None]:
    """Make the lookup of any name by any pickle fail in all threads, as long as this is open."""
    global _holders, _is_watched
    with _LOCK:
        if not _is_watched:
            sys.addaudithook(_look)  # it cannot be taken away again
            _is_watched = True
        _holders += 1
    try:
        yield
    finally:
        with _LOCK:
            _holders -= 1


def _look(event: str, arguments: tuple[object, ...]) -> None:
    if event == "pickle.find_class" and _holders:
        raise NotPlain("a pickle that names {}.{}".format(*map(str, arguments[:2])))
