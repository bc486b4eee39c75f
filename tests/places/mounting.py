"""If tests may mount here: as root, with loop devices; if every kit is required, the reason must be another."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import psutil
import pytest

from iotrial.ask.named_targets import NAMED
from iotrial.errors import UsageError
from iotrial.machine.mountinfo import Mount, frees_itself, mounts
from iotrial.places.temporary import require_means

#: A machine that is busy with other things is slow, not wrong.
PATIENCE_S = 300.0


def require(*names: str) -> None:
    """Skip the test if targets of these names cannot be made here; fail if root must be able to."""
    for name in names:
        try:
            require_means(NAMED[name])
        except UsageError as reason:
            is_installable = "/dev/fuse" not in str(reason)  # no package brings a device of the host
            if os.environ.get("IOTRIAL_REQUIRE_KITS") == "1" and os.geteuid() == 0 and is_installable:
                pytest.fail(str(reason))
            pytest.skip(str(reason))


def mounted_in(folder: Path) -> list[Mount]:
    """Return the mounts below a folder."""
    return [mount for mount in mounts() if folder in mount.point.parents]


def servers_of(folder: Path) -> list[psutil.Process]:
    """Return the processes of sshfs, ssh and its server, and of GlusterFS, that know of a folder."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            is_one = process.name() in ("sshfs", "ssh", "sshd", "glusterfs", "glusterfsd")
            if is_one and str(folder) in " ".join(process.cmdline()):
                found.append(process)
    return found


def wait_until_gone(folder: Path) -> None:
    """Wait for the end of what ends by itself once its file system is unmounted."""
    end = time.monotonic() + PATIENCE_S
    while left := servers_of(folder):
        assert time.monotonic() < end, left
        time.sleep(0.01)


def loops_in(folder: Path) -> list[str]:
    """Files below a folder that are behind a loop device, but for one that only another's copy of a mount still has.

    Tests that run beside this one start sandboxes, which copy each mount that is there. The kernel frees the device
    when the last of them ends.
    """
    mounted = {mount.source for mount in mounts()}
    found = []
    for backing in Path("/sys/block").glob("loop*/loop/backing_file"):
        device = f"/dev/{backing.parent.parent.name}"
        with contextlib.suppress(OSError):
            file = backing.read_text().strip()
            if folder in Path(file).parents and (device in mounted or not frees_itself(device)):
                found.append(file)
    return found
