"""Commands whose working folder was removed, and commands that are interrupted within a library."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from iotrial.cli import app, main
from iotrial.cli.edge import INTERRUPTED, USAGE, guarded
from iotrial.errors import UsageError

COMMANDS = sorted(command.name or command.callback.__name__ for command in app.registered_commands if command.callback)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the working folder be one that is gone."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()


@pytest.mark.usefixtures("nowhere")
def test_every_command_says_in_one_line_that_its_folder_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    words = {"schema": ["run"], "compare": ["last"], "advise": ["scan"], "query": ["SELECT 1"], "check": ["scan"]}
    wrong = []
    for name in COMMANDS:
        code = main([name, *words.get(name, [])])
        said = capsys.readouterr()
        lines = said.err.splitlines()
        if code != USAGE or said.out or len(lines) != 2 or "is gone" not in lines[0] or "hint: " not in lines[1]:
            wrong.append((name, code, said))
    assert len(COMMANDS) > 10 and not wrong


@pytest.mark.usefixtures("nowhere")
def test_help_needs_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0 and main(["--version"]) == 0 and capsys.readouterr().err == ""


def _within_another() -> None:
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        raise OSError("while it was tidied up") from None


def _told_as_a_refusal() -> None:
    try:
        raise duckdb.InterruptException("Interrupted!")
    except duckdb.Error as error:
        raise UsageError(str(error)) from None


def _raises(error: BaseException) -> Callable[[], None]:
    def raises() -> None:
        raise error

    return raises


@pytest.mark.parametrize(
    "command",
    [
        _raises(duckdb.InterruptException("Interrupted!")),
        _raises(RuntimeError("Query interrupted")),
        _within_another,
        _told_as_a_refusal,
    ],
)
def test_an_interruption_within_a_library_is_one(
    command: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(command) == INTERRUPTED
    assert capsys.readouterr().err == "interrupted\n" and os.environ.get("IOTRIAL_DEBUG") is None
