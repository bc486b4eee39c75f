"""The page in a browser: every chart is drawn, every control does something, nothing is asked of a network."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from browser.seen import SCREENS, Seen, opened, wait_until
from iotrial.report import figures
from iotrial.report.charts.run_charts import Shown
from iotrial.report.page import page
from report import shown


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return shown.shown(tmp_path_factory.mktemp("run"), sweeps=24)


@pytest.fixture(scope="module")
def file(reported: Shown, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(page([reported]))
    return path


Screens = Callable[[int, str], Seen]


@pytest.fixture(scope="module")
def screens(running: Browser, file: Path) -> Screens:
    """Open pages by width and scheme, each opened once."""
    return functools.cache(functools.partial(opened, running, file))


@pytest.fixture
def seen(screens: Screens) -> Iterator[Seen]:
    """The page with every chart drawn, and nothing chosen: what a test chooses is taken back."""
    one = screens(1280, "light")
    one.draw()
    before = one.chosen()
    yield one
    one.choose(before)
    assert one.chosen() == before and one.errors == []
    one.draw()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a level at which one method locks and the others do not."""
    root = tmp_path_factory.mktemp("guarded")
    path = root / "page.html"
    level = shown.level(4096, ("php/fread_1k", "c/sendfile", "php/locked"))
    path.write_text(page([shown.shown(root, levels=[level], sweeps=24)]))
    return path


def cells(seen: Seen, title: str) -> dict[str, str]:
    """The cells of a column of the ranking that is shown, by method."""
    return {
        row.get_attribute("data-arm") or "": row.locator(f"td[data-title='{title}']").inner_text()
        for row in seen.page.locator(".level:visible table.ranking tr[data-arm]:visible").all()
    }


def choice(seen: Seen, name: str) -> Locator:
    """One of the choices above the charts; its label is what axe looks at."""
    return seen.page.locator(f".controls [name={name}]")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_every_chart_is_drawn_without_a_network_or_an_error(
    screens: Screens, file: Path, width: int, scheme: str
) -> None:
    seen = screens(width, scheme)
    figures = seen.draw()
    assert {figures.nth(number).get_attribute("data-kind") for number in range(figures.count())} == {
        "forest",
        "dots",
        "memory",
        "cost",
        "ratio",
    }
    assert seen.errors == [] and seen.requests == [file.as_uri()]
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width  # tables scroll, the page does not


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_serious(screens: Screens, width: int, scheme: str) -> None:
    seen = screens(width, scheme)
    closed = seen.page.locator("details:not([open])").element_handles()
    for one in closed:
        one.evaluate("(one) => { one.open = true; }")
    seen.draw()
    assert seen.axe() == []
    for one in closed:
        one.evaluate("(one) => { one.open = false; }")


def test_choosing_a_level_changes_charts_and_tables(seen: Seen) -> None:
    level = seen.page.locator(".level:visible h4").first
    assert level.inner_text() == "file_bytes=4096"
    bars = "document.querySelector('figure[data-kind=forest] svg').outerHTML"
    before = seen.page.evaluate(bars)
    choice(seen, "level").select_option(label="file_bytes=20971520")
    assert level.inner_text() == "file_bytes=20971520"
    seen.page.wait_for_function(f"(before) => {bars} !== before", arg=before)
    assert seen.page.locator(".level:visible table").first.locator("caption").inner_text().endswith("20971520")
    seen.draw()


@pytest.mark.parametrize("kind", ["forest", "dots", "memory", "cost", "ratio"])
def test_buttons_zoom_and_reset(seen: Seen, kind: str) -> None:
    figure = seen.page.locator(f"figure[data-kind={kind}]:visible").first
    plot = figure.locator(".plot")
    whole = plot.screenshot()
    figure.get_by_role("button", name="zoom in").click()
    wait_until(lambda: plot.screenshot() != whole, "a chart that is nearer")
    near = plot.screenshot()
    figure.get_by_role("button", name="zoom out").click()
    wait_until(lambda: plot.screenshot() != near, "a chart that is further away")
    figure.get_by_role("button", name="reset").click()
    wait_until(lambda: plot.screenshot() == whole, "the chart as it was")


def test_cost_is_shown_for_each_unit_or_for_all_the_work(seen: Seen) -> None:
    figure = seen.page.locator("figure[data-kind=cost]")
    assert "time for each byte" in figure.locator("svg").inner_html()
    figure.get_by_label("time of the whole work").check()
    figure.locator("svg", has_not_text="time for each byte").wait_for()
    figure.get_by_role("button", name="zoom in").click()
    figure.get_by_role("button", name="reset").click()
    figure.get_by_label("time of the whole work").uncheck()
    figure.locator("svg", has_text="time for each byte").wait_for()


def test_a_reader_chooses_what_to_compare_with(seen: Seen) -> None:
    measured, verdicts = cells(seen, "ratio [low, high]"), cells(seen, "verdict")
    assert list(measured) == ["php/readfile", "c/sendfile", "php/fread_1k"] and verdicts["php/fread_1k"] == "slower"
    choice(seen, "baseline").select_option("php/fread_1k")
    turned = cells(seen, "ratio [low, high]")
    assert list(turned) == ["php/fread_1k", "c/sendfile", "php/readfile"]  # what is compared with comes first
    assert turned["php/fread_1k"] == "1.000" and turned["php/readfile"].startswith("0.400 [")
    assert cells(seen, "verdict") == {"php/fread_1k": "baseline", "c/sendfile": "faster", "php/readfile": "faster"}
    assert "each interval allows for all pairs" in seen.page.locator(".left-out").inner_text()
    drawn = seen.page.locator("figure[data-kind=forest] svg")
    drawn.locator("text", has_text="times as long as php/fread_1k").wait_for()
    choice(seen, "baseline").select_option("php/readfile")
    assert cells(seen, "ratio [low, high]") == measured and cells(seen, "verdict") == verdicts
    assert not seen.page.locator(".left-out").is_visible() and seen.errors == []


def test_figures_of_another_baseline_are_those_of_the_pairs(seen: Seen, reported: Shown) -> None:
    first = reported.view.first
    choice(seen, "baseline").select_option("php/fread_1k")
    told = cells(seen, "ratio [low, high]")
    for pair in reported.pairs[first]:
        if pair.over == "php/fread_1k":
            assert told[pair.arm] == figures.interval(pair)
    choice(seen, "as").select_option("times faster")
    assert cells(seen, "ratio [low, high]")["c/sendfile"].startswith("5.0")


def test_a_ratio_is_told_as_times_slower_or_times_faster(seen: Seen) -> None:
    assert cells(seen, "ratio [low, high]")["c/sendfile"].startswith("0.500 [")
    choice(seen, "as").select_option("times faster")
    assert re.match(r"2\.000? \[1\.99\d+, 2\.00\d*\]", cells(seen, "ratio [low, high]")["c/sendfile"])
    assert cells(seen, "verdict")["c/sendfile"] == "faster"
    drawn = seen.page.locator("figure[data-kind=forest] svg")
    drawn.locator("text", has_text="times as fast as php/readfile (right is faster)").wait_for()
    assert re.search(r"2\.000?x, ", drawn.inner_html())


def test_methods_are_chosen_by_language(seen: Seen) -> None:
    choice(seen, "language").select_option("php")
    assert list(cells(seen, "time")) == ["php/readfile", "php/fread_1k"]
    assert "c/sendfile" not in seen.page.locator("table.memory:visible").inner_text()
    assert not seen.page.locator("table.glance tr[data-arm='c/sendfile']").is_visible()
    assert "1 of 3 methods are left out" in seen.page.locator(".left-out").inner_text()
    for kind in ("forest", "ratio", "cost"):
        seen.page.locator(f"figure[data-kind={kind}] svg", has_not_text="c/sendfile").wait_for()
    assert "php/fread_1k" in seen.page.locator("figure[data-kind=ratio] svg").inner_html()
    shown_costs = seen.page.locator("table.cost-over-size tbody tr:visible").evaluate_all(
        "all => all.map((one) => one.dataset.arm)"
    )
    assert sorted(shown_costs) == ["php/fread_1k", "php/readfile"]


def test_only_methods_with_the_same_guarantees_are_ranked_at_first(running: Browser, guarded: Path) -> None:
    seen = opened(running, guarded)
    assert list(cells(seen, "time")) == ["php/readfile", "c/sendfile", "php/fread_1k"]
    assert "1 of 4 methods are left out" in seen.page.locator(".left-out").inner_text()
    guarantees = choice(seen, "guarantees")
    assert guarantees.locator("option").all_inner_texts() == ["as php/readfile", "lock=record", "all"]
    guarantees.select_option("all")
    assert "php/locked" in cells(seen, "time") and cells(seen, "note")["php/locked"] == "lock=record"
    guarantees.select_option("lock=record")
    assert list(cells(seen, "time")) == ["php/readfile", "php/locked"]  # and what they are compared with
    assert seen.errors == []
    seen.page.context.close()


def test_a_table_has_five_columns_and_a_switch_for_the_rest(seen: Seen) -> None:
    table = seen.page.locator(".level:visible table.ranking")
    shown_at_first = table.locator("thead th:visible").all_inner_texts()
    assert set(shown_at_first) <= {"method", "time", "ratio [low, high]", "verdict", "note"}
    choice(seen, "columns").check()
    assert set(table.locator("thead th:visible").all_inner_texts()) > {*shown_at_first, "rate", "peak"}


def test_what_was_chosen_can_be_sent_as_an_address(running: Browser, file: Path, seen: Seen) -> None:
    choice(seen, "level").select_option(label="file_bytes=20971520")
    choice(seen, "baseline").select_option("c/sendfile")
    choice(seen, "as").select_option("times faster")
    again = opened(running, file, address=seen.page.url)
    assert cells(again, "ratio [low, high]") == cells(seen, "ratio [low, high]")
    assert again.page.locator(".level:visible h4").first.inner_text() == "file_bytes=20971520"
    run = "20261121-143055-k3x9"
    for hostile in (f"#=&x.level=9&{run}.level=99&{run}.baseline=<b>", "#%"):
        again.page.goto("about:blank")
        again.page.goto(file.as_uri() + hostile)
        assert cells(again, "verdict")["php/readfile"] == "baseline" and again.errors == []
    again.page.context.close()


def test_a_page_that_is_photographed_whole_has_every_chart(running: Browser, file: Path) -> None:
    seen = opened(running, file)
    figures_of_page = seen.page.locator("figure.chart:visible")
    for number in range(figures_of_page.count()):
        figures_of_page.nth(number).locator(":scope[data-drawn=yes]").locator("svg, canvas").first.wait_for()
    assert seen.page.evaluate("window.scrollY") == 0
    seen.page.context.close()


def test_on_a_phone_the_verdict_is_second_and_a_claim_is_a_card(screens: Screens) -> None:
    seen = screens(375, "dark")
    row = seen.page.locator(".level:visible table.ranking tr[data-arm='c/sendfile']")
    name, verdict, ratio = (
        row.locator(where).bounding_box() for where in ("th", "td[data-title=verdict]", "td[data-title^=ratio]")
    )
    assert name and verdict and ratio
    assert verdict["x"] > name["x"] and verdict["y"] < name["y"] + name["height"] <= ratio["y"] + 1
    card = seen.page.locator("table.claims tbody tr").first
    assert card.locator("th").inner_text() == "The loop is slower <i>always</i>"
    places = [card.locator(f"td[data-title^={title}]").bounding_box() for title in ("published", "here", "verdict")]
    tops = [place["y"] for place in places if place]
    assert len(tops) == 3 and tops == sorted(tops) and len(set(tops)) == 3


def test_hovering_tells_the_figures(seen: Seen) -> None:
    marks = seen.page.locator("figure[data-kind=forest] svg .mark-symbol path[aria-label*=verdict]")
    seen.page.locator("figure[data-kind=forest]").scroll_into_view_if_needed()
    marks.first.hover(force=True)
    tip = seen.page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    assert "ratio [low, high]" in tip.inner_text() and "verdict" in tip.inner_text()
    seen.page.mouse.move(0, 0)


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
    seen.page.evaluate("reached = new Set(); addEventListener('focusin', (event) => reached.add(event.target.tagName))")
    for _ in range(160):
        seen.page.keyboard.press("Tab")
    assert {"A", "SELECT", "BUTTON", "SUMMARY", "INPUT", "PRE"} <= set(seen.page.evaluate("[...reached]"))
    choice(seen, "level").focus()
    seen.page.keyboard.press("ArrowDown")
    seen.page.locator(".level:visible h4", has_text="1048576").first.wait_for()
    seen.page.context.close()


def test_print_shows_every_level(seen: Seen) -> None:
    seen.page.emulate_media(media="print")
    assert seen.page.locator("section .level:visible").count() == 3 * len(shown.SIZES)
    assert not seen.page.locator(".controls").is_visible()
    seen.page.emulate_media(media="screen")


def test_without_scripts_every_figure_is_still_in_a_table(running: Browser, file: Path) -> None:
    seen = opened(running, file, java_script_enabled=False)
    assert seen.page.locator(".level:visible table").count() >= 2 * len(shown.SIZES)
    assert "c/sendfile" in seen.page.locator(".level:visible table").first.inner_text()
    seen.page.context.close()
