"""The page of `iotrial report`: how large it is, how soon its first chart is there, and that it asks for nothing."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.browser import browser, program
from benchmarks.command import STUDIES
from benchmarks.row import Row
from benchmarks.stored_run import SHAPES, Shape, store

MOST_BYTES = 5_000_000

#: Pages are opened so often; the longest wait counts.
TURNS = 5

#: A run of a million samples, of the shape of a directory study.
MILLION = Shape(29, 20, 25, 69)


def rows(long: bool) -> list[Row]:
    """The page of the five studies, and that of a run with very many samples."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        form = [] if long else ["--quick"]
        _iotrial("run", *STUDIES, *form, "--results", str(root))
        five = _row(f"report of the five studies{'' if long else ', quick'}", root, 2.0)
    with tempfile.TemporaryDirectory() as folder:
        root, shape = Path(folder), SHAPES[1] if long else MILLION
        store(root, shape)
        return [five, _row(f"report of a made-up run of {shape.samples / 1e6:.1f} million samples", root, 3.0)]


def _row(figure: str, root: Path, most_seconds: float) -> Row:
    page = root / "page.html"
    runs = sorted(path.parent.name for path in root.glob("*/run.json"))
    begun = time.perf_counter()
    _iotrial("report", *runs, "--results", str(root), "-o", str(page))
    written = time.perf_counter() - begun
    size = page.stat().st_size
    reach = f"{MOST_BYTES / 1e6:.0f} MB, {most_seconds:.0f} s, 0 requests"
    path = program()
    if path is None:
        return Row(figure, reach, f"{size / 1e6:.2f} MB; chromium is not installed", None)
    waits, requests = _open(page, path)
    found = (
        f"{size / 1e6:.2f} MB, first chart after {max(waits):.2f} s at the latest of {TURNS}, {requests} requests; "
        f"written in {written:.1f} s"
    )
    return Row(figure, reach, found, size < MOST_BYTES and max(waits) < most_seconds and requests == 0)


def _open(page: Path, path: str) -> tuple[list[float], int]:
    """Seconds until the first chart is drawn, each time anew, and how often anything but the page was asked for."""
    waits: list[float] = []
    asked: list[str] = []
    with browser(path) as running:
        for _ in range(TURNS):
            tab = running.new_context().new_page()
            tab.on("request", lambda request: asked.append(request.url))
            begun = time.perf_counter()
            tab.goto(page.as_uri(), wait_until="commit")
            tab.wait_for_selector("figure[data-drawn]", state="attached", timeout=120_000)
            waits.append(time.perf_counter() - begun)
            tab.context.close()
    return waits, sum(url != page.as_uri() for url in asked)


def _iotrial(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "iotrial", *arguments], check=True, stdout=subprocess.DEVNULL)
