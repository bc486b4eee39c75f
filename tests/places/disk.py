"""A folder whose files can be cold, for tests; CI has one, elsewhere the temporary folder may be memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.places.cold import why_not_cold
from iotrial.places.target import resolve


def require_cold(folder: Path) -> Path:
    """The folder, or the test is skipped with the reason; if every tool is required, it fails."""
    if reason := why_not_cold(folder, resolve(str(folder), None)):
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(f"nothing can be cold in {folder}: {reason}")
        pytest.skip(reason)
    return folder
