"""A folder for as long as something goes on, in the user's cache: after a kill the next start removes it.

One in the system's folder for temporary files would stay there until the machine starts again.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace

#: The folder in the cache in which they lie.
FOLDER = "passing"

#: What is used of a workplace, beside its marker.
INNER = "files"


@contextlib.contextmanager
def passing_folder() -> Iterator[Path]:
    """Provide an empty folder, and remove it with all in it; where no cache can be, it is a temporary one."""
    try:
        workplace = Workplace(resolve("disk", own_folder(FOLDER)))
    except (OSError, UsageError):
        with tempfile.TemporaryDirectory(prefix="iotrial-") as folder:
            yield Path(folder)
        return
    try:
        inner = workplace.folder / INNER
        inner.mkdir()
        yield inner
    finally:
        workplace.remove()
