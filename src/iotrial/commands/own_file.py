"""Files that a user names for output: ours may be written again, and nothing of the user's is lost."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from iotrial.errors import Problem, UsageError

#: What is looked at of a file that is there.
HEAD_BYTES = 4096


def require_writable(path: Path, option: str, mark: str) -> None:
    """UsageError unless the file can be made, or is empty, or holds `mark` near its beginning: then it is one of ours.

    What is no regular file (a pipe, a terminal) is written to as it is.
    """
    problem: Problem | None = None
    try:
        if path.is_dir():
            problem = Problem("is a folder; name a file in it", where=f"{option} {path}")
        elif not path.parent.is_dir():
            problem = Problem("the folder does not exist", where=f"{option} {path}", hint=f"mkdir -p {path.parent}")
        elif not os.access(path if path.exists() else path.parent, os.W_OK):
            problem = Problem("cannot be written to", where=f"{option} {path}")
        elif path.is_file() and path.stat().st_size and mark.encode() not in _head(path):
            problem = Problem(
                "is there already, and iotrial did not write it", where=f"{option} {path}", hint="name another file"
            )
    except (OSError, ValueError) as error:
        problem = Problem(f"cannot be used: {getattr(error, 'strerror', None) or error}", where=f"{option} {path}")
    if problem is not None:
        raise UsageError(problem)


def write_own(path: Path, text: str, option: str, mark: str) -> None:
    """Write a text, whole or not at all; UsageError as `require_writable`, which is asked again."""
    require_writable(path, option, mark)
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        target = path.resolve()  # a link stays one
        part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
        try:
            part.write_text(text, encoding="utf-8")
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(Problem(f"cannot be written: {error.strerror}", where=f"{option} {path}")) from None


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)
