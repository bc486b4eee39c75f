"""File systems in files: the programs that make them, their least sizes, and the reasons why one cannot be made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.machine.plain_words import in_plain_words
from iotrial.units import format_bytes

#: Programs of the system that a user's PATH may leave out.
SYSTEM_PATH = ("/usr/local/sbin", "/usr/sbin", "/sbin")


@dataclass(frozen=True)
class Maker:
    """A maker of a file system in a file: the command without the file, and the least size in bytes.

    The command discards nothing, since that would punch holes into the file, and leaves no work for after the mount.
    """

    command: Sequence[str]
    least_bytes: int
    mount_options: Sequence[str] = ()


MAKERS: Mapping[str, Maker] = {
    "ext4": Maker(
        # Small ones would get blocks of 1 KiB; lazy tables would be written while something is timed.
        (
            "mkfs.ext4",
            "-q",
            "-F",
            *("-b", "4096", "-T", "default", "-m", "0"),
            *("-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"),
        ),
        128 << 20,
    ),
    "xfs": Maker(("mkfs.xfs", "-q", "-f", "-K"), 400 << 20),
    "btrfs": Maker(
        ("mkfs.btrfs", "-q", "-f", "-K"),
        256 << 20,
        ("nodiscard",),  # discarding is on by default if the device can, and a loop device can
    ),
}

#: A run would not begin with less, since it asks for room to spare.
LEAST_TMPFS_BYTES = 128 << 20

#: The most of the free memory that a file system may take: more would be missing in what is measured.
MOST_MEMORY_SHARE = 0.5


def program(name: str) -> str | None:
    """The path of a program of the system; None if it is missing."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *SYSTEM_PATH])
    return shutil.which(name, path=path)


def run_program(name: str, *arguments: str | Path, folder: Path | None = None) -> str | None:
    """Run a program of the system to its end; None if it went well, else its complaint in a line."""
    path = program(name)
    if path is None:
        return f"{name} is not installed"
    done = subprocess.run(
        [path, *(os.fspath(argument) for argument in arguments)],
        cwd=folder,
        env=in_plain_words(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # a Ctrl-C is for us, and must not stop the program half-way
        check=False,
    )
    if done.returncode == 0:
        return None
    said = [line.strip() for line in os.fsdecode(done.stdout).splitlines() if line.strip()]
    useful = [line for line in said if "dmesg(1)" not in line and not line.startswith("Usage")]
    return (useful or [f"{name} ended with status {done.returncode}"])[0]


def least_bytes(filesystem: str) -> int:
    """The smallest size in which a file system is made, bytes."""
    return MAKERS[filesystem].least_bytes if filesystem in MAKERS else LEAST_TMPFS_BYTES


def missing_tools() -> list[str]:
    """The mkfs programs that are missing; none on a system on which iotrial cannot mount."""
    if not sys.platform.startswith("linux"):
        return []
    return [maker.command[0] for maker in MAKERS.values() if program(maker.command[0]) is None]


def make(filesystem: str, file: Path) -> None:
    """Make a file system in a file that has its size already; UsageError with the program's complaint."""
    command = MAKERS[filesystem].command
    said = run_program(command[0], *command[1:], file)
    if said is not None:
        raise UsageError(f"{filesystem} cannot be made in a file of {format_bytes(file.stat().st_size)}: {said}")


def why_not(filesystem: str) -> Problem | None:
    """Say what this machine lacks for a file system, for any user; None if nothing is known to be missing."""
    if not sys.platform.startswith("linux"):
        return Problem(f"{filesystem}: file systems are made and mounted on Linux only")
    if not _kernel_knows(filesystem):
        return Problem(
            f"this kernel ({os.uname().release}) has no {filesystem}", hint="a kernel with it, or leave that target out"
        )
    if filesystem not in MAKERS:
        return None
    tool = MAKERS[filesystem].command[0]
    if program(tool) is None:
        return Problem(f"{tool} is not installed", hint=f"iotrial machine --install {filesystem}")
    if not Path("/dev/loop-control").exists() and not Path("/dev/loop0").exists():
        return Problem(
            "this machine has no loop devices, which an image file needs",
            hint="as root: modprobe loop; a container has those of its host only if it was started with them",
        )
    return None


def _kernel_knows(filesystem: str) -> bool:
    """True if the kernel has a file system, built in or as a module that a mount would load."""
    try:
        known = Path("/proc/filesystems").read_text().split()
    except OSError:
        return True  # not known: the mount will show
    if filesystem in known:
        return True
    modules = Path("/lib/modules") / os.uname().release
    for name in ("modules.dep", "modules.builtin"):
        try:
            if f"/{filesystem}.ko" in (modules / name).read_text():
                return True
        except OSError:
            continue
    return False
