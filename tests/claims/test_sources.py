"""Several sources in one study: each claim has the title, author, date and address of its own."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from claims.test_file import CATALOG, STUDY, TWO
from iotrial.claims.claim import Article
from iotrial.claims.claims_file import ClaimedStudy, load
from iotrial.claims.evaluate import judge_claims
from iotrial.errors import UsageError
from iotrial.judge.judging import Judging
from iotrial.report.claims_screen import show
from judge import made

WITHOUT = STUDY.partition("[article]")[0]
SOURCES = """[[sources]]
source = "a thread"
title = "Reopening is slow"
author = "A. Nyone"
date = "2019-04-14"
address = "https://example.org/thread/119"

[[sources]]
source = "a post"
title = "It is not"
author = "B. Esides"
date = "2021"

"""

ONE_SOURCE = SOURCES.partition('[[sources]]\nsource = "a post"')[0]


def claim(name: str, *, source: str = "", kind: str = f'kind = "order"\n{TWO}', place: str = "paragraph 1") -> str:
    named = f'from = "{source}"\n' if source else ""
    told = f'place = "{place}"\n' if place else "ours = true\n"
    return f'[[claims]]\nclaim = "{name}"\nsays = "It is."\n{named}{told}{kind}\n'


def loaded(folder: Path, text: str) -> ClaimedStudy:
    path = folder / "logs.toml"
    path.write_text(text)
    return load(path, CATALOG, quick=False)


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(UsageError) as failure:
        loaded(folder, text)
    return [f"{one.line().partition('logs.toml:')[2]} | {one.hint or ''}" for one in failure.value.problems]


def test_a_claim_has_the_source_that_it_names(tmp_path: Path) -> None:
    both = claim("1", source="a thread") + claim("2", source="a post")
    study = loaded(tmp_path, WITHOUT + SOURCES + both)
    thread, post = (one.article for one in study.claims)
    assert thread is not None and post is not None and study.article is None
    assert (thread.title, thread.author, thread.date) == ("Reopening is slow", "A. Nyone", "2019-04-14")
    assert (thread.address, post.address) == ("https://example.org/thread/119", None)


def test_an_article_has_its_address_and_stands_beside_sources(tmp_path: Path) -> None:
    text = STUDY + 'address = "https://example.org/logs"\n\n' + ONE_SOURCE
    study = loaded(tmp_path, text + claim("1") + claim("2", source="a thread"))
    assert study.article == Article("On logs", "A. Nyone", "2009", "https://example.org/logs")
    assert [one.article and one.article.title for one in study.claims] == [None, "Reopening is slow"]


def test_figures_are_the_articles_and_say_nothing_of_another_source(tmp_path: Path) -> None:
    figures = '\n[[figures]]\nplace = "table 2"\nof = "time"\nunit = "ms"\ncolumns = ["php/reopen", "php/keep_open"]\n'
    text = f"{STUDY}{figures}rows = [[2.0, 1.0]]\n\n{ONE_SOURCE}"
    with pytest.raises(UsageError, match="not borne out by the article's own figures"):
        loaded(tmp_path, text + claim("1") + claim("2", source="a thread"))
    (other,) = loaded(tmp_path, text + claim("2", source="a thread")).claims
    assert other.spread is None


def test_what_is_wrong_with_sources_is_named_with_its_line(tmp_path: Path) -> None:
    both = claim("1", source="a thread") + claim("2", source="a post")
    wrong = {
        SOURCES
        + claim("1", source="a thread"): "17: 'source' 'a post' has no claim | a claim of it has: from = \"a post\"",
        SOURCES + both + claim("3", source="a psot"): (
            "41: 'from' is 'a psot', which is no source of the study | did you mean 'a post'?"
        ),
        SOURCES
        + both
        + claim("3"): "38: 'claims' has no 'from', and the study has several sources | name one: from = …",
        SOURCES + both + claim("3", source="a post", place=""): (
            "41: 'from' names who said it, and this is a sentence that nobody published | "
        ),
        SOURCES.replace("a post", "a thread") + claim("1", source="a thread"): (
            "17: 'source' 'a thread' is the name of an earlier source | "
        ),
        SOURCES.replace("https:", "javascript:") + both: (
            "14: 'address' must be the address of a page, such as \"https://example.org/post\" | "
        ),
        claim("1", source="a thread"): (
            "12: 'from' is 'a thread', which is no source of the study | write [[sources]] above it"
        ),
    }
    listed = both + claim("3", source="a post").replace('from = "a post"', "from = []")
    assert problems(tmp_path, WITHOUT + SOURCES + listed)[0].startswith("41: 'from' must be a text of one line")
    told = {text: problems(tmp_path, WITHOUT + text) for text in wrong}
    assert told == {text: [one] for text, one in wrong.items()}


def test_each_source_is_summed_up_by_itself_with_its_address(tmp_path: Path) -> None:
    both = claim("1", source="a thread") + claim("2", source="a post", kind=f'kind = "slower"\n{TWO}')
    ours = claim("3", place="", kind=f'kind = "no_faster"\n{TWO}')
    study = loaded(tmp_path, WITHOUT + SOURCES + both + ours)
    level = made.level({"records": 100, "record_bytes": 100}, "php/keep_open", ["php/reopen", "php/flock_each"])
    stored = made.opened(tmp_path, made.run([level], job="append"))
    rows = judge_claims([Judging(stored)], study.claims, "logs", study.article)
    assert [(row.article, row.author, row.date, row.address) for row in rows] == [
        ("Reopening is slow", "A. Nyone", "2019-04-14", "https://example.org/thread/119"),
        ("It is not", "B. Esides", "2021", None),
        ("logs", None, None, None),
    ]
    for details in (False, True):
        out = io.StringIO()
        show(rows, Console(file=out, width=100), details=details)
        text = out.getvalue()
        assert text.count("https://example.org/thread/119") == 1
        assert text.count("Reopening is slow") == (2 if details else 1)
    assert "Reopening is slow (A. Nyone, 2019-04-14): paragraph 1" in " ".join(text.split())
