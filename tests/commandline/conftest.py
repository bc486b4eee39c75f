from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.command import Place
from commandline.process import close_fork_servers
from in_memory import folder_in_memory


@pytest.fixture(scope="session", autouse=True)
def fork_servers() -> Iterator[None]:
    """Started when they are needed; ended here."""
    yield
    close_fork_servers()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """In memory; a file whose tests are about a disk has a `place` of its own."""
    with folder_in_memory(tmp_path) as folder:
        yield Place(folder)
