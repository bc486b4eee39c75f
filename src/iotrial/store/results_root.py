"""The results root: the folder that holds all runs, or the mirror of an object store that does."""

from __future__ import annotations

import os
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.store.address import Root, is_url


def results_root(given: Root | None = None) -> Path:
    """The folder that holds all runs: `--results`, else IOTRIAL_RESULTS, else the user's data folder.

    An address is mirrored in a folder here. UsageError if its store cannot be read.
    """
    place = os.environ.get("IOTRIAL_RESULTS") if given is None else given.text
    if place and is_url(place):
        from iotrial.store.mirror import mirrored

        return mirrored(place)
    if place:
        return Path(place).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("iotrial", appauthor=False)) / "runs"


def writable_root(given: Root | None = None) -> Path:
    """The same for a run that is to be stored: UsageError if the folder can be neither written to nor made."""
    root = results_root(given)
    there = next((folder for folder in (root, *root.absolute().parents) if os.path.lexists(folder)), Path("/"))
    reason = ""
    if not there.is_dir():
        reason = "it is no folder" if there == root else f"{there} is no folder"
    elif not os.access(there, os.W_OK | os.X_OK):
        reason = "you may not write there" if there == root else f"you may not write to {there}"
    if reason:
        told = f"results cannot be written to {root}: {reason}"
        raise UsageError(told, hint="check the folder, or name another: --results DIR")
    return root
