"""The page in a browser: nothing is cut, what a reader chooses changes all of the answer, nothing asks a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from browser.seen import Seen, opened
from iotrial.cli.report import content
from iotrial.judge.judging import Judging
from iotrial.report.page import page
from iotrial.store.read import open_run
from report import shown
from stored_runs import packed

#: The five studies of articles, and runs of sizes, of caches, of several languages, of writers and without an answer.
RUNS = (
    *("readfile", "log-writes", "list-directory", "sequential-read", "ram-drive"),
    *("sizes", "cold", "append-by-language", "writers-locked", "truncated"),
)

WIDTHS = (390, 820, 1440)

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

#: What a reader sees of an answer at a time: the sentence, the bars with their marks, and the code.
SHOWN = """() => {
  const seen = (found) => [...document.querySelectorAll(found)].filter((one) => one.checkVisibility());
  const states = seen(".state");
  return {
    states: states.length,
    sentence: states.map((one) => one.querySelector("p").innerText).join(),
    bars: seen(".state .bars tbody tr").map((row) => [row.dataset.arm, row.dataset.tier, row.innerText]),
    used: seen(".state tr[data-tier=use]").map((row) => row.querySelector("a").innerText),
    code: states.map((one) => one.querySelector("code")?.innerText ?? "").join(),
  };
}"""

#: What stands over the right edge of the screen, or over that of the box it is in and cannot be scrolled to.
CUT = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (one.matches(".scroll") && window.innerWidth < 640 && one.scrollWidth > one.clientWidth + 1) return true;
  if (!one.checkVisibility() || one.closest("svg, pre, .scroll, thead, .skip, input")) return false;
  return one.getBoundingClientRect().right > document.documentElement.clientWidth + 1
    || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible" && one.clientWidth > 1);
}).map((one) => one.outerHTML.slice(0, 120))"""


#: Bars that are not as long as their times are, beside the longest of their table.
ODD_BARS = """() => [...document.querySelectorAll(".bars")].filter((one) => one.checkVisibility()).flatMap((table) => {
  const bars = [...table.querySelectorAll(".bar")].map((bar) => [bar.getBoundingClientRect().width, bar]);
  const longest = Math.max(...bars.map(([width]) => width));
  return bars.filter(([width, bar]) => Math.abs(width - longest * bar.style.getPropertyValue("--share")) > 2.5)
    .map(([width, bar]) => `${width} of ${longest}: ${bar.style.cssText}`);
})"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The page of each stored run, made once."""
    root = tmp_path_factory.mktemp("pages")
    found = {}
    for name in RUNS:
        folder = packed.unpack(name, root / name)
        found[name] = root / f"{name}.html"
        found[name].write_bytes(content("html", [Judging(open_run(folder))], root / name, ()))
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(page([shown.shown(tmp_path_factory.mktemp("run"), sweeps=24)]))
    return path


@pytest.fixture
def seen(running: Browser, file: Path) -> Iterator[Seen]:
    one = opened(running, file)
    yield one
    assert one.errors == [] and one.requests == [file.as_uri()]
    one.page.context.close()


def unfold(one: Seen) -> None:
    one.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


@pytest.mark.parametrize("name", RUNS)
def test_nothing_is_cut_and_axe_finds_nothing(running: Browser, files: dict[str, Path], name: str) -> None:
    """One page, turned from light to dark and back: only its colours change, so it is laid out once for both."""
    wrong: list[Any] = []
    one = opened(running, files[name])
    for width in WIDTHS:
        one.page.set_viewport_size({"width": width, "height": 900})
        assert one.page.locator("h1").is_visible()
        for folded in (True, False):
            if not folded:
                unfold(one)
            for scheme in SCHEMES:
                one.page.emulate_media(color_scheme=scheme)
                cut = [*one.page.evaluate(CUT), *one.page.evaluate(ODD_BARS)]
                beyond = one.page.evaluate("document.documentElement.scrollWidth") > width
                wrong += [(scheme, width, folded, told) for told in [*cut[:3], *(["it scrolls"] if beyond else [])]]
                if not folded and (width, scheme) in ((390, "dark"), (1440, "light")):
                    wrong += [(scheme, width, told) for told in one.axe()]
        one.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = false")
    assert one.errors == [] and one.requests == [files[name].as_uri()]
    one.page.context.close()
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_chosen_changes_sentence_bars_and_code_together(
    running: Browser, files: dict[str, Path], scripts: bool
) -> None:
    chosen = 0
    for name in RUNS:
        one = opened(running, files[name], java_script_enabled=scripts)
        chips = one.page.locator("[data-chip]")
        told = [one.page.evaluate(SHOWN)] if scripts else []
        for number in range(chips.count()):
            before = one.page.locator(".state:visible").inner_text()
            was_chosen = chips.nth(number).is_checked()
            chips.nth(number).check(force=True)
            assert one.page.locator(".state:visible").count() == 1
            assert was_chosen or one.page.locator(".state:visible").inner_text() != before, (name, number)
            chosen += 1
            if scripts:
                told.append(one.page.evaluate(SHOWN))
        for found in told:
            assert found["states"] == 1
            for used in found["used"]:  # the marked row is the answer's method, and it has its code
                is_said_above = found["sentence"].startswith("The figures below: ")  # of all conditions together
                assert (used in found["sentence"] or is_said_above) and found["code"], (name, found)
            assert len(found["used"]) == (1 if any(tier == "use" for _, tier, _ in found["bars"]) else 0)
        one.page.context.close()
    assert chosen > 20


def test_what_was_chosen_can_be_sent_as_an_address(running: Browser, files: dict[str, Path]) -> None:
    one = opened(running, files["list-directory"])
    one.page.locator(".chips label", has_text="10,000").click()
    one.page.locator(".chips label", has_text="sorted").click()
    told = one.page.evaluate(SHOWN)
    assert "scandir()" in told["sentence"] and [used for used in told["used"]] == ["scandir()"]
    again = opened(running, files["list-directory"], address=one.page.url)
    assert again.page.evaluate(SHOWN) == told
    for hostile in ("#%", "#main", "#<b>"):
        again.page.goto("about:blank")
        again.page.goto(files["list-directory"].as_uri() + hostile)
        assert again.page.evaluate(SHOWN)["states"] == 1 and again.errors == []
    again.page.context.close()
    one.page.context.close()


def test_every_row_and_every_claim_has_an_address(running: Browser, files: dict[str, Path]) -> None:
    one = opened(running, files["list-directory"])
    places = one.page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(places) == len(set(places))
    links = one.page.evaluate("[...document.querySelectorAll('a[href]')].map((one) => one.getAttribute('href'))")
    assert {link.removeprefix("#") for link in links} <= set(places)
    for wanted in (
        "use-php-.*entries-1000.*-php-scandir",
        "when-php-.*entries-10-.*",
        "claim-.+",
        "changes",
        "samples",
    ):
        assert [place for place in places if re.fullmatch(wanted, place)], (wanted, places)
    one.page.context.close()


def test_code_can_be_copied(running: Browser, file: Path) -> None:
    one = opened(running, file, permissions=["clipboard-read", "clipboard-write"])
    one.page.locator(".state:visible .copies").click()
    one.page.locator(".state .copies", has_text="copied").wait_for()
    assert one.page.evaluate("navigator.clipboard.readText()") == shown.TEXT
    one.page.evaluate("navigator.clipboard.writeText('')")
    one.page.locator("#code summary").first.click()
    one.page.locator("#code details[open] .copies").click()
    one.page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    assert one.page.evaluate("navigator.clipboard.readText()") == shown.TEXT
    assert one.errors == []
    one.page.context.close()


def test_everything_can_be_reached_by_keyboard(running: Browser, files: dict[str, Path]) -> None:
    one = opened(running, files["log-writes"])
    one.page.evaluate("reached = new Set(); addEventListener('focusin', (event) => reached.add(event.target.tagName))")
    for _ in range(60):
        one.page.keyboard.press("Tab")
    assert {"A", "BUTTON", "SUMMARY", "INPUT", "PRE"} <= set(one.page.evaluate("[...reached]"))
    one.page.locator("[data-chip]:checked").first.focus()
    before = one.page.locator(".state:visible .sentence, .state:visible .headline").inner_text()
    one.page.keyboard.press("ArrowRight")
    assert one.page.locator(".state:visible .sentence, .state:visible .headline").inner_text() != before
    one.page.context.close()


def test_a_line_over_size_is_drawn_for_the_width_of_the_screen(seen: Seen) -> None:
    for width, drawn in ((1440, "wide"), (390, "narrow")):
        seen.page.set_viewport_size({"width": width, "height": 900})
        charts = seen.page.locator("figure.chart:visible")
        assert charts.count() == 2  # the time, and the ratio to the method to use
        assert {charts.nth(number).get_attribute("class") for number in range(2)} == {f"chart {drawn}"}


def test_without_scripts_everything_is_there(running: Browser, files: dict[str, Path]) -> None:
    one = opened(running, files["readfile"], java_script_enabled=False)
    assert one.page.locator(".state:visible .bars tbody tr").count() >= 7
    assert "readfile()" in one.page.locator(".headline:visible").first.inner_text()
    assert one.page.locator("table.ranking").count() == 1 and one.page.locator("#claims .cards li:visible").count() > 3
    assert not one.page.locator(".copies:visible").count()
    one.page.context.close()
