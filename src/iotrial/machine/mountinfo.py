"""Mounts, as the kernel tells them (/proc/self/mountinfo), and the files behind loop devices."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

#: File systems behind a server, whose time is not this machine's alone.
REMOTE = ("nfs", "nfs4", "cifs", "smb3", "9p", "virtiofs", "ceph", "fuse.sshfs", "fuse.glusterfs")

_MOUNTINFO = Path("/proc/self/mountinfo")
_BLOCK = Path("/sys/block")


@dataclass(frozen=True)
class Mount:
    """One line of mountinfo; `options` holds those of the mount and then those of the file system."""

    point: Path
    filesystem: str
    source: str
    options: str

    def option(self, name: str) -> str | None:
        """The value of an option `name=value`; None if the mount has no such option."""
        found = [word.partition("=")[2] for word in self.options.split(",") if word.startswith(f"{name}=")]
        return found[-1] if found else None


def mounts() -> list[Mount]:
    """All mounts that this process sees, a mount over another comes later; empty if the system does not tell."""
    try:
        return parse(os.fsdecode(_MOUNTINFO.read_bytes()).splitlines())
    except OSError:
        return []


def parse(lines: Iterable[str]) -> list[Mount]:
    """Read mounts from the lines of mountinfo; see proc_pid_mountinfo(5)."""
    found = []
    for line in lines:
        words = line.split(" ")
        if "-" not in words[6:]:
            continue
        rest = words[words.index("-", 6) + 1 :]
        options = dict.fromkeys(",".join([words[5], *rest[2:3]]).split(","))
        found.append(Mount(Path(_plain(words[4])), rest[0], _plain(rest[1]), _plain(",".join(options))))
    return found


def mount_of(folder: Path) -> Mount | None:
    """The mount that a folder lies in; None if the system does not tell."""
    best = None
    for mount in mounts():
        holds = folder == mount.point or mount.point in folder.parents
        if holds and (best is None or len(mount.point.parts) >= len(best.point.parts)):
            best = mount  # of two mounts at one point the later hides the earlier
    return best


def mounted_under(folder: Path) -> list[Mount]:
    """The mounts at a folder and below it, in the order in which they were mounted."""
    return [mount for mount in mounts() if mount.point == folder or folder in mount.point.parents]


def backing_of(device: str) -> Path | None:
    """The file behind a loop device such as /dev/loop0; None for any other device."""
    return _backing(_BLOCK / Path(device).name) if device.startswith("/dev/loop") else None


def loops_of(file: Path) -> list[str]:
    """The loop devices that a file lies behind."""
    return [f"/dev/{entry.name}" for entry in sorted(_BLOCK.glob("loop*")) if _backing(entry) == file]


def frees_itself(device: str) -> bool:
    """True if a loop device is free as soon as the last mount of it is gone, in all namespaces."""
    try:
        return (_BLOCK / Path(device).name / "loop" / "autoclear").read_bytes() == b"1\n"
    except OSError:
        return False


def _backing(block: Path) -> Path | None:
    try:
        return Path(os.fsdecode((block / "loop" / "backing_file").read_bytes()).removesuffix("\n"))
    except OSError:
        return None


def _plain(text: str) -> str:
    """Undo the kernel's escapes: it writes blanks and the like as three octal digits."""
    plain = re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8)]), os.fsencode(text))
    return os.fsdecode(plain)
