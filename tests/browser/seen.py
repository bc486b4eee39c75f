"""A page that is open in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

#: Each width and each scheme; all pairs of them are `long`.
SCREENS = [
    (1280, "light"),
    (375, "dark"),
    pytest.param(1280, "dark", marks=pytest.mark.long),
    pytest.param(375, "light", marks=pytest.mark.long),
]

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

    def chosen(self) -> dict[str, Any]:
        """What the choices above the charts are."""
        told = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('.controls [name]')].map("
            "(one) => [one.name, one.type === 'checkbox' ? one.checked : one.value]))"
        )
        assert isinstance(told, dict)
        return told

    def choose(self, wanted: dict[str, Any]) -> None:
        """Choose all that is not as it is wanted to be."""
        for name, value in wanted.items():
            control = self.page.locator(f".controls [name={name}]")
            if self.chosen()[name] == value:
                continue
            if isinstance(value, bool):
                control.set_checked(value)
            else:
                control.select_option(value)

    def axe(self) -> list[tuple[str, str]]:
        """The serious faults that axe finds, with the first place of each."""
        found = Axe().run(self.page)["violations"]
        return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]


def wait_until(ready: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_MS / 1000
    while not ready():
        assert time.monotonic() < end, f"in vain: {what}"


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
