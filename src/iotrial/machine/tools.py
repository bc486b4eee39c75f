"""Programs that a machine may lack, and the packages that have them."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Mapping

from iotrial.machine.first_line import first_line_of

#: Program -> what is not known without it.
TOOLS: Mapping[str, str] = {
    "strace": "why a method is slower can only be told from counts of reads and writes",
    "perf": "the functions in which a method spends its time cannot be named",
}

#: Program -> package manager, or distribution, -> its package; "" for all others. No entry: its own name.
_PACKAGES: Mapping[str, Mapping[str, str]] = {
    "perf": {"": "perf", "apt": "linux-perf", "ubuntu": "linux-tools-generic"},
    "bwrap": {"": "bubblewrap"},
    "mkfs.ext4": {"": "e2fsprogs"},
    "mkfs.xfs": {"": "xfsprogs"},
    "mkfs.btrfs": {"": "btrfs-progs", "zypper": "btrfsprogs"},
    "sshfs": {"": "sshfs", "dnf": "fuse-sshfs"},
    "ssh": {"": "openssh-client", "dnf": "openssh-clients", "pacman": "openssh", "zypper": "openssh-clients"},
    "sshd": {"": "openssh-server", "pacman": "openssh", "zypper": "openssh"},
    "ssh-keygen": {"": "openssh-client", "dnf": "openssh", "pacman": "openssh", "zypper": "openssh"},
    "glusterfs": {"": "glusterfs", "apt": "glusterfs-client", "dnf": "glusterfs-fuse"},
    "glusterfsd": {"": "glusterfs", "apt": "glusterfs-server", "dnf": "glusterfs-server"},
}


def version_of(tool: str) -> str | None:
    """Return the version that a tool states; None if it is missing or states none."""
    path = shutil.which(tool)
    return first_line_of(path, ("{runtime}", "--version")) or None if path else None


def package_of(tool: str, manager: str) -> str:
    """Return the package in which a package manager of this system has a tool."""
    known = _PACKAGES.get(tool, {"": tool})
    return next(known[name] for name in (_distribution() or manager, manager, "") if name in known)


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("ID", "")
    except OSError:
        return ""
