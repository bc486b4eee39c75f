"""Chromium from the system's packages, without a network of its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

#: Nothing of the browser's own must look for a network: what asks for one is the page.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program() -> str | None:
    """The browser's path; None where it is not installed."""
    return next((found for name in ("chromium", "chromium-browser") if (found := shutil.which(name))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser; the test is skipped where there is none, or fails where every kit is required."""
    path = program()
    if path is None:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail("chromium is not installed: python tests/browser/install.py")
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        try:
            yield running
        finally:
            running.close()
