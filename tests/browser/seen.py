"""A page that is open in a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

#: Each width and each scheme; all pairs of them are `long`.
SCREENS = [
    (1440, "light"),
    (390, "dark"),
    pytest.param(1440, "dark", marks=pytest.mark.long),
    pytest.param(390, "light", marks=pytest.mark.long),
]

#: What axe need not work out: what is in order, and by which selector a place is found; 0 is JavaScript's `false` here.
FAULTS_ALONE = {"resultTypes": ["violations"], "selectors": 0}

#: The longest time that a busy machine may take; nothing is asserted of it.
PATIENCE_MS = 60_000


@dataclass
class Seen:
    """An open page, and what it complained of or asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def axe(self) -> list[tuple[str, str]]:
        """The serious faults that axe finds, with the first place of each."""
        found = Axe().run(self.page, options=FAULTS_ALONE)["violations"]
        return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


def opened(
    running: Browser, file: Path, width: int = 1440, scheme: Any = "light", address: str = "", **given: Any
) -> Seen:
    context = running.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **given)
    seen = Seen(context.new_page())
    seen.page.set_default_timeout(PATIENCE_MS)
    seen.page.on("console", lambda said: seen.errors.append(said.text) if said.type == "error" else None)
    seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
    seen.page.on("request", lambda asked: seen.requests.append(asked.url))
    seen.page.goto(address or file.as_uri())
    return seen
