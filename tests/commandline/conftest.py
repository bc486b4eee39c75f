from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.command import Place
from commandline.process import close_fork_servers


@pytest.fixture(scope="session", autouse=True)
def fork_servers() -> Iterator[None]:
    """Started when they are needed; ended here."""
    yield
    close_fork_servers()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)
