"""Files that a user names for output: ours may be overwritten, and no file of the user's is lost."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from iotrial.errors import Problem, UsageError

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
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        target = path.resolve()
        part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}")
        try:
            with part.open("xb") as file:
                file.write(content)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            Problem(f"cannot be written: {error.strerror}", where=f"{option} {path}", hint="name another file")
        ) from None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)
