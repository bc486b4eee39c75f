"""Files that a user names for output: ours may be overwritten, and no file of the user's is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.folders.custody import reach, reach_file, require_custody

#: The beginning of an existing file in which the mark is looked for.
HEAD_BYTES = 4096


def require_writable(path: Path, option: str, mark: str, *, force: bool | None = None) -> None:
    """Raise UsageError unless the file can be made, is empty, or is one of ours: then `mark` is near its beginning.

    A file that is not regular (a pipe, a terminal) is written to as it is. force: if `--force` was given, which
    overwrites any file; None if there is no such option.
    """
    where = f"{option} {path}"
    hint = "name another file" + ("" if force is None else ", or add --force")
    problem: Problem | None = None
    try:
        if path.is_dir():
            problem = Problem("is a folder; name a file in it", where=where)
        elif not path.parent.is_dir():
            problem = Problem("the folder does not exist", where=where, hint=f"mkdir -p {path.parent}")
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            problem = Problem("cannot be written to", where=where, hint="name another file")
        elif not force and path.is_file() and path.stat().st_size and mark.encode() not in _head(path):
            problem = Problem("is there already, and iotrial did not write it", where=where, hint=hint)
    except (OSError, ValueError) as error:
        problem = Problem(f"cannot be used: {getattr(error, 'strerror', None) or error}", where=where)
    if problem is not None:
        raise UsageError(problem)


def write_own(path: Path, content: bytes, option: str) -> None:
    """Write a file that may be written, whole or not at all; a link stays one."""
    try:
        folder, name = reach_file(path)
        try:
            if path.exists() and not path.is_file():
                _write_special(path, folder, name, content)
            else:
                _write_new(folder, name, content)
        finally:
            os.close(folder)
    except OSError as error:
        raise UsageError(
            Problem(f"cannot be written: {error.strerror}", where=f"{option} {path}", hint="name another file")
        ) from None


def write_first(path: Path, content: bytes) -> None:
    """Write a file that is not there, whole or not at all; UsageError if anything has its name."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        folder, _ = reach(path.parent)
        try:
            with os.fdopen(os.open(path.name, flags, 0o666, dir_fd=folder), "wb") as file:
                try:
                    file.write(content)
                    file.flush()
                except OSError:
                    os.unlink(path.name, dir_fd=folder)
                    raise
        finally:
            os.close(folder)
    except FileExistsError:
        told = f"{path} is there already, and is not written over"
        raise UsageError(told, hint="give another name") from None
    except OSError as error:
        told = f"{path} cannot be written: {error.strerror}"
        raise UsageError(told, hint="go to another folder") from None


def _write_special(path: Path, folder: int, name: str, content: bytes) -> None:
    """Write to a pipe, a terminal or a device; OSError if a file lies there by now, of which nothing is lost.

    folder, name: where the links on the way lead. What /dev/stdout leads to has no name in any folder: it is opened by
    its path, by root only in a folder in which no other user could make another link of it.
    """
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC
    try:
        opened = os.open(name, flags | os.O_NOFOLLOW, dir_fd=folder)
    except FileNotFoundError:
        require_custody(path.parent, "the folder of the file")
        opened = os.open(path, flags)
    with os.fdopen(opened, "wb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), os.fspath(path))
        file.write(content)


def _write_new(folder: int, name: str, content: bytes) -> None:
    """Write a file in an open folder, whole or not at all."""
    part = f".{name[:100]}.{secrets.token_hex(8)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(part, flags, 0o666, dir_fd=folder), "wb") as file:
            file.write(content)
        os.replace(part, name, src_dir_fd=folder, dst_dir_fd=folder)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)
