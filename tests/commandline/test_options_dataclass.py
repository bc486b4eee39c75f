"""Options as a dataclass: Typer reads each field as a parameter, and the command gets what was typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from iotrial.cli.options_dataclass import command, options


@options
class Group:
    """Options that stand together in the help."""

    words: Annotated[Sequence[str], typer.Option("--word", help="A word.")] = ()
    loud: Annotated[bool, typer.Option("--loud", help="Say it loudly.")] = False


@options
class Whole:
    """The options of a command."""

    name: Annotated[str, typer.Argument(help="A name.")]
    count: Annotated[int, typer.Option("--count", help="A number.")] = 1
    group: Group
    last: Annotated[str | None, typer.Option("--last", help="The last one.")] = None


def ended(*words: str) -> tuple[list[Whole], str, int]:
    """What a command was given, what was printed, and its exit code."""
    given: list[Whole] = []

    def work(options: Whole) -> None:
        """Do the work."""
        given.append(options)

    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command()(command(work))
    done = CliRunner().invoke(app, [*words])
    return given, done.output, done.exit_code


def test_each_field_is_given_what_was_typed() -> None:
    [given], _, _ = ended("a", "--word", "b", "--word", "c", "--loud", "--count", "7", "--last", "d")
    assert (given.name, given.count, given.last) == ("a", 7, "d")
    assert (list(given.group.words), given.group.loud) == (["b", "c"], True)


def test_what_was_not_typed_has_the_default_of_its_field() -> None:
    [given], _, _ = ended("a")
    assert (given.count, given.last, given.group.words, given.group.loud) == (1, None, (), False)


def test_an_option_without_a_default_is_needed() -> None:
    given, said, code = ended()
    assert not given and code == 2 and "name" in said.lower()


def test_options_stand_in_the_help_as_the_fields_do_and_groups_in_their_place() -> None:
    _, said, _ = ended("--help")
    shown = [said.index(f"{option} ") for option in ("--count", "--word", "--loud", "--last")]
    assert shown == sorted(shown) and "Do the work." in said


def test_two_fields_of_one_name_are_refused() -> None:
    @options
    class Twice:
        group: Group
        other: Group

    def work(options: Twice) -> None: ...

    work.__annotations__["options"] = Twice
    with pytest.raises(ValueError, match="duplicate"):
        command(work)
