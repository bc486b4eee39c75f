"""The command line in the house: each option is declared once, and a command is no long list of parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from house.sources import MODULES, SRC, nodes_of, source_of
from house.test_unique import shared

CLI = [path for path in MODULES if path.relative_to(SRC).parts[0] == "cli"]

MOST_LINES, MOST_PARAMETERS = 60, 6


def declared(source: str, place: str) -> Iterator[tuple[str, str]]:
    """Yield each option and argument that a module declares, by its names and help, with its place."""
    for node in nodes_of(source):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("typer.Option", "typer.Argument"):
            names = [ast.unparse(one) for one in node.args]
            more = [ast.unparse(one.value) for one in node.keywords if one.arg in ("metavar", "help")]
            yield " ".join([*names, *more]), f"{place}:{node.lineno}"


def long(source: str) -> list[str]:
    """Return the functions of a module that are too long or take too much."""
    found = []
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef):
            lines = (node.end_lineno or 0) - node.lineno + 1
            count = len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
            if lines > MOST_LINES or count > MOST_PARAMETERS:
                found.append(f"{node.name}: {lines} lines, {count} parameters")
    return found


def named(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def test_each_option_is_declared_once() -> None:
    found = [one for path in CLI for one in declared(source_of(path), named(path))]
    assert len(found) > 50 and not shared(found)


def test_no_function_of_a_command_is_long_or_takes_many_parameters() -> None:
    found = {named(path): long(source_of(path)) for path in CLI}
    assert found and not {place: functions for place, functions in found.items() if functions}


def test_what_is_declared_twice_and_what_is_long_is_found() -> None:
    option = 'A = typer.Option("--a", metavar="N", help="One.")\n'
    assert shared(declared(option + option, "a.py")) and not shared(declared(option, "a.py"))
    assert len(long("def f(a, b, c, *, d, e, f, g): ...\n" + "def g():\n" + "    x = 1\n" * 60)) == 2
