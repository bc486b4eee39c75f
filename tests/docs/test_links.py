"""Every link between the pages leads to a page and a heading that are there; so do the pages that messages name."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from house.sources import MODULES, source_of

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("kits/**/*.md"), *ROOT.glob("benchmarks/*.md")]

_LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
_NAMED = re.compile(r"\bdocs/[\w/-]+\.(?:md|yml)(?:#([\w-]+))?")


def without_code(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub names them; a name that is taken gets a number."""
    found: set[str] = set()
    seen: Counter[str] = Counter()
    for heading in re.findall(r"^#+ (.+)$", without_code(page.read_text(encoding="utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")
        found.add(f"{name}-{seen[name]}" if seen[name] else name)
        seen[name] += 1
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', page.read_text(encoding="utf-8")))


def dead(page: Path, text: str) -> list[str]:
    """The links of a text, as it stands on a page, that lead nowhere."""
    wrong = []
    for place, anchor in _LINK.findall(without_code(text)):
        path = (page.parent / place).resolve() if place else page
        if not path.exists():
            wrong.append(f"{place}: is not there")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            wrong.append(f"{place}#{anchor}: no such heading")
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_heading(page: Path) -> None:
    wrong = dead(page, page.read_text(encoding="utf-8"))
    assert not wrong, "\n".join(wrong)


def test_every_page_that_a_message_names_is_there() -> None:
    wrong, named = [], 0
    for module in MODULES:
        for found in _NAMED.finditer(source_of(module)):
            path, _, anchor = found[0].partition("#")
            named += 1
            if not (ROOT / path).exists() or (anchor and anchor not in anchors(ROOT / path)):
                wrong.append(f"{module}: {found[0]}")
    assert named > 10 and not wrong, "\n".join(wrong)


def test_every_page_can_be_reached_from_the_first() -> None:
    first = ROOT / "docs" / "README.md"
    reached, left = {first}, [first]
    while left:
        page = left.pop()
        for place, _ in _LINK.findall(page.read_text(encoding="utf-8")):
            path = (page.parent / place).resolve()
            if place.endswith(".md") and path.exists() and path not in reached:
                reached.add(path)
                left.append(path)
    assert not set(ROOT.glob("docs/**/*.md")) - reached


def test_a_link_that_leads_nowhere_is_seen() -> None:
    page = ROOT / "docs" / "README.md"
    text = "[a](nowhere.md), [b](gate.md#nothing), [c](gate.md#verdicts), [d](#none)\n```\n[e](code.md)\n```\n"
    assert dead(page, text) == [
        "nowhere.md: is not there",
        "gate.md#nothing: no such heading",
        "#none: no such heading",
    ]
