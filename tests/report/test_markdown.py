"""Markdown: everything of a run as text, folded and short enough for a pull request."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from iotrial.report.markdown import MOST_CHARACTERS, escaped, markdown
from judge import made
from report import shown


def rendered(text: str) -> str:
    """As a site would show it that allows HTML."""
    return str(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))


def test_markdown_has_the_answer_the_tables_and_the_code(tmp_path: Path) -> None:
    *_, view = shown.opened(tmp_path)
    text = markdown([view])
    page = rendered(text)
    for part in ("c/sendfile is the fastest", "<table>", "ratio [low, high]", "<summary>Why</summary>", "iotrial run"):
        assert part in page, part
    assert "readfile($path); // &lt;/script&gt;" in page
    assert page.count("<details>") == page.count("</details>") >= 8


def test_a_method_with_a_fence_in_its_text_is_code_to_its_end(tmp_path: Path) -> None:
    text = "/*\n````\n# no heading\n<b>no tag</b>\n````\n*/\n"
    level = made.level({"file_bytes": 1}, "php/a", [made.arm("php/b", method_sha256="text")])
    *_, view = shown.opened(tmp_path, levels=[level], texts={"text": text})
    page = rendered(markdown([view]))
    assert html.escape(text.rstrip(), quote=False) in page and "<b>" not in page and "<h1>" not in page


def test_a_ranking_has_the_columns_that_nobody_can_do_without_and_a_folded_table_of_all(tmp_path: Path) -> None:
    *_, view = shown.opened(tmp_path, levels=[shown.level(4096, ("php/fread_1k", "c/sendfile", "php/locked"))])
    first, *others = re.findall(r"^\| method \|.*$", markdown([view]), re.MULTILINE)
    assert first == r"| method | time | ratio \[low, high\] | verdict | note |"
    assert any("| rate |" in head and "| peak |" in head for head in others)


def test_several_levels_are_one_table_before_the_tables_of_each(tmp_path: Path) -> None:
    *_, view = shown.opened(tmp_path)
    text = markdown([view])
    assert text.index("| file\\_bytes |") < text.index("| method |")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "**bold**",
        "a | b",
        "`code`",
        "# head",
        "<!-- x",
        "@me",
        "~~a~~",
        "1. x",
        "123. x",
        "- x",
        "https://example.org/x",
        "www.example.org",
    ],
)
def test_names_are_text_and_never_markup(tmp_path: Path, text: str) -> None:
    plain = re.sub(r"<[^>]*>", "", rendered(escaped(text))).strip()
    # A sign that nobody sees after an @ keeps the name that follows from being called.
    assert html.unescape(plain).replace("\N{ZERO WIDTH NON-JOINER}", "") == text
    assert "@me" not in plain
    level = made.level({"file_bytes": 1, "sink": text}, "php/readfile", [f"php/{text}"])
    other = made.level({"file_bytes": 1, "sink": "pipe"}, "php/readfile", [f"php/{text}"])
    given: dict[str, Any] = {"levels": [level, other], "question": text, "study": text}
    *_, view = shown.opened(tmp_path, **given)
    page = rendered(markdown([view]))
    assert "<script>" not in page and "javascript:alert" not in re.findall(r'href="([^"]*)"', page)
    rows = [line for line in page.splitlines() if line.startswith("<tr")]
    assert rows and "<strong>bold" not in page and "<!-- x" not in page


def test_what_does_not_fit_is_left_out_and_it_says_so(tmp_path: Path) -> None:
    levels = [shown.level(4096 * (number + 1), tuple(f"php/method_{arm}" for arm in range(20))) for number in range(8)]
    *_, view = shown.opened(tmp_path, levels=levels, texts={"php/readfile-text": "x\n" * 20_000})
    text = markdown([view])
    assert len(text) <= MOST_CHARACTERS and "Left out, to fit: " in text
    assert "php/method\\_19" in text
    several = markdown([view] * 5)
    assert len(several) <= MOST_CHARACTERS and "the ranking of one level" in several
    assert several.count("<details><summary>file&#95;bytes=4096</summary>") == 5
