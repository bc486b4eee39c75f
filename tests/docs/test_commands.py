"""Each command that a page types is one that iotrial takes: its words and options are parsed, nothing is run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from iotrial.cli import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("docs/recipes/*.md")]
PROGRAM = typer.main.get_command(app)

#: A text between fences, and a line of code in a sentence.
_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`(iotrial [^`\n]+)`")

#: Kinds of blocks that are typed.
TYPED = ("", "console", "sh")


def typed(page: str) -> list[str]:
    """The command lines of a page's blocks."""
    lines = [line for kind, block in _BLOCK.findall(page) if kind in TYPED for line in block.splitlines()]
    found = [re.sub(r"^(?:\$ )?(?:[A-Z]+=\S+ )*", "", line) for line in lines]
    return [line for line in found if line.startswith("iotrial ")]


def named(page: str) -> list[str]:
    """The commands that a page's sentences name, perhaps without what they need."""
    return _CODE.findall(_BLOCK.sub("", page))


def words_of(line: str) -> list[str]:
    """The words that iotrial is given: without a comment, a pipe, and what follows the command in a sentence."""
    words = shlex.split(line, comments=True)[1:]
    ends = [place for place, word in enumerate(words) if word in ("|", "&&", ";", ">", "…")]
    return words[: min(ends, default=len(words))]


def parsed(words: list[str]) -> None:
    """Parse a command line as iotrial does; an error of usage is raised."""
    command: Any = PROGRAM
    context: Any = None
    while True:
        name = command.name or "iotrial"
        context = command.make_context(name, list(words), parent=context)
        if not hasattr(command, "resolve_command"):
            return
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        _, command, words = command.resolve_command(context, rest)


def faults_of(page: str) -> list[str]:
    """The commands of a page that iotrial does not take, with its own words."""
    faults = []
    for lines, passed in ((typed(page), ()), (named(page), ("MissingParameter", "BadOptionUsage"))):
        for line in lines:
            try:
                parsed(words_of(line))
            except Exception as error:  # typer has its errors from a click of its own
                if type(error).__name__ not in ("Exit", *passed):
                    faults.append(f"{line}: {getattr(error, 'format_message', error.__str__)()}")
    return faults


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_each_command_of_a_page_is_taken(page: Path) -> None:
    faults = faults_of(page.read_text(encoding="utf-8"))
    assert not faults, "\n".join(faults)


def test_the_pages_type_commands() -> None:
    found = {page: typed(page.read_text(encoding="utf-8")) for page in PAGES}
    assert sum(map(len, found.values())) > 70
    assert all(found[page] for page in PAGES if page.parent.name == "recipes" or page.name == "quick-start.md")


@pytest.mark.parametrize(
    "line",
    [
        "iotrial run readfile --quikc",
        "iotrial rnu readfile",
        "iotrial gate append",
        "iotrial show --rounds 3",
        "iotrial run append --rounds many",
        "iotrial fleet stats",
    ],
)
def test_a_command_that_iotrial_does_not_take_is_seen(line: str) -> None:
    assert len(faults_of(f"```\n{line}\n```\n")) == 1


def test_what_is_typed_is_found_in_blocks_and_in_sentences() -> None:
    page = "Say `iotrial runs`.\n\n```toml\niotrial = 1\n```\n\n```\nA=b iotrial show last  # now\n```\n"
    assert [words_of(line) for line in typed(page)] == [["show", "last"]]
    assert [words_of(line) for line in named(page)] == [["runs"]]
    assert faults_of("Name `iotrial gate` and `iotrial run --set`, not `iotrial gat`.") == [
        "iotrial gat: No such command 'gat'. Did you mean 'gate'?"
    ]
