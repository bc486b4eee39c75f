"""The files of a run on their way from a host: what a host sends is believed to be a run only as far as it looks like
one."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.hosts.assignment import NAME
from iotrial.store.file_names import MOST_BYTES, RUN_FILE, is_of_a_run
from iotrial.store.folder import read_run


@dataclass(frozen=True)
class SentRun:
    """A run as it is sent: its id, and file name -> bytes."""

    run: str
    files: Mapping[str, bytes]


def pack(folder: Path) -> SentRun:
    """Read the files of a run that is finished."""
    names = sorted(path.name for path in folder.iterdir() if is_of_a_run(path.name))
    return SentRun(folder.name, {name: _content(folder / name) for name in names})


def _content(path: Path) -> bytes:
    """Read a file of a run; UsageError if something else is in its place, such as a link, or it is too long."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
            raise UsageError(f"{path.name} is no file of a run")
        return file.read(MOST_BYTES)


def store(sent: SentRun, folder: Path) -> Path:
    """Store a run under a folder, whole or not at all; one that is there stays. UsageError for what is no run."""
    if NAME.fullmatch(sent.run) is None:
        raise UsageError(f"it sent a run with the name {sent.run[:60]!r}, which no run has")
    if folder.is_symlink():
        raise UsageError(f"{folder} is a link, which no run is stored through")
    place = folder / sent.run
    if place.exists():
        return place
    wrong = sorted(name for name in sent.files if not is_of_a_run(name))
    if wrong or RUN_FILE not in sent.files or sum(map(len, sent.files.values())) > MOST_BYTES:
        raise UsageError(f"it sent something else than a run: {wrong[0][:60] if wrong else RUN_FILE}")
    folder.mkdir(parents=True, exist_ok=True)
    begun = folder / f".receiving-{secrets.token_hex(8)}" / sent.run
    begun.mkdir(parents=True)
    try:
        for name, data in sent.files.items():
            (begun / name).write_bytes(data)
        read_run(begun)
        begun.rename(place)
    except OSError as error:
        if not place.exists():  # else another process was faster
            raise UsageError(f"its run cannot be stored in {folder}: {error.strerror}") from None
    finally:
        shutil.rmtree(begun.parent)
    return place
