"""The help of every command fits a terminal of 80 columns, in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from iotrial.cli import app

WIDTH = 80

#: Words of DESIGN that a reader of the help meets.
SENTENCES = {
    "advise": "Only methods whose data is safe on disk when the write returns.",
    "run": "Break peak memory down by kind, in N fresh processes per arm.",
    "gate": "Check methods for regressions against an earlier version.",
    "explain": "Show each arm's system calls, and which of them explain its ratio.",
}


def commands(command: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, by the words that name it."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *path, name)


COMMANDS = dict(commands(typer.main.get_command(app)))


def shown(path: tuple[str, ...]) -> str:
    done = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": str(WIDTH), "TERMINAL_WIDTH": str(WIDTH)})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_no_line_is_too_long_and_no_sentence_is_cut(path: tuple[str, ...]) -> None:
    text = shown(path)
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    sentences = re.sub(r"^Usage: .*$|,…", "", text, flags=re.MULTILINE)  # what may be repeated has its own sign
    assert "..." not in sentences and "…" not in sentences


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_everything_is_said_in_whole_sentences(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    texts = {
        "the command": command.help,
        **{param.name or "": getattr(param, "help", None) for param in command.params},
    }
    for name, text in texts.items():
        assert text, f"{name} has no help"
        assert re.match(r"[A-Z*]", text) and text.rstrip().endswith("."), f"{name}: {text}"
        assert "where " not in text.lower(), f"{name}: {text}"


@pytest.mark.parametrize("name", SENTENCES)
def test_the_words_that_were_agreed_on_are_used(name: str) -> None:
    assert SENTENCES[name] in " ".join(shown((name,)).split())
