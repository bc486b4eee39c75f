"""The browser of a test: skipped if there is none, or a failure if every kit is required."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from benchmarks.browser import browser, program
from playwright.sync_api import Browser


@contextmanager
def running() -> Iterator[Browser]:
    """A browser."""
    path = program()
    if path is None:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail("chromium is not installed: python tests/browser/install.py")
        pytest.skip("chromium is not installed")
    with browser(path) as found:
        yield found
