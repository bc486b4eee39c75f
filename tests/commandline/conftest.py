from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.command import Place
from in_memory import folder_in_memory


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """In memory; a file whose tests are about a disk has a `place` of its own."""
    with folder_in_memory(tmp_path) as folder:
        yield Place(folder)
