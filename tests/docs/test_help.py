"""The help of every command fits a terminal of 80 columns, in whole sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

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


def test_no_line_is_too_long_and_no_sentence_is_cut() -> None:
    faults = []
    for path in COMMANDS:
        text = shown(path)
        faults += [f"{path}: too long: {line}" for line in text.splitlines() if len(line) > WIDTH]
        sentences = re.sub(r"^Usage: .*$|,…", "", text, flags=re.MULTILINE)  # what may be repeated has its own sign
        faults += [f"{path}: has {sign}" for sign in ("...", "…") if sign in sentences]
    assert COMMANDS and not faults, "\n".join(faults)


def test_everything_is_said_in_whole_sentences() -> None:
    faults = []
    for path, command in COMMANDS.items():
        texts = {param.name or "": getattr(param, "help", None) for param in command.params}
        for name, help_text in {"the command": command.help, **texts}.items():
            text = str(help_text or "")
            if not re.match(r"[A-Z*]", text) or not text.rstrip().endswith(".") or "where " in text.lower():
                faults.append(f"{path}: {name}: {text or 'has no help'}")
    assert not faults, "\n".join(faults)


def test_the_words_that_were_agreed_on_are_used() -> None:
    assert [name for name, words in SENTENCES.items() if words not in " ".join(shown((name,)).split())] == []
