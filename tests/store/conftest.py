"""What tests of results in an object store share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.store import mirror
from iotrial.store.mirror import mirrored


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Make this process that of a host: one with a cache of its own, which has opened nothing."""

    def become(name: str) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / name))
        mirrored.cache_clear()
        mirror._OPENED.clear()

    become("host")
    return become
