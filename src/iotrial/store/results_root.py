"""The results root: the folder that holds all runs, or the mirror of an object store that does."""

from __future__ import annotations

import os
from pathlib import Path

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
