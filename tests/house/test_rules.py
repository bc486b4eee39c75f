"""The rulebook is docs/method.md: each rule that is cited is there, and each file and heading that it names."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "docs" / "method.md"
TEXT = BOOK.read_text(encoding="utf-8")
RULES = {int(number) for number in re.findall(r"^### Rule (\d+)\. ", TEXT, re.MULTILINE)}

#: "rule 7", "rules 1, 7 and 11", "rules 4 to 6", "rule 10's": also across the end of a line of a comment.
CITED = re.compile(r"\b[Rr]ules?[\s#*]+(\d+(?:(?:,|[\s#*]+and|[\s#*]+to|,[\s#*]+and)[\s#*]+\d+)*)")


def texts() -> list[str]:
    """Every text of the repository that may cite a rule."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    endings = (".py", ".md", ".toml", ".c", ".h", ".cpp", ".hpp", ".php", ".js", ".mjs", ".html", ".j2")
    return [name for name in listed if name.endswith(endings)]


def cited(text: str) -> list[int]:
    """The numbers of the rules that a text cites; a range cites all that lie in it."""
    found: list[int] = []
    for match in CITED.finditer(text):
        numbers = re.findall(r"\d+", match[1])
        if len(numbers) == 2 and re.search(r"\bto\b", match[1]):
            found += range(int(numbers[0]), int(numbers[1]) + 1)
        else:
            found += map(int, numbers)
    return found


def test_rules_are_numbered_without_a_gap() -> None:
    assert sorted(RULES) == list(range(1, len(RULES) + 1))


def test_every_rule_that_is_cited_is_in_the_rulebook() -> None:
    wrong = {
        f"{name}: rule {number} is not in docs/method.md"
        for name in texts()
        if (ROOT / name).exists()
        for number in cited((ROOT / name).read_text(encoding="utf-8", errors="replace"))
        if number not in RULES
    }
    assert not wrong


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see rule 7.", [7]),
        ("# rules 1,\n# 7 and 11", [1, 7, 11]),
        ("rules 4 to 6, and more", [4, 5, 6]),
        ("rule 10's intervals", [10]),
        ("the study's rules: --rounds; 7 rules", []),
    ],
)
def test_a_citation_is_found_however_it_is_written(text: str, numbers: list[int]) -> None:
    assert cited(text) == numbers


def test_no_text_leans_on_a_file_that_is_not_in_the_repository() -> None:
    pattern = re.compile(r"\b(METHOD|DESIGN|ARTICLES|PAGE|STYLE)\.md\b|\.\./shared\b")
    own = Path(__file__).relative_to(ROOT).as_posix()
    wrong = [
        f"{name}: {match[0]}: cite docs/method.md by the rule's number"
        for name in texts()
        if name != own and (ROOT / name).exists()
        for match in pattern.finditer((ROOT / name).read_text(encoding="utf-8", errors="replace"))
    ]
    assert not wrong


def test_every_file_that_the_rulebook_names_is_there() -> None:
    named = re.findall(r"`([a-z_]+/(?:[a-z_]+/)*[a-z_]+\.(?:py|c|toml))`", TEXT)
    assert named
    assert not [name for name in named if not (ROOT / "src" / "iotrial" / name).exists()]


def test_every_heading_that_the_rulebook_points_to_is_there() -> None:
    headings = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    }
    assert not set(re.findall(r"\]\(#([a-z0-9-]+)\)", TEXT)) - headings
