from __future__ import annotations

from collections.abc import Iterator

import pytest

from commandline.process import close_fork_servers


@pytest.fixture(scope="session", autouse=True)
def fork_servers() -> Iterator[None]:
    """Started when they are needed; ended here."""
    yield
    close_fork_servers()
