"""If tests may mount here: as root, with loop devices; if every kit is required, the reason must be another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.host.mountinfo import Mount, mounts
from iotrial.study.targets import NAMED
from iotrial.targets.temporary import require_means


def require(*names: str) -> None:
    """Skip the test if targets of these names cannot be made here; fail if root must be able to."""
    for name in names:
        try:
            require_means(NAMED[name])
        except UsageError as reason:
            if os.environ.get("IOTRIAL_REQUIRE_KITS") == "1" and os.geteuid() == 0:
                pytest.fail(str(reason))
            pytest.skip(str(reason))


def mounted_in(folder: Path) -> list[Mount]:
    """Return the mounts below a folder."""
    return [mount for mount in mounts() if folder in mount.point.parents]


def loops_in(folder: Path) -> list[str]:
    """Files below a folder that are behind a loop device."""
    found = []
    for backing in Path("/sys/block").glob("loop*/loop/backing_file"):
        file = backing.read_text().strip()
        if folder in Path(file).parents:
            found.append(file)
    return found
