"""What the first view of the start page and of an answer costs on a slow phone: bytes, time until it is drawn, faults.

The line and the processor are those that Lighthouse simulates for a phone: 1.6 Mbit/s, 150 ms for a round trip, and a
processor of a quarter of the speed, by Chromium's own means. The site lies behind a server that compresses, as the
places do where such sites are kept.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser

from benchmarks.browser import browser, program
from benchmarks.row import Row
from benchmarks.site import DATA
from benchmarks.stored_run import timed

#: The start page, and the page of an answer.
PAGES = {"the start page": "", "an answer": "append/php/"}

MOST_BYTES, MOST_MS = 150_000, 1000.0

#: Lighthouse's phone: bytes a second, ms of a round trip, and how many times as slow its processor is.
BYTES_A_SECOND, ROUND_TRIP_MS, SLOWER = 1.6e6 / 8 * 0.9, 150, 4

TRIES = 5

#: What is drawn last of the first view, ms after the page was asked for.
_DRAWN = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true }))"""

_BYTES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, one) => sum + one.transferSize, 0)"""


def rows(long: bool) -> Iterator[Row]:
    """Each page in a new context, several times; the median."""
    path = program()
    if path is None:
        yield Row("the first view of a site", "150 kB, 1 s", "chromium is not there", None)
        return
    with tempfile.TemporaryDirectory() as name, browser(path) as running:
        site = Path(name) / "site"
        timed("site", "--results", str(DATA), "-o", str(site))
        with _served(site) as address:
            for told, page in PAGES.items():
                seen = [_seen(running, address + page) for _ in range(TRIES)]
                sent, drawn_ms = (statistics.median(figures) for figures in zip(*seen, strict=True))
                faults = _faults(running, address + page)
                yield Row(
                    f"{told} on a slow phone (1.6 Mbit/s, {ROUND_TRIP_MS} ms, a quarter of this processor)",
                    "150 kB, 1 s, no fault by axe",
                    f"{sent / 1000:.0f} kB, {drawn_ms / 1000:.2f} s, {faults} faults",
                    sent <= MOST_BYTES and drawn_ms <= MOST_MS and not faults,
                )


def _seen(running: Browser, address: str) -> tuple[float, float]:
    """Return the bytes that came, and ms until the largest part of the first view was drawn."""
    context = running.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    line = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND, "latency": ROUND_TRIP_MS}
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(500)
    found = float(page.evaluate(_BYTES)), float(page.evaluate(_DRAWN))
    context.close()
    return found


def _faults(running: Browser, address: str) -> int:
    context = running.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(address)
    found = len(Axe().run(page)["violations"])
    context.close()
    return found


class _Compressing(SimpleHTTPRequestHandler):
    """A server of a folder, whose texts are compressed."""

    def send_head(self) -> BytesIO | None:
        """Send the headers of a file; return its content."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return None
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Compressing, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
