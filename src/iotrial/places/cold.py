"""Inputs that are not in memory: evicted before a sample, and proved to have come from the device (rule 6)."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import resource
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.machine.page_cache import resident_share, warm
from iotrial.places.backing import memory_of
from iotrial.places.target import Target

#: A cold sample reads at least this share of its input from a device. Read-ahead and the file system's own blocks only
#: add to that. A page that another process reads after our check is missing from it; 1 % is within any margin.
LEAST_SHARE = 0.99

#: Pages that are just being read or written cannot be evicted; this many attempts are made, with a pause between.
TRIES = 20
PAUSE_S = 0.005

#: The size of the file with which a target is tried before a run.
PROBE_BYTES = 1 << 20

#: "3" written here makes the system forget every file and folder of the whole machine that is not in use.
DROP_CACHES = Path("/proc/sys/vm/drop_caches")


_UNTOLD = "this system does not tell what is in memory"


class NotCold(Exception):
    """A file or folder cannot be evicted from memory: the reason."""


def evict(paths: Sequence[Path], image: Path | None = None) -> int | None:
    """Evict files and folders from memory; return the bytes of the first that stayed, None for a folder: not known.

    Only clean pages go that no process has mapped or locked. The image file in which they lie, if any, is evicted too,
    as far as possible. NotCold if the system refuses.
    """
    folders = [path for path in paths if path.is_dir()]
    for path in folders:
        evict_tree(path)
    stayed = [0 if path in folders else _evict_file(path) for path in paths]
    if image is not None:
        with image.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return None if paths[0] in folders else stayed[0]


def evict_tree(folder: Path) -> None:
    """Make the system forget a folder and all in it; NotCold if this process may not.

    No call does that for one folder: everything that is not in use is dropped on the whole machine. The path to the
    folder is then looked up again, so that only the folder itself has to be read.
    """
    if reason := why_not_dropped():
        raise NotCold(reason)
    sync_filesystem(folder)  # unwritten pages cannot be thrown out
    try:
        DROP_CACHES.write_text("3\n")
    except OSError as error:
        raise NotCold(f"{DROP_CACHES}: {error.strerror}") from None
    folder.parent.stat()


def why_not_dropped() -> str | None:
    """Say why this process cannot make the system forget folders; None if it can."""
    if not DROP_CACHES.exists():
        return f"a folder leaves the memory only by {DROP_CACHES}, which this system does not have"
    if not os.access(DROP_CACHES, os.W_OK):
        return f"a folder leaves the memory only by {DROP_CACHES}, which only root may write to"
    return None


def why_not_cold(folder: Path, target: Target) -> str | None:
    """Say why files in a folder of a target cannot be cold; None if they can.

    It is tried with a file that is made there and removed.
    """
    if memory := memory_of(target):
        return f"a file on {memory} is nowhere but in memory"
    if not hasattr(os, "posix_fadvise"):
        return "this system has no call that throws a file out of memory"
    probe = folder / "cold-probe"
    try:
        with probe.open("wb") as file:
            file.write(os.urandom(PROBE_BYTES))
            file.flush()
            os.fsync(file.fileno())
        if stayed := _evict_file(probe):
            return f"{stayed} of {PROBE_BYTES} bytes of a file stayed in memory"
        return why_not_from_device(probe)
    except OSError as error:
        return f"a file to try it with cannot be made: {error.strerror}"
    except NotCold as reason:
        return str(reason)
    finally:
        probe.unlink(missing_ok=True)


def why_not_from_device(path: Path) -> str | None:
    """Read a file that was evicted, and say why it does not count as cold; None if a device gave all of it."""
    before = _device_read_bytes()
    warm(path)
    if _device_read_bytes() - before < LEAST_SHARE * path.stat().st_size:
        return "what is read there does not come from a device in full, as far as the system counts it"
    return None


def why_not_shown(figures: Mapping[str, int | None], least_bytes: int) -> str | None:
    """Say why a sample is not proved cold, by its `resident_bytes` and `device_read_bytes`; None if it is."""
    read_bytes = figures["device_read_bytes"]
    if figures["resident_bytes"]:
        return "its input was partly in memory although the level is cold"
    if read_bytes is None:
        return "it is not told what was read from a device, and the level is cold"
    if read_bytes < LEAST_SHARE * least_bytes:
        return "read less than its input from a device although the level is cold"
    return None


def sync_filesystem(folder: Path) -> None:
    """Write out all that a folder's file system still holds in memory."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        libc = ctypes.CDLL(None)
        if hasattr(libc, "syncfs"):
            libc.syncfs(descriptor)
        else:
            os.sync()
    finally:
        os.close(descriptor)


def folder_bytes(folder: Path) -> int:
    """The least bytes that listing a folder reads from the device: its blocks, or its names if those are not known."""
    about = folder.stat()
    names = sum(len(os.fsencode(entry.name)) for entry in folder.iterdir())
    return max(1, names, min(about.st_size, about.st_blocks * 512))


def _evict_file(path: Path) -> int:
    """Evict one file from memory; return the bytes of it that stayed."""
    size = path.stat().st_size
    stayed = 0
    with path.open("rb") as file:
        for attempt in range(TRIES):
            if attempt:
                with contextlib.suppress(OSError):
                    os.fsync(file.fileno())
                time.sleep(PAUSE_S)
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            share = resident_share(path) if size else 0.0
            if share is None:
                raise NotCold(_UNTOLD)
            stayed = round(share * -(-size // mmap.PAGESIZE)) * mmap.PAGESIZE
            if not stayed:
                break
    return stayed


def _device_read_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_inblock * 512
