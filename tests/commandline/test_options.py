"""Options and arguments: whatever is typed is in the options of its command, and the command reads it."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pytest
import typer
from typer.testing import CliRunner

from iotrial import cli
from iotrial.ask.study import Study
from iotrial.cli import main
from iotrial.cli.options_dataclass import command
from iotrial.errors import UsageError
from iotrial.measure.run_setting import RunSetting
from iotrial.store.address import Root

#: Groups that a command hands on whole -> the module that reads them.
HANDED_ON = {"ChosenArms": "asked_studies", "Rules": "", "SnippetRules": ""}


def kinds() -> Iterator[type]:
    """Every class of options, groups included."""
    for path in sorted(Path(str(cli.__file__)).parent.glob("*.py")):
        module = importlib.import_module(f"iotrial.cli.{path.stem}".removesuffix(".__init__"))
        for one in vars(module).values():
            if isinstance(one, type) and one.__module__ == module.__name__ and is_of_options(one):
                yield one


def is_of_options(kind: type) -> bool:
    """True if a class is a dataclass whose fields are options, and no facts."""
    return dataclasses.is_dataclass(kind) and any(
        hasattr(hint, "__metadata__") for hint in typing.get_type_hints(kind, include_extras=True).values()
    )


OPTIONS = [one for one in kinds() if one.__name__.endswith("Options")]


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


def typed(hint: Any, default: Any, number: int, folder: Path) -> tuple[list[str], Any]:
    """The words by which a parameter gets a value that no other has, and that value."""
    kind, info = typing.get_args(hint)[:2]
    declared = [info.default, *(info.param_decls or ())]
    words = [one for one in declared if isinstance(one, str) and one.startswith("-")]
    while typing.get_origin(kind) in (list, types.UnionType, typing.Union):
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    if kind is bool:
        off = [part for word in words for part in word.split("/") if part.startswith("--no-")]
        return (off or words)[:1], not default
    value: Any = 500 + number if kind in (int, float) else f"word{number}"
    if typing.get_origin(kind) is Literal:
        value = next(one for one in reversed(typing.get_args(kind)) if one != default)
    elif kind in (Path, Root):
        value = str(folder / f"file{number}")
    elif info.metavar == "URL":
        value = f"https://a{number}.example/"
    is_option = type(info).__name__ == "OptionInfo"
    return [*(words[:1] if is_option else []), str(value)], value


@pytest.mark.parametrize("kind", OPTIONS, ids=lambda kind: kind.__name__)
def test_every_option_that_is_typed_is_in_the_options_of_its_command(kind: type, tmp_path: Path) -> None:
    given: list[Any] = []

    def record(options: Any) -> None:
        given.append(options)

    record.__annotations__ = {"options": kind}
    function = command(record)
    app = typer.Typer(add_completion=False)
    app.command()(function)
    signature = inspect.signature(function).parameters.values()
    parameters = {
        one.name: typed(one.annotation, one.default, number, tmp_path) for number, one in enumerate(signature)
    }
    needed = {one.name for one in signature if one.default is inspect.Parameter.empty}
    always = [word for name in parameters if name in needed for word in parameters[name][0]]

    def reached(*words: str) -> list[Any]:
        given.clear()
        done = CliRunner().invoke(app, [*always, *words], env={"IOTRIAL_RESULTS": "", "DASK_SCHEDULER_ADDRESS": ""})
        assert done.exit_code == 0, done.output
        return list(leaves(given))

    without = reached()
    for parameter, (words, value) in parameters.items():
        if parameter in needed:
            assert without.count(value) == 1, parameter
        else:
            assert reached(*words).count(value) == without.count(value) + 1, (words, given)


def read_in(source: str) -> set[str]:
    """The attributes of options that a module reads; of a group that becomes a mapping, the group."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            base = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if base in ("options", "self", "chosen"):
                found.add(node.attr)
    return found


@pytest.mark.parametrize("kind", list(kinds()), ids=lambda kind: kind.__name__)
def test_every_option_that_is_declared_is_read(kind: type) -> None:
    source = Path(inspect.getfile(kind))
    if kind.__name__ in HANDED_ON:
        if not HANDED_ON[kind.__name__]:  # by a mapping of all of them, which the test of `run` below looks at
            return
        source = source.with_name(f"{HANDED_ON[kind.__name__]}.py")
    read = read_in(source.read_text(encoding="utf-8"))
    assert [field.name for field in dataclasses.fields(kind) if field.name not in read] == []


def test_what_is_not_read_is_seen() -> None:
    assert read_in("options.seed\nself.junit\nother.json\noptions.rules.margin") == {"seed", "junit", "rules"}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Study, RunSetting]]:
    """What would have been measured."""
    given: list[tuple[Study, RunSetting]] = []

    def carry_out(study: Study, setting: RunSetting) -> Path:
        given.append((study, setting))
        raise UsageError("it stops here")

    monkeypatch.setattr("iotrial.measure.carry_out.carry_out", carry_out)
    return given


def studied(measured: list[tuple[Study, RunSetting]], *words: str) -> tuple[Study, RunSetting]:
    measured.clear()
    assert main(["run", "append", *words]) == 2
    [one] = measured
    return one


def test_what_is_typed_for_a_run_is_what_is_measured(measured: list[tuple[Study, RunSetting]], tmp_path: Path) -> None:
    usual, _ = studied(measured)
    chosen = ("--language", "c", "--language", "python", "--set", "record_bytes=100,200")
    study, setting = studied(
        *(measured, "--quick", *chosen, "--method", "*/*write*", "--baseline", "c/write_reopen"),
        *("--rounds", "30", "--blocks", "5", "--precision", "6%", "--margin", "7%", "--budget", "90s"),
        *("--seed", "77", "--memory", "9", "--no-evidence", "--results", str(tmp_path), "--target", str(tmp_path)),
    )
    arms = {arm for level in study.levels for arm in level.arms}
    assert {arm.partition("/")[0] for arm in arms} == {"c", "python"} and all("write" in arm for arm in arms)
    assert {level.factors["record_bytes"] for level in study.levels} == {100, 200}
    assert (study.quick, study.baseline, usual.quick) == (True, "c/write_reopen", False)
    assert (study.rounds, study.blocks, study.precision, study.margin) == (30, 5, 0.06, 0.07)
    assert (study.budget_seconds, study.seed, study.memory) == (90.0, 77, 9)
    assert (setting.evidence, setting.results, setting.target) == (False, tmp_path, tmp_path)


def test_a_seed_that_is_not_typed_is_drawn(measured: list[tuple[Study, RunSetting]]) -> None:
    assert studied(measured)[0].seed != studied(measured)[0].seed


def test_two_runs_are_compared_in_the_order_in_which_they_are_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Sequence[object]] = []
    monkeypatch.setattr("iotrial.store.find_run.find_run", lambda root, name: name)
    monkeypatch.setattr("iotrial.store.read.open_run", lambda folder: folder)
    compare = "iotrial.judge.compare_runs.compare_runs"
    monkeypatch.setattr(compare, lambda *runs: given.append(tuple(one.stored for one in runs)))
    monkeypatch.setattr("iotrial.report.compare_screen.show", lambda document, console: None)
    assert main(["compare", "first", "second"]) == 0 and main(["compare", "first"]) == 0
    assert given == [("first", "second"), ("first", "last")]
