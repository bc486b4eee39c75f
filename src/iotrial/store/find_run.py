"""The folder of a run, from what a user types."""

from __future__ import annotations

import os
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.store.address import is_url
from iotrial.store.file_names import RUN_FILE
from iotrial.store.mirror import mirrored_place
from iotrial.store.record_index import entries
from iotrial.store.run_folders import run_folders


def find_run(root: Path, name: str) -> Path:
    """The folder of RUN: an id, a unique prefix of one, `last`, or a path or address of a run that is kept elsewhere.

    UsageError if that is not exactly one run.
    """
    if os.sep in name:
        folder = mirrored_place(name) if is_url(name) else Path(name)
        try:
            folder = folder.expanduser()
            is_run = (folder / RUN_FILE).is_file()
        except (OSError, RuntimeError):  # a name that no file can have, or the home of an unknown user
            is_run = False
        if not is_run:
            raise UsageError(f"no run in the folder {name}", hint=f"a run's folder has a file {RUN_FILE}")
        return folder
    folders = {folder.name: folder for folder in run_folders(root)}
    if name in folders:
        return folders[name]
    if name == "last":
        runs = [entry.folder for entry in entries(root) if entry.facts is not None]
        if not runs:
            raise UsageError(f"no run is stored in {root}", hint="measure something first: iotrial run STUDY")
        return runs[-1]
    matches = sorted(known for known in folders if name and known.startswith(name))
    if len(matches) == 1:
        return folders[matches[0]]
    if matches:
        shown = ", ".join(matches[:5]) + (f" and {len(matches) - 5} more" if len(matches) > 5 else "")
        raise UsageError(f"{name!r} begins the names of {len(matches)} runs: {shown}", hint="give more of the name")
    raise UsageError(f"no run {name!r} in {root}", hint="see which runs there are: iotrial runs")
