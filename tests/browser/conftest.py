"""One browser for all pages of a module: while it runs, no other test of its process can run an event loop."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser import chromium


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with chromium.running() as found:
        yield found
