"""The fetching of objects from a store that may lie: each comes whole, in time and in the size that was listed, or not.

What cannot be had is told object by object, and does not keep others from coming.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from iotrial.store.stored_objects import StoredObject
from iotrial.units import format_bytes

#: The most that one command fetches.
MOST_FETCHED_BYTES = 8 << 30

#: The time that an object may take, and the bytes for each of which it has a second more.
PATIENCE_S, LEAST_BYTES_PER_S = 60, 100_000

#: The number of objects that are fetched at once.
_AT_ONCE = 32

#: A store from which this many objects did not come in time is asked for no others.
_MOST_LATE = 3

_CHUNK_BYTES = 1 << 20

#: An object, and the file that it comes into.
Wanted = tuple[StoredObject, Path]


class _Other(Exception):
    """An object is not the one that was listed: how."""


def room_for(folder: Path) -> int:
    """The most bytes that may come into a folder: half of what is free there."""
    return min(MOST_FETCHED_BYTES, shutil.disk_usage(folder).free // 2)


def fetch_each(files: Any, wanted: Sequence[Wanted]) -> list[str | None]:
    """Fetch objects by a file system of fsspec; return for each why it did not come, None if it did."""
    if not wanted:
        return []
    if not files.async_impl:
        return [_copy(one, file) for one, file in wanted]
    from fsspec.asyn import sync

    found: list[str | None] = sync(files.loop, _fetch_all, files, wanted)
    return found


async def _fetch_all(files: Any, wanted: Sequence[Wanted]) -> list[str | None]:
    turns, late = asyncio.Semaphore(_AT_ONCE), [0]
    return await asyncio.gather(*(_fetch(files, one, file, turns, late) for one, file in wanted))


async def _fetch(files: Any, one: StoredObject, file: Path, turns: asyncio.Semaphore, late: list[int]) -> str | None:
    patience_s = PATIENCE_S + one.byte_count / LEAST_BYTES_PER_S
    async with turns:
        if late[0] >= _MOST_LATE:
            return "was not asked for: the store does not answer in time"
        try:
            await asyncio.wait_for(files._get_file(one.name, os.fspath(file), callback=_bounded(one)), patience_s)
            _require_size(one, file)
        except TimeoutError:
            late[0] += 1
            return f"did not come in {patience_s:.0f} s"
        except Exception as error:  # a package's own, whichever that is
            return _reason(error)
    return None


def _bounded(one: StoredObject) -> Any:
    """Return a callback that counts what has come of an object, and ends that when it is more than was listed."""
    from fsspec.callbacks import Callback

    class Bounded(Callback):  # type: ignore[misc]
        came = 0

        def set_size(self, size: int | None) -> None:
            if size is not None and size != one.byte_count:
                raise _Other(_sizes(one, int(size)))

        def relative_update(self, inc: int = 1) -> None:
            self.came += inc
            if self.came > one.byte_count:
                raise _Other(_sizes(one, None))

    return Bounded()


def _copy(one: StoredObject, file: Path) -> str | None:
    """Copy a regular file of a folder that is a store; others of its name are not opened, since that may block."""
    try:
        descriptor = os.open(one.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as source, file.open("xb") as copy:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return "is no regular file"
            left = one.byte_count + 1
            while left > 0 and (chunk := source.read(min(left, _CHUNK_BYTES))):
                copy.write(chunk)
                left -= len(chunk)
        _require_size(one, file)
    except (OSError, ValueError, _Other) as error:
        return _reason(error)
    return None


def _require_size(one: StoredObject, file: Path) -> None:
    if (came := file.stat().st_size) != one.byte_count:
        raise _Other(_sizes(one, came if came < one.byte_count else None))


def _sizes(one: StoredObject, came: int | None) -> str:
    """The words for an object of another size than the listed one; None: it was larger."""
    shown = "more" if came is None else format_bytes(came)
    return f"is listed with {format_bytes(one.byte_count)} and came with {shown}"


def _reason(error: Exception) -> str:
    if isinstance(error, _Other):
        return str(error)
    if isinstance(error, FileNotFoundError):
        return "is gone"
    return f"does not come: {' '.join(str(error).split())[:200] or type(error).__name__}"
