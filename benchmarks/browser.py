"""Chromium from the system's packages, without a network of its own; the tests of the page use it too."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

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
def browser(path: str) -> Iterator[Browser]:
    """The browser of that path, running."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        try:
            yield running
        finally:
            running.close()
