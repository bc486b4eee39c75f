"""The place in which servers run: a folder of their own, and the folder of files as they see it.

As root they run as nobody, who reaches neither. So the worker takes a mount namespace of its own, in which both are
bound to short paths; it ends with the worker and all that it started, and nobody else sees it.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
from pathlib import Path

#: Folders of a namespace are below this one, which every system has.
_TOP = "/mnt"

#: Flags of unshare(2) and mount(2).
_NEW_MOUNTS = 0x00020000
_PRIVATE, _RECURSIVE, _BIND, _READ_ONLY, _REMOUNT = 1 << 18, 1 << 14, 1 << 12, 1, 1 << 5

#: A socket's path has at most 107 bytes, and what stands behind the room's is shorter than this.
_LONGEST_PATH = 80


class Room:
    """A fresh folder at `path` for configuration, logs and sockets, files at `files`, and packages at `packages`."""

    def __init__(self, path: str, files: str, packages: str = "") -> None:
        """Make it; OSError if that is not possible. packages: their folder; "" if the servers need none."""
        self._made = Path(path)
        shutil.rmtree(self._made, ignore_errors=True)
        self._made.mkdir(mode=0o700)
        self.user: pwd.struct_passwd | None = None
        self._descriptor = -1
        if os.geteuid() != 0:
            self.path, self.files, self.packages = path, files, packages
            if len(os.fsencode(path)) > _LONGEST_PATH:
                self._descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
                self.path = f"/proc/{os.getpid()}/fd/{self._descriptor}"
            return
        self.user = pwd.getpwnam("nobody")
        os.chown(path, self.user.pw_uid, self.user.pw_gid)
        self.path, self.files = f"{_TOP}/room", f"{_TOP}/files"
        self.packages = f"{_TOP}/packages" if packages else ""
        places = {self.path: path, self.files: files, **({self.packages: packages} if packages else {})}
        _call("unshare", _NEW_MOUNTS)
        _mount("none", "/", "", _PRIVATE | _RECURSIVE)
        # opened before, since they may lie below _TOP
        bound = {seen: os.open(place, os.O_RDONLY | os.O_DIRECTORY) for seen, place in places.items()}
        _mount("tmpfs", _TOP, "tmpfs", 0, "mode=0755,size=1m")
        for seen, descriptor in bound.items():
            os.mkdir(seen)
            _mount(f"/proc/self/fd/{descriptor}", seen, "", _BIND)
            os.close(descriptor)
            if seen != self.path:
                _mount("none", seen, "", _BIND | _REMOUNT | _READ_ONLY)

    def close(self) -> None:
        """Remove it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self.user is not None:  # a mount point is no folder to be removed
            _call("umount2", os.fsencode(self.path), 2)
        shutil.rmtree(self._made, ignore_errors=True)


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    texts = (os.fsencode(text) for text in (source, target, kind))
    _call("mount", *texts, ctypes.c_ulong(flags), data.encode() or None)


def _call(name: str, *arguments: object) -> None:
    """Call the system; OSError with its reason."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments):
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
