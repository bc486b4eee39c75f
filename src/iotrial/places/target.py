"""A target: the folder on some file system where the files of a run live, under the name that a study gives it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import cache_folder, own_folder
from iotrial.folders.custody import require_custody
from iotrial.machine.mountinfo import mount_of

#: Folders in which `target=tmpfs` is looked for, in this order; the folder of the user's login comes last.
TMPFS_FOLDERS = ("/dev/shm", "/run/shm")

#: Room that must be left over beside what a run needs.
SPARE_BYTES = 64 << 20


@dataclass(frozen=True)
class Target:
    """A folder on some file system, under the name that a study gives it."""

    name: str
    folder: Path
    filesystem: str
    device: str
    options: str
    made: str | None = None  # how iotrial made it: for the run, or on request; None for a folder that was there
    host: Path | None = None  # the folder that it was made in
    device_number: int | None = None  # the number of the file system in stat, to see if it is still there
    hosts: tuple[Path, ...] = ()  # the folder as each of several hosts sees it; empty: one host has it
    observer: Path | None = None  # the folder as one more host sees it, which asks the server each time

    def is_there(self) -> bool:
        """True if the folder still lies on the file system on which it lay when the run began."""
        if self.device_number is None:
            return True
        try:
            return self.folder.stat().st_dev == self.device_number
        except OSError:
            return False

    def seen_by(self, host: int, path: Path) -> Path:
        """Return a path below the folder as one of its hosts sees it."""
        return self.hosts[host] / path.relative_to(self.folder) if self.hosts else path

    def observed(self, path: Path) -> Path:
        """Return a path below the folder as the host sees it that looks at what the others did."""
        return path if self.observer is None else self.observer / path.relative_to(self.folder)


def resolve(name: str, chosen: Path | None) -> Target:
    """Return the target called `name`: `disk` is the folder chosen on the command line, or one in the user's cache;
    `tmpfs` is a tmpfs of this machine; anything else is a folder. UsageError if it cannot be used, or if we are root
    and another user could swap it.
    """
    folder = _usable(name, chosen)
    require_custody(folder, "the target")
    return describe(name, folder)


def described(folder: Path) -> Target | None:
    """Return a folder in which nothing is made as a target; None if it is none that could be written to."""
    try:
        return describe(str(folder), _usable(str(folder), None))
    except UsageError:
        return None


def _usable(name: str, chosen: Path | None) -> Path:
    """Return the folder that a target's name stands for; UsageError if it cannot be written to."""
    if name == "disk":
        folder = chosen if chosen is not None else _default_folder()
    elif name == "tmpfs":
        folder = _tmpfs_folder()
    else:
        folder = Path(name).expanduser()
    if not folder.is_dir():
        raise UsageError(f"the target {str(folder)!r} is no folder", hint="name an existing folder: --target DIR")
    if not os.access(folder, os.W_OK | os.X_OK) or os.statvfs(folder).f_flag & os.ST_RDONLY:
        raise UsageError(f"the target {str(folder)!r} cannot be written to", hint="name another: --target DIR")
    return folder


def describe(name: str, folder: Path, made: str | None = None, host: Path | None = None) -> Target:
    """Return a folder as a target, with what the system tells of the file system that it lies on."""
    folder = folder.resolve()
    mount = mount_of(folder)
    told = (mount.filesystem, mount.source, mount.options) if mount else ("", "", "")
    return Target(name, folder, *told, made, host, folder.stat().st_dev)


def room_of(folder: Path) -> int:
    """Bytes that may still be written to a folder."""
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize


def require_room(target: Target, byte_count: int, file_count: int) -> None:
    """Raise UsageError that says how much is needed if the target has too little room."""
    state = os.statvfs(target.folder)
    free_bytes = room_of(target.folder)
    if free_bytes < byte_count + SPARE_BYTES:
        raise UsageError(
            f"the target {str(target.folder)!r} has {free_bytes >> 20} MiB free; "
            f"the run needs {(byte_count + SPARE_BYTES) >> 20} MiB",
            hint="free some room, name another folder with --target DIR, or use smaller levels",
        )
    if state.f_files and state.f_favail < file_count:
        raise UsageError(
            f"the target {str(target.folder)!r} has room for {state.f_favail} files; the run needs {file_count}",
            hint="name another folder with --target DIR, or use smaller levels",
        )


def _default_folder() -> Path:
    try:
        return own_folder("target")
    except OSError as error:
        folder = cache_folder() / "target"
        raise UsageError(f"cannot make {str(folder)!r}: {error.strerror}", hint="name a folder: --target DIR") from None


def _tmpfs_folder() -> Path:
    for name in (*TMPFS_FOLDERS, os.environ.get("XDG_RUNTIME_DIR", "")):
        folder = Path(name)
        if name and folder.is_dir() and os.access(folder, os.W_OK):
            mount = mount_of(folder.resolve())
            if mount is not None and mount.filesystem == "tmpfs":
                return folder
    raise UsageError("no tmpfs that can be written to", hint="mount one and name it: --target DIR")
