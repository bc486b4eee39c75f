"""The layers below a target: its file system, an image or overlay, the device at the bottom and its scheduler."""

from __future__ import annotations

import os
import re
from pathlib import Path

from iotrial.machine.mountinfo import Mount, backing_of, mount_of
from iotrial.machine.system_files import SystemFiles
from iotrial.places.mounts import BELOW

_BLOCK_CLASS = Path("/sys/class/block")

#: The most layers below each other; more would be a loop.
MOST_LAYERS = 8

#: Names and vendors of disks that a hypervisor makes.
_VIRTUAL_NAME = re.compile(r"(vd|xvd|sbd)[a-z]+")
_VIRTUAL_VENDORS = ("qemu", "virtio", "vmware", "msft", "vbox", "google", "amazon", "xen")


def facts_of(folder: Path) -> dict[str, object]:
    """Return the facts of the file system that a folder lies on; facts that the system does not tell are None.

    `below` holds the facts of each layer below, the nearest first: the file of an image, the folder that an overlay
    writes to.
    """
    state = os.statvfs(folder)
    mount = mount_of(folder)
    return {
        "size_bytes": state.f_blocks * state.f_frsize,
        "free_bytes": state.f_bavail * state.f_frsize,
        "block_bytes": state.f_bsize,
        **_device_facts(mount),
        "below": _below(mount),
    }


def _below(mount: Mount | None) -> list[dict[str, object]]:
    layers: list[dict[str, object]] = []
    while mount is not None and len(layers) < MOST_LAYERS:
        file = _lies_on(mount)
        if file is None:
            break
        direct = (
            _read(_BLOCK_CLASS / Path(mount.source).name / "loop" / "dio") if mount.filesystem != "overlay" else None
        )
        mount = mount_of(file)
        if mount is not None:
            layers.append(
                {
                    "file": os.fspath(file),
                    "filesystem": mount.filesystem,
                    "device": mount.source,
                    "options": mount.options,
                    "direct": direct == "1" if direct is not None else None,
                    **_device_facts(mount),
                }
            )
    return layers


def _lies_on(mount: Mount) -> Path | None:
    """The file or folder that below a mount: an image, or the folder that an overlay writes to; None at the bottom."""
    if mount.filesystem != "overlay":
        return backing_of(mount.source)
    upper = mount.option("upperdir")
    if upper is None:
        return None
    # Our paths are relative to the folder of the target; those of others may lie in a namespace that we do not see.
    folder = Path(upper) if upper.startswith("/") else mount.point.parent / BELOW
    return folder if folder.is_dir() else None


def _device_facts(mount: Mount | None) -> dict[str, object]:
    """Scheduler, kind and name of the device that a mount is on; each None if there is no device."""
    found: dict[str, object] = dict.fromkeys(("scheduler", "rotational", "virtual_disk", "model"))
    block = _block_of(mount.source) if mount is not None else None
    if block is None:
        return found
    scheduler = _read(block / "queue" / "scheduler")
    chosen = re.search(r"\[(.+?)\]", scheduler or "")
    rotational = _read(block / "queue" / "rotational")
    model = _read(block / "device" / "model")
    return {
        "scheduler": chosen[1] if chosen else scheduler,
        "rotational": rotational == "1" if rotational is not None else None,
        "virtual_disk": _is_virtual(block, model),
        "model": model,
    }


def _is_virtual(block: Path, model: str | None) -> bool:
    """True if a hypervisor makes the disk: the guest then only guesses if it rotates."""
    vendor = _read(block / "device" / "vendor") or ""
    said = f"{vendor} {model or ''}".lower()
    return bool(_VIRTUAL_NAME.fullmatch(block.name)) or any(name in said for name in _VIRTUAL_VENDORS)


def _block_of(source: str) -> Path | None:
    """The folder of a block device in /sys, of the whole disk if it is a partition; None if it is no device."""
    if not source.startswith("/dev/"):
        return None
    device = Path(source)
    try:
        block = (_BLOCK_CLASS / device.resolve().name).resolve(strict=True)
    except OSError:
        return None
    return block.parent if (block / "partition").exists() else block


def _read(path: Path) -> str | None:
    return SystemFiles().text(os.fspath(path))
