"""A page that is open in a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page

SCREENS = [(1280, "light"), (1280, "dark"), (375, "light"), (375, "dark")]

#: The longest time that a busy machine may take; nothing is asserted of it.
PATIENCE_MS = 60_000


@dataclass
class Seen:
    """An open page, and what it complained of or asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def draw(self) -> Locator:
        """Every figure that is not hidden, scrolled to and drawn."""
        figures = self.page.locator("figure.chart:visible")
        for number in range(figures.count()):
            figure = figures.nth(number)
            figure.scroll_into_view_if_needed()
            figure.locator(":scope[data-drawn=yes] .plot :is(svg, canvas)").wait_for(timeout=PATIENCE_MS)
        return figures


def opened(
    running: Browser, file: Path, width: int = 1280, scheme: Any = "light", address: str = "", **given: Any
) -> Seen:
    context = running.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **given)
    seen = Seen(context.new_page())
    seen.page.set_default_timeout(PATIENCE_MS)
    seen.page.on("console", lambda said: seen.errors.append(said.text) if said.type == "error" else None)
    seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
    seen.page.on("request", lambda asked: seen.requests.append(asked.url))
    seen.page.goto(address or file.as_uri())
    return seen
