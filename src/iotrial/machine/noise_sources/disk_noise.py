"""Noise from the places of files: their file systems and disks, and who else uses those."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from iotrial.folders.folder_owner import PREFIX
from iotrial.machine.mountinfo import REMOTE
from iotrial.machine.noise_sources.remark import Remark
from iotrial.machine.system_files import SystemFiles


@dataclass(frozen=True)
class FilePlace:
    """A place of files: name of the target, its file system and device."""

    target: str
    filesystem: str
    device: str


def of_place(files: SystemFiles, place: FilePlace) -> Iterator[Remark]:
    """Return remarks on the file system and the disk of a place."""
    what = f"target {place.target}"
    if place.filesystem == "overlay":
        yield Remark(
            what,
            "lies on an overlay",
            "two file systems share the work, and the first write to a file may copy it",
            "name a folder outside the container's own layers, such as a volume: --target DIR",
        )
    elif place.filesystem in REMOTE and PREFIX not in place.device:  # of our own the server is this machine
        yield Remark(
            what,
            f"lies behind {place.filesystem}",
            "another machine and what is between take part in every figure",
            "name a folder on a disk of this machine: --target DIR",
        )
    disk = _disk_of(files, place.device)
    model = files.text(f"/sys/block/{disk}/device/model") or "" if disk else ""
    vendor = files.text(f"/sys/block/{disk}/device/vendor") or "" if disk else ""
    named = f"{vendor} {model}".upper()
    if disk and (
        disk.startswith(("vd", "xvd")) or any(word in named for word in ("VIRTUAL", "QEMU", "VMWARE", "VBOX"))
    ):
        yield Remark(
            what,
            f"on the virtual disk {disk}",
            "what reaches the disk takes as long as the host and its other guests let it",
            "for what stays in memory, measure tmpfs beside it: --set target=disk,tmpfs",
        )
    elif disk and files.number(f"/sys/block/{disk}/queue/rotational") == 1:
        yield Remark(
            what,
            f"on the disk {disk}, which rotates",
            "what reaches it takes as long as its arm needs to get there",
            "measure tmpfs beside it: --set target=disk,tmpfs",
        )


def _disk_of(files: SystemFiles, device: str) -> str | None:
    """The whole disk that a device or its partition lies on, by its name in /sys/block; None if it is no disk."""
    name = device.removeprefix("/dev/").replace("/", "!")
    disks = [path.rpartition("/")[2] for path in files.paths("/sys/block/*")]
    return max((disk for disk in disks if device.startswith("/dev/") and name.startswith(disk)), key=len, default=None)
