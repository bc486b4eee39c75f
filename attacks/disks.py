"""Disks on which something fails: small ones, and ones that fail while a run goes on."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from attacks.part import Skipped

#: The size of a disk that fails later: a quick study fits.
DISK_BYTES = 512 << 20

#: EXT4_IOC_SHUTDOWN of Linux's <linux/ext4.h>, and its flag for "nothing more reaches the disk".
_SHUTDOWN = 0x8004587D
_NO_FLUSH = 2


@dataclass(frozen=True)
class Disk:
    """A file system of its own, mounted."""

    image: Path
    point: Path

    def fill(self) -> None:
        """Take all the room there is."""
        with (self.point / "filler").open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(b"\0" * size)

    def make_read_only(self) -> None:
        """Let the file system find an error, so that it goes read-only, as a disk's does that breaks."""
        device = self.point.stat().st_dev
        name = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve().name
        Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("a test\n")

    def make_fail(self) -> None:
        """From now on each read and write fails with EIO, and what was not synced is lost."""
        folder = os.open(self.point, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, _SHUTDOWN, struct.pack("I", _NO_FLUSH))
        finally:
            os.close(folder)

    def mend(self) -> None:
        """Make it a disk that is well again: with room, unmounted and mounted, its file system repaired."""
        with contextlib.suppress(OSError):
            (self.point / "filler").unlink()
        _do("umount", str(self.point))
        subprocess.run(["e2fsck", "-fp", str(self.image)], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        self.mount()

    def mount(self) -> None:
        """Mount it; the loop device goes with the mount."""
        _do("mount", "-o", "loop,errors=remount-ro", str(self.image), str(self.point))


#: What happens to a disk.
TROUBLES: dict[str, Callable[[Disk], None]] = {
    "filled": Disk.fill,
    "read-only": Disk.make_read_only,
    "failing": Disk.make_fail,
}


@contextlib.contextmanager
def small(point: Path, byte_count: int) -> Iterator[None]:
    """Mount a small file system in memory."""
    _require_root()
    point.mkdir(parents=True, exist_ok=True)
    _do("mount", "-t", "tmpfs", "-o", f"size={byte_count}", "tmpfs", str(point))
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(point)], check=False)


@contextlib.contextmanager
def disk(image: Path, point: Path) -> Iterator[Disk]:
    """Mount a disk of its own."""
    _require_root()
    if missing := [name for name in ("mkfs.ext4", "e2fsck") if shutil.which(name) is None]:
        raise Skipped(f"{missing[0]} is not installed")
    point.mkdir(parents=True, exist_ok=True)
    with image.open("wb") as file:
        file.truncate(DISK_BYTES)
    _do("mkfs.ext4", "-q", "-m", "0", str(image))
    made = Disk(image, point)
    made.mount()
    try:
        yield made
    finally:
        subprocess.run(["umount", "--lazy", str(point)], check=False)


def _require_root() -> None:
    if os.geteuid() != 0:
        raise Skipped("only root may mount file systems")


def _do(*command: str) -> None:
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(errno.EIO, f"{command[0]}: {done.stderr.strip()}")
