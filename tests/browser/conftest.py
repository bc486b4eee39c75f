"""One browser for all pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser import chromium


@pytest.fixture(scope="package")
def running() -> Iterator[Browser]:
    with chromium.running() as found:
        yield found
