"""The fleets of this user: the address of each scheduler, and the key for it.

A fleet's folder may come from anybody, so it is asked neither for an address nor for a key: it names a fleet, and what
this user knows of a fleet of that name lies in a folder that only this user can write to.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field, ValidationError

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.folders.folder_owner import is_gone, owner
from iotrial.folders.own_note import read_note, write_note
from iotrial.folders.removal import names_in, opened
from iotrial.hosts.identity import PartIdentity
from iotrial.store.strict import Strict

#: The name of the folder in the cache folder.
FOLDER = "fleets"

#: A note that is still incomplete after this long never will be complete.
_WRITTEN_S = 60.0


@dataclass(frozen=True)
class Reachable:
    """A scheduler of this user's: its address, and the identity to speak to it with; None: Dask's own settings."""

    scheduler: str
    identity: PartIdentity | None = None


class _Note(Strict):
    """A fleet, as this user knows it."""

    scheduler: str = Field(max_length=4096)
    identity: PartIdentity | None
    owner: dict[str, str | int | float | None]


def known(fleet: str) -> Reachable | None:
    """Return how this user reaches the scheduler of a fleet; None if that is not known, or the scheduler is gone."""
    with _folder() as folder:
        note = _read(fleet, folder)
    return None if note is None else Reachable(note.scheduler, note.identity)


def remember(fleet: str, reachable: Reachable) -> None:
    """Note how a fleet is reached, in place of what was known. A key is for as long as this process lives."""
    note = _Note(scheduler=reachable.scheduler, identity=reachable.identity, owner=owner())
    begun = f".{secrets.token_hex(8)}"
    with _folder() as folder:
        write_note(begun, note.model_dump_json(), folder)
        os.rename(begun, fleet, src_dir_fd=folder, dst_dir_fd=folder)


def forget(fleet: str) -> None:
    """Remove what is known of a fleet."""
    with _folder() as folder, contextlib.suppress(FileNotFoundError):
        os.unlink(fleet, dir_fd=folder)


def forget_the_ended() -> None:
    """Remove the keys of processes that were killed before they could do so."""
    with _folder() as folder:
        for name in names_in(folder):
            note = _read(name, folder)
            with contextlib.suppress(OSError):
                begun = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime
                if (note is None and time.time() - begun > _WRITTEN_S) or (note and note.identity and _is_gone(note)):
                    os.unlink(name, dir_fd=folder)


def _is_gone(note: _Note) -> bool:
    try:
        return is_gone(note.owner)
    except KeyError:
        return True


def _read(fleet: str, folder: int) -> _Note | None:
    try:
        return _Note.model_validate(json.loads(read_note(fleet, folder)))
    except (OSError, ValueError, ValidationError):
        return None


@contextlib.contextmanager
def _folder() -> Iterator[int]:
    try:
        with opened(own_folder(FOLDER)) as folder:
            yield folder
    except OSError as error:
        raise UsageError(
            f"what is known of fleets cannot be kept: {error.filename}: {error.strerror}",
            hint="XDG_CACHE_HOME names the folder for it",
        ) from None
