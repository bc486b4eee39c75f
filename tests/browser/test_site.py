"""The site in a browser: nothing is cut, nothing is missing without scripts, the search finds, no network is asked."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from browser.seen import opened
from sites.built import site

#: Pages of every kind.
KINDS = ("", "append/php", "machines", "docs/method")


def _pages() -> list[str]:
    files = sorted(site().files)
    first = [next(name for name in files if name.startswith(kind)) for kind in ("articles/", "runs/", "machines/a")]
    return [*(f"{kind}/index.html".lstrip("/") for kind in KINDS), *(name for name in first if name.endswith("html"))]


def test_pages_fit_and_axe_finds_nothing(running: Browser) -> None:
    wrong: list[Any] = []
    folder = site().folder
    for width, scheme in ((1440, "light"), (390, "dark")):
        one = opened(running, folder / "index.html", width, scheme)
        for name in _pages() if width > 1000 else _pages()[:2]:
            one.page.goto((folder / name).as_uri())
            if one.page.evaluate("document.documentElement.scrollWidth") > width:
                wrong.append((name, width, "it scrolls"))
            wrong += [(name, width, told) for told in one.axe()]
        wrong += one.errors
        asked = [url for url in one.requests if not url.startswith((folder.as_uri(), "data:"))]
        assert asked == []
        one.page.context.close()
    assert not wrong, "\n".join(map(str, wrong))


def test_without_scripts_nothing_is_missing(running: Browser) -> None:
    folder = site().folder
    with_scripts = opened(running, folder / "index.html")
    without = opened(running, folder / "index.html", java_script_enabled=False)
    for name in _pages():
        texts = []
        for one in (with_scripts, without):
            one.page.goto((folder / name).as_uri())
            texts.append(one.page.locator("main").inner_text().replace("copy", "").split())
        assert texts[0] == texts[1] and texts[0], name
    assert not without.page.locator("#search").is_visible()
    for one in (with_scripts, without):
        one.page.context.close()


def test_the_search_finds_the_page_that_is_asked_for(running: Browser) -> None:
    folder = site().folder
    one = opened(running, folder / "index.html")
    for asked, wanted in (
        ("append log php", "append/php"),
        ("list folder php", "list/php"),
        ("readfile php", "deliver/php"),
        ("nginx", "serve/nginx_fpm"),
        ("interval method", "docs/"),
        ("which call to send a file to a browser from php", "serve/nginx_fpm"),
        ("php log several processes", "append/php"),
        ("go read csv line by line", "lines/go"),
        ("delete a directory in node", "remove/javascript"),
        ("rust atomic write", "replace/rust"),
        ("golang file exists", "stat/go"),
        ("file_exists slower than is_file", "stat/php"),
        ("c++ endl", "append/cpp"),
    ):
        one.page.goto((folder / "index.html").as_uri())
        one.page.locator("#search").fill(asked)
        one.page.locator("#found a").first.wait_for()
        hrefs = one.page.evaluate("[...document.querySelectorAll('#found a')].map((one) => one.href)")
        place = 1 if wanted == "docs/" else 2
        assert any(f"/{wanted}" in href for href in hrefs[:place]), (asked, hrefs)
    one.page.goto((folder / "append/php/index.html").as_uri())
    one.page.locator("#search").fill("append log python")
    one.page.locator("#found a").first.wait_for()
    one.page.locator("#search").press("Enter")
    one.page.wait_for_url("**/append/python/index.html")
    one.page.locator("#search").fill("<b>qqqqxyzzy")
    one.page.locator("#found li", has_text="nothing found").wait_for()
    assert one.errors == [] and all(url.startswith((folder.as_uri(), "data:")) for url in one.requests)
    one.page.context.close()


def test_every_kind_of_chip_changes_the_answer_that_is_shown(running: Browser) -> None:
    pages = [name for name in site().files if name.endswith("/index.html") and not name.startswith("runs/")]
    most = max(pages, key=lambda name: (site().folder / name).read_text(encoding="utf-8").count("data-chip"))
    one = opened(running, site().folder / most)
    chips = one.page.locator("[data-chip]")
    assert chips.count() > 3
    for number in range(chips.count()):
        chips.nth(number).check(force=True)
        screens = one.page.locator(".screen")
        assert [screens.nth(place).locator(".state:visible").count() for place in range(screens.count())] == [
            1 for _ in range(screens.count())
        ]
    shown = one.page.locator(".screen:has([data-chip]) .state:visible").last.get_attribute("id")
    assert shown and one.page.evaluate("decodeURIComponent(location.hash)") == f"#{shown}"  # it can be sent
    one.page.goto(one.page.url.partition("#")[0])
    one.page.goto(f"{one.page.url}#{shown}")
    assert one.page.locator(f"[id='{shown}']").is_visible()
    assert one.errors == []
    one.page.context.close()
