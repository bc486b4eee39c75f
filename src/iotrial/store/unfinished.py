"""Folders of runs that were begun: their makers hold them, so that what a killed maker left can be told, and goes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import time
from collections.abc import Iterator

from iotrial.folders.removal import empty, identity_of, names_in, open_folder, opened, remove_name
from iotrial.store.file_names import RUN_FILE

#: The first letters of names that are not final.
TEMPORARY = ".writing-"

_FOLDER = re.compile(rf"{re.escape(TEMPORARY)}.+-[0-9a-f]{{16}}", re.DOTALL)
_FILE = re.compile(rf"(?:{re.escape(TEMPORARY)}[0-9a-f]{{16}}-)?{re.escape(RUN_FILE)}")

#: A folder of results is held for an instant; whoever holds it for longer is not waited for.
_TURN_S, _PAUSE_S = 1.0, 0.005


def begin(name: str, place: int, mode: int) -> int:
    """Make a folder in the open one of results; return its descriptor, which holds it until it is closed.

    What makers that were killed left there is removed.
    """
    with _turn(place) as is_ours:
        if is_ours:
            _remove_unfinished(place)
        os.mkdir(name, mode, dir_fd=place)
        own = open_folder(name, place)
        _hold(own)
    return own


@contextlib.contextmanager
def _turn(place: int) -> Iterator[bool]:
    """Lock the folder of results, so that a run that begins is not taken for abandoned; False if that fails."""
    end = time.monotonic() + _TURN_S
    while not (is_ours := _hold(place)) and time.monotonic() < end:
        time.sleep(_PAUSE_S)
    try:
        yield is_ours
    finally:
        if is_ours:
            fcntl.flock(place, fcntl.LOCK_UN)


def _hold(folder: int) -> bool:
    """Lock an open folder; False if another process has, or if its file system cannot lock one."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove_unfinished(place: int) -> None:
    """Remove folders of ours that are not locked, and that have in them what we write and nothing else."""
    for name in filter(_FOLDER.fullmatch, names_in(place)):
        with contextlib.suppress(OSError), opened(name, place) as own:
            is_ours = os.fstat(own).st_uid == os.geteuid() and all(map(_FILE.fullmatch, names_in(own)))
            if is_ours and _hold(own):
                empty(own)
                remove_name(name, place, identity_of(own))
