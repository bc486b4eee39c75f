"""The gallery: it is whole, nothing of it is large, and it speaks of the studies as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.command import STUDIES
from docs.gallery import HEAD

from iotrial.ask import tree
from iotrial.cli.claimed_studies import with_claims
from iotrial.report.markdown import MOST_CHARACTERS, escaped

ROOT = Path(__file__).resolve().parents[2]
GALLERY = ROOT / "docs/gallery"
PAGE = (GALLERY / "README.md").read_text()

#: Of a picture, bytes.
MOST_BYTES = 400_000


def test_make_run_puts_the_same_articles_on_trial() -> None:
    assert f"ARTICLES := {' '.join(STUDIES)}\n" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize("name", STUDIES)
def test_each_articles_run_is_there_as_text_and_as_a_picture(name: str) -> None:
    text, picture = (GALLERY / f"{name}.{form}" for form in ("md", "svg"))
    assert len(text.read_text()) <= MOST_CHARACTERS
    assert picture.stat().st_size <= MOST_BYTES
    assert picture.read_text().startswith("<svg")


def test_the_first_page_begins_as_the_program_has_it() -> None:
    assert PAGE.startswith("\n\n".join(HEAD))


def test_the_first_page_links_to_what_is_there_and_to_all_of_it() -> None:
    page = PAGE
    linked = set(re.findall(r"\]\(([^)]+)\)", page))
    assert all((GALLERY / link).exists() for link in linked)
    there = {path.name for path in GALLERY.iterdir()} - {"README.md"}
    assert there == {link for link in linked if "/" not in link}


def test_it_has_every_study_that_carries_claims_and_asks_what_that_asks() -> None:
    page = PAGE
    carrying = with_claims([], [], tree.load([]), quick=False)
    assert len(carrying) >= len(STUDIES)
    for one in carrying:
        assert f"### {escaped(one.study.question)}" in page, one.study.name
        for claim in one.claims:
            assert escaped(claim.says.removesuffix(".")) in page, (one.study.name, claim.key)
