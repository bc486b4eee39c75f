"""Options and arguments: whatever is typed reaches the function that does the work."""

from __future__ import annotations

import importlib
import inspect
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest

from iotrial.cli import main
from iotrial.store.address import Root

#: The function of a command's arguments, and the one in `iotrial.commands` that does its work.
WORK = (
    ("run.run", "run.run"),
    ("claims.claims", "claims.claims"),
    ("advise.advise", "advise.advise"),
    ("gate.gate", "gate.gate"),
    ("results.explain", "explain.explain"),
    ("results.compare", "compare.compare"),
    ("results.across", "across.across"),
    ("results.report", "report.report"),
    ("results.runs", "lists.runs"),
    ("catalog.studies", "lists.studies"),
    ("catalog.methods", "lists.methods"),
)

#: Texts of which not every one is accepted.
ACCEPTED = {"--margin": "7%", "--precision": "6%", "--budget": "90s"}


def leaves(value: Any) -> Iterator[Any]:
    """All plain values in what a function was given."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from leaves(one)
    elif isinstance(value, Root):
        yield value.text
    elif hasattr(value, "__dataclass_fields__"):
        yield from leaves(vars(value))
    else:
        yield str(value) if isinstance(value, Path) else value


def typed(name: str, hint: Any, default: Any, number: int, folder: Path) -> tuple[list[str], Any]:
    """The words by which a parameter gets a value that no other has, and that value."""
    kind, info = typing.get_args(hint)[:2]
    declared = [info.default, *(info.param_decls or ())]
    words = [one for one in declared if isinstance(one, str) and one.startswith("-")]
    while typing.get_origin(kind) in (list, types.UnionType, typing.Union):
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    if kind is bool:
        off = [part for word in words for part in word.split("/") if part.startswith("--no-")]
        return (off or words or [f"--{name}"])[:1], not default
    value: Any = 10 + number if kind in (int, float) else ACCEPTED.get(words[0] if words else "", f"word{number}")
    if typing.get_origin(kind) is Literal:
        value = next(one for one in reversed(typing.get_args(kind)) if one != default)
    elif kind in (Path, Root):
        value = str(folder / f"file{number}")
    is_option = type(info).__name__ == "OptionInfo"
    return [*([words[0] if words else f"--{name}"] if is_option else []), str(value)], value


def found(name: str, room: str) -> tuple[types.ModuleType, str]:
    """The module and the name of a function of a room."""
    module, _, function = name.rpartition(".")
    return importlib.import_module(f"iotrial.{room}.{module}{'_arguments' if room == 'cli' else ''}"), function


@pytest.mark.parametrize(("arguments", "work"), WORK)
def test_every_option_that_is_typed_reaches_its_command(
    arguments: str,
    work: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given: list[Any] = []
    function = getattr(*found(arguments, "cli"))
    monkeypatch.setattr(*found(work, "commands"), lambda *words, **more: given.extend(leaves([words, more])))
    hints = typing.get_type_hints(function, include_extras=True)
    parameters = {
        one.name: typed(one.name, hints[one.name], one.default, number, tmp_path)
        for number, one in enumerate(inspect.signature(function).parameters.values())
    }
    needed = {
        one.name for one in inspect.signature(function).parameters.values() if one.default is inspect.Parameter.empty
    }
    always = [word for name in parameters if name in needed for word in parameters[name][0]]

    def reached(*words: str) -> list[Any]:
        given.clear()
        assert main([function.__name__, *always, *words]) == 0, capsys.readouterr().err
        return list(given)

    def count(values: list[Any], parameter: str, value: Any) -> int:
        return values.count(value) + values.count(f"{parameter}={value}")  # a factor of its own option

    without = reached()
    for parameter, (words, value) in parameters.items():
        if parameter in needed:
            assert count(without, parameter, value) == 1, parameter
        else:
            assert count(reached(*words), parameter, value) == count(without, parameter, value) + 1, (words, given)


def test_two_runs_are_compared_in_the_order_in_which_they_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr("iotrial.commands.compare.compare", lambda *runs, **more: given.append(runs))
    assert main(["compare", "first", "second"]) == 0 and main(["compare", "first"]) == 0
    assert given == [("first", "second"), ("first", "last")]
