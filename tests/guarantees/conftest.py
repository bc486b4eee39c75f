"""These tests are about what a check sees of a method's calls and files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from in_memory import folder_in_memory


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """In memory: these tests make thousands of files."""
    with folder_in_memory(tmp_path) as folder:
        yield folder
