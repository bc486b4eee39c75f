"""docs/cli.md: every command with its options; what several take is said once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import typer

from iotrial.cli import app

HEAD = (
    "# The command line",
    "Exit codes: 0 done; 1 a check that you asked for failed; 2 bad usage or input; 3 nothing could be measured; "
    "4 undecided, if an answer was asked for (`advise`, `gate`); 5 invalid (`gate`); 130 interrupted. Data "
    "goes to stdout, everything else to stderr. `iotrial COMMAND --help` has all of a command's options at once.",
)


def cli() -> str:
    """Every command: what it does, what it is given, and its options."""
    commands = list(_commands(typer.main.get_command(app)))
    told = Counter(line for _, command in commands for line in _options(command).values())
    shared = {name: line for _, command in commands for name, line in _options(command).items() if told[line] > 2}
    parts = [*HEAD, f"## Options of several commands\n\n{_lines(shared.values())}"]
    for path, command in commands:
        own = _options(command)
        also = [f"`{name}`" for name, line in own.items() if shared.get(name) == line]
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        given = [f"- {_name(one)}: {one.help}" for one in arguments]
        lines = [*given, *(line for name, line in own.items() if shared.get(name) != line)]
        if also:
            lines.append(f"- as above: {', '.join(also)}")
        words = " ".join(["iotrial", *path, *map(_name, arguments)])
        parts.append(f"## iotrial {' '.join(path)}\n\n`{words}`: {_text(command.help)}\n\n{_lines(lines)}".rstrip())
    return "\n\n".join(parts)


def _commands(command: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, by the words that name it."""
    inner = getattr(command, "commands", {})
    if path and not inner:
        yield path, command
    for name, one in inner.items():
        yield from _commands(one, *path, name)


def _options(command: Any) -> dict[str, str]:
    """The options of a command, each with its line."""
    found = {}
    for one in command.params:
        if one.param_type_name == "option" and one.name != "help":
            name = "/".join([*one.opts, *one.secondary_opts])
            value = "" if one.is_flag else f" {one.metavar or one.name.upper()}"
            is_told = one.show_default and not one.is_flag and one.default not in (None, [], ())
            default = f" Default: {one.default}." if is_told else ""
            found[name] = f"- `{name}{value}`: {_text(one.help)}{default}"
    return found


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper()).strip("[]{}")


def _text(words: str | None) -> str:
    return " ".join((words or "").replace("\b", "").split())


def _lines(lines: Any) -> str:
    return "\n".join(lines)
