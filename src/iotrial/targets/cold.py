"""Inputs that are not in memory: thrown out before a sample, and shown to have come from the device (rule 6)."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import resource
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.host.page_cache import resident_share, warm
from iotrial.targets.backing import memory_of
from iotrial.targets.target import Target

#: A cold sample reads at least this share of its input from a device. Read-ahead and the file system's own blocks only
#: add to it; a page that somebody else reads after we looked is taken from it, and 1 % of those is within any margin.
LEAST_SHARE = 0.99

#: Pages that are being read or written when they are asked to go stay; they are asked again, so many times.
TRIES = 20
PAUSE_S = 0.005

#: What a target is tried out with before a run.
PROBE_BYTES = 1 << 20

#: Writing "3" to it makes the system forget every file and folder that nobody uses, the whole machine's.
DROP_CACHES = Path("/proc/sys/vm/drop_caches")


_UNTOLD = "this system does not tell what is in memory"


class NotCold(Exception):
    """What should have left the memory cannot be made to: why."""


def evict(paths: Sequence[Path], image: Path | None = None) -> int | None:
    """Throw files and folders out of memory; bytes of the first that stayed there, None for a folder: nobody tells.

    Only clean pages go that no process has mapped or locked. The image that they lie in, if they do, is thrown out as
    far as it goes. NotCold where the system refuses.
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
    """Make the system forget a folder and all in it; NotCold where this process may not.

    No call does that for one folder: what nobody uses is dropped on the whole machine. The way to the folder is looked
    up again, so that it is the folder alone that has to be read.
    """
    if reason := why_not_dropped():
        raise NotCold(reason)
    sync_filesystem(folder)  # what is not yet written does not go
    try:
        DROP_CACHES.write_text("3\n")
    except OSError as error:
        raise NotCold(f"{DROP_CACHES}: {error.strerror}") from None
    folder.parent.stat()


def why_not_dropped() -> str | None:
    """Why this process cannot make the system forget folders; None where it can."""
    if not DROP_CACHES.exists():
        return f"a folder leaves the memory only by {DROP_CACHES}, which this system does not have"
    if not os.access(DROP_CACHES, os.W_OK):
        return f"a folder leaves the memory only by {DROP_CACHES}, which only root may write to"
    return None


def why_not_cold(folder: Path, target: Target) -> str | None:
    """Why files in a folder of a target cannot be cold; None where they can.

    Found out with a file that is made there and removed.
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
    """Read a file that was thrown out, and say why it does not count as cold; None where a device gave all of it."""
    before = _device_read_bytes()
    warm(path)
    if _device_read_bytes() - before < LEAST_SHARE * path.stat().st_size:
        return "what is read there does not come from a device in full, as far as the system counts it"
    return None


def why_not_shown(figures: Mapping[str, int | None], least_bytes: int) -> str | None:
    """Why a sample was not shown to be cold, by its `resident_bytes` and `device_read_bytes`; None where it was."""
    read_bytes = figures["device_read_bytes"]
    if figures["resident_bytes"]:
        return "its input was partly in memory although the level is cold"
    if read_bytes is None:
        return "it is not told what was read from a device, and the level is cold"
    if read_bytes < LEAST_SHARE * least_bytes:
        return "read less than its input from a device although the level is cold"
    return None


def sync_filesystem(folder: Path) -> None:
    """Write out what a folder's file system holds in memory."""
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
    """Bytes that listing a folder reads from the device at least: its blocks, or where those are not told its names."""
    about = folder.stat()
    names = sum(len(os.fsencode(entry.name)) for entry in folder.iterdir())
    return max(1, names, min(about.st_size, about.st_blocks * 512))


def _evict_file(path: Path) -> int:
    """Throw one file out of memory; bytes of it that stayed."""
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
