"""The image, or the memory, that a file system lies on: it decides if files can be evicted from memory."""

from __future__ import annotations

import os
import re
from pathlib import Path

from iotrial.machine.mountinfo import backing_of
from iotrial.places.target import Target, described

#: File systems whose files are only in memory, and devices that are made of it.
MEMORY_FILESYSTEMS = ("tmpfs", "ramfs", "devtmpfs", "rootfs")
_MEMORY_DEVICE = re.compile(r"/dev/(z?ram|pmem)[0-9]")


def image_of(target: Target) -> Path | None:
    """The image file that the target's file system lies in (a loop device); None if it is in none, or not known."""
    lower = _lower(target)
    return image_of(lower) if lower is not None else backing_of(target.device)


def memory_of(target: Target) -> str | None:
    """The memory that takes the place of a device under the target, in a word or two; None if there is a device."""
    if target.filesystem in MEMORY_FILESYSTEMS:
        return target.filesystem
    if _MEMORY_DEVICE.match(target.device):
        return target.device
    below = _lower(target) or _beneath(image_of(target))
    return memory_of(below) if below is not None else None


def read_ahead_bytes(folder: Path) -> int | None:
    """The bytes that the system reads ahead on the device of a folder; None if it does not tell."""
    number = folder.stat().st_dev
    try:
        kib = (Path("/sys/class/bdi") / f"{os.major(number)}:{os.minor(number)}" / "read_ahead_kb").read_text()
    except OSError:
        return None
    return int(kib) * 1024


def _lower(target: Target) -> Target | None:
    """The folder that an overlay writes to, as a target; None for other file systems."""
    found = re.search(r"(?:^|,)upperdir=([^,]+)", target.options) if target.filesystem == "overlay" else None
    return _beneath(Path(found[1]) / "x") if found else None


def _beneath(file: Path | None) -> Target | None:
    """The folder of a file as a target; None if it cannot be used as one."""
    if file is None or not file.is_absolute():
        return None
    return described(file.parent)
