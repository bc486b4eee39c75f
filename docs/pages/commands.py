"""docs/cli.md: every command, and every option once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from iotrial.cli import app

HEAD = (
    "# The command line",
    "Exit codes: 0 done; 1 a check that you asked for failed; 2 bad usage or input; 3 nothing could be measured; "
    "4 undecided, if an answer was asked for (`advise`, `gate`); 5 invalid (`gate`); 130 interrupted, "
    "141 if the reader of its output has gone before its end. Data "
    "goes to stdout, everything else to stderr. `--help` after a command says more, also of its defaults.",
    "`--install-completion`, with no command, has your shell complete commands, options and the names of jobs, "
    "studies, languages and methods by the tab key.",
)


def cli() -> str:
    """Every command with the names of its options, and every option once for all commands in which it is the same."""
    commands = dict(_commands(typer.main.get_command(app)))
    lines = []
    said: dict[str, dict[str, list[str]]] = {}
    for path, command in commands.items():
        name = " ".join(path)
        options = {one.opts[0]: one for one in command.params if one.param_type_name == "option" and one.name != "help"}
        for first, option in options.items():
            said.setdefault(first, {}).setdefault(_line(option), []).append(f"`{name}`")
        words = " ".join(
            ["iotrial", name, *(_name(one) for one in command.params if one.param_type_name == "argument")]
        )
        own = f" {', '.join(f'`{first}`' for first in options)}." if options else ""
        lines.append(f"- `{words}`: {_sentence(command.help)}{own}")
    options_lines = []
    for _, meanings in sorted(said.items()):
        for line, names in meanings.items():
            options_lines.append(f"- {line}" if len(meanings) == 1 else f"- {line} ({', '.join(names)})")
    return "\n\n".join([*HEAD, "## Commands", "\n".join(lines), "## Options", "\n".join(options_lines)])


def _commands(command: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, by the words that name it."""
    inner = getattr(command, "commands", {})
    if path and not inner:
        yield path, command
    for name, one in inner.items():
        yield from _commands(one, *path, name)


def _line(option: Any) -> str:
    """An option with its value and its first sentence."""
    value = "" if option.is_flag else f" {option.metavar or option.name.upper()}"
    return f"`{'/'.join([*option.opts, *option.secondary_opts])}{value}`: {_sentence(option.help)}"


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper()).strip("[]{}")


def _sentence(words: str | None) -> str:
    """The first sentence of a help text."""
    text = " ".join((words or "").replace("\b", "").split())
    return re.split(r"(?<=\.) (?=[A-Z-])", text)[0]
