"""The folders under a results root that may be runs; nothing in them is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from iotrial.errors import UsageError


def run_folders(root: Path) -> Iterator[Path]:
    """Every folder under the root that may be a run, by name; UsageError if the root cannot be read."""
    try:
        paths = sorted(root.iterdir())
    except FileNotFoundError:
        return
    except OSError as error:
        raise UsageError(
            f"the results folder {root} cannot be read: {error.strerror}", hint="name another: --results DIR"
        ) from None
    for path in paths:
        if not path.name.startswith(".") and path.is_dir():
            yield path
