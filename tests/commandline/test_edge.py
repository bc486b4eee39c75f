"""The edge: the exit code of each end, and one line instead of a traceback."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

import pytest

from iotrial import cli
from iotrial.cli.edge import guarded
from iotrial.cli.last_words import keep_for_the_end
from iotrial.errors import CheckFailed, Invalid, NothingMeasured, Problem, Undecided, UsageError


def _raise(error: BaseException) -> object:
    raise error


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CheckFailed("no"), 1),
        (UsageError("no"), 2),
        (NothingMeasured("no"), 3),
        (Undecided("no"), 4),
        (Invalid("no"), 5),
        (KeyboardInterrupt(), 130),
        (ZeroDivisionError("no"), 1),
        (OSError(28, "No space left on device"), 2),
    ],
)
def test_each_end_has_its_exit_code_and_one_line(
    error: BaseException, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("IOTRIAL_DEBUG", raising=False)
    assert guarded(lambda: _raise(error)) == code
    first, *hints = capsys.readouterr().err.splitlines()
    assert first == "interrupted" or first.startswith("error: ")
    assert all(line.startswith("hint: ") for line in hints)


def test_a_command_ends_with_the_code_that_it_returns_and_with_0_if_it_returns_none() -> None:
    assert [guarded(lambda: None), guarded(lambda: 4)] == [0, 4]


def test_all_problems_are_told_and_a_hint_that_they_share_once(capsys: pytest.CaptureFixture[str]) -> None:
    guarded(lambda: _raise(UsageError([Problem("one", hint="try"), Problem("two", "file:3", "try")])))
    assert capsys.readouterr() == ("", "error: one\nhint: try\nerror: file:3: two\n")


def test_who_asks_again_while_the_first_request_is_answered_gets_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = sys.stderr.write
    asked = iter([True])

    def write(text: str) -> int:
        if next(asked, False):
            raise KeyboardInterrupt
        return said(text)

    keep_for_the_end("to go on: iotrial resume 1")
    with monkeypatch.context() as within:
        within.setattr(sys.stderr, "write", write)
        assert guarded(lambda: _raise(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == "to go on: iotrial resume 1\n"


def test_who_asks_again_when_everything_was_said_gets_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def asked_at_its_end() -> Iterator[None]:
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "orderly_end", asked_at_its_end)
    assert cli.main(["--version"]) == 130
