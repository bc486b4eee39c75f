"""The page in a browser: every chart is drawn, every control does something, nothing is asked of a network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from browser import chromium
from iotrial.report.page import page
from report import shown

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


@pytest.fixture(scope="module")
def running() -> Iterator[Browser]:
    with chromium.running() as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("page")
    path = root / "page.html"
    path.write_text(page([shown.shown(root)]))
    return path


def opened(running: Browser, file: Path, width: int = 1280, scheme: Any = "light", **given: Any) -> Seen:
    context = running.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **given)
    seen = Seen(context.new_page())
    seen.page.set_default_timeout(PATIENCE_MS)
    seen.page.on("console", lambda said: seen.errors.append(said.text) if said.type == "error" else None)
    seen.page.on("pageerror", lambda error: seen.errors.append(str(error)))
    seen.page.on("request", lambda asked: seen.requests.append(asked.url))
    seen.page.goto(file.as_uri())
    return seen


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_every_chart_is_drawn_without_a_network_or_an_error(
    running: Browser, file: Path, width: int, scheme: str
) -> None:
    seen = opened(running, file, width, scheme)
    figures = seen.draw()
    assert {figures.nth(number).get_attribute("data-kind") for number in range(figures.count())} == {
        "forest",
        "dots",
        "memory",
        "cost",
    }
    assert seen.errors == [] and seen.requests == [file.as_uri()]
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width  # tables scroll, the page does not
    seen.page.context.close()


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_serious(running: Browser, file: Path, width: int, scheme: str) -> None:
    seen = opened(running, file, width, scheme, bypass_csp=True)  # axe is put into the page
    seen.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    seen.draw()
    found = Axe().run(seen.page)["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")] == []
    seen.page.context.close()


def test_choosing_a_level_changes_charts_and_tables(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    seen.draw()
    level = seen.page.locator(".level:visible h4").first
    assert level.inner_text() == "file_bytes=4096"
    bars = "document.querySelector('figure[data-kind=forest] svg').outerHTML"
    before = seen.page.evaluate(bars)
    seen.page.get_by_label("Level").select_option(label="file_bytes=20971520")
    assert level.inner_text() == "file_bytes=20971520"
    seen.page.wait_for_function(f"(before) => {bars} !== before", arg=before)
    assert seen.page.locator(".level:visible table").first.locator("caption").inner_text().endswith("20971520")
    seen.draw()
    assert seen.errors == []
    seen.page.context.close()


@pytest.mark.parametrize("kind", ["forest", "dots", "memory", "cost"])
def test_buttons_zoom_and_reset(running: Browser, file: Path, kind: str) -> None:
    seen = opened(running, file)
    seen.draw()
    figure = seen.page.locator(f"figure[data-kind={kind}]:visible").first
    plot = figure.locator(".plot")
    whole = plot.screenshot()
    figure.get_by_role("button", name="zoom in").click()
    seen.page.wait_for_timeout(300)
    near = plot.screenshot()
    assert near != whole
    figure.get_by_role("button", name="zoom out").click()
    seen.page.wait_for_timeout(300)
    assert plot.screenshot() != near
    figure.get_by_role("button", name="reset").click()
    seen.page.wait_for_timeout(300)
    assert plot.screenshot() == whole
    assert seen.errors == []
    seen.page.context.close()


def test_cost_is_shown_for_each_unit_or_for_all_the_work(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    seen.draw()
    figure = seen.page.locator("figure[data-kind=cost]")
    assert "time for each byte" in figure.locator("svg").inner_html()
    figure.get_by_label("time of the whole work").check()
    figure.locator("svg", has_not_text="time for each byte").wait_for()
    figure.get_by_role("button", name="zoom in").click()
    assert seen.errors == []
    seen.page.context.close()


def test_hovering_tells_the_figures(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    seen.draw()
    marks = seen.page.locator("figure[data-kind=forest] svg .mark-symbol path")
    seen.page.locator("figure[data-kind=forest]").scroll_into_view_if_needed()
    marks.first.hover(force=True)
    tip = seen.page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    assert "ratio [low, high]" in tip.inner_text() and "verdict" in tip.inner_text()
    seen.page.context.close()


def test_code_can_be_copied(running: Browser, file: Path) -> None:
    seen = opened(running, file, permissions=["clipboard-read", "clipboard-write"])
    seen.page.locator("details.code[open] .copies").first.click()  # the code to use is shown at once
    seen.page.locator("details.code .copies", has_text="copied").first.wait_for()
    assert seen.page.evaluate("navigator.clipboard.readText()") == shown.TEXT
    seen.page.evaluate("navigator.clipboard.writeText('')")
    measured = seen.page.locator("details.code:not([open])").first
    measured.locator("summary").click()
    seen.page.locator("section", has_text="The code that was measured").locator(
        "details.code[open] .copies"
    ).first.click()
    seen.page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    assert seen.page.evaluate("navigator.clipboard.readText()") == shown.TEXT
    assert seen.errors == []
    seen.page.context.close()


def test_everything_can_be_reached_by_keyboard(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    reached = set()
    for _ in range(120):
        seen.page.keyboard.press("Tab")
        reached.add(seen.page.evaluate("document.activeElement.tagName"))
    assert {"A", "SELECT", "BUTTON", "SUMMARY", "INPUT", "PRE"} <= reached
    seen.page.locator("#" + "level-20261121-143055-k3x9").focus()
    seen.page.keyboard.press("ArrowDown")
    seen.page.locator(".level:visible h4", has_text="1048576").first.wait_for()
    seen.page.context.close()


def test_print_shows_every_level(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    seen.page.emulate_media(media="print")
    assert seen.page.locator("section .level:visible").count() == 2 * len(shown.SIZES)
    assert not seen.page.locator(".picker").is_visible()
    seen.page.context.close()


def test_without_scripts_every_figure_is_still_in_a_table(running: Browser, file: Path) -> None:
    seen = opened(running, file, java_script_enabled=False)
    assert seen.page.locator(".level:visible table").count() >= 2 * len(shown.SIZES)
    assert "c/sendfile" in seen.page.locator(".level:visible table").first.inner_text()
    seen.page.context.close()
