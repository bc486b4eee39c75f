"""The page of several machines in a browser: it fits the screen, shows its pictures, and asks nothing of a network."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from across.made_machines import facts, session
from browser.seen import SCREENS, opened
from iotrial.across.judge_across import across
from iotrial.report.machines_page import page


@pytest.fixture(scope="module", params=[3, 12])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("machines")
    for number in range(request.param):
        ratio = 1.6 if number == 2 else 0.6
        session(root / "runs", number, {"php/glob": ratio, "php/iterator": 1.5}, facts(number), noise=0.02)
    path = root / "machines.html"
    path.write_text(page(across([], root / "runs")))
    return path


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_it_fits_the_screen_and_loads_nothing(running: Browser, file: Path, width: int, scheme: str) -> None:
    seen = opened(running, file, width, scheme)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.page.locator("figure.chart:visible svg").count() == 1
    assert seen.axe() == []
    asked = [url for url in seen.requests if not url.startswith("data:")]
    assert seen.errors == [] and asked == [file.as_uri()]
    seen.page.context.close()
