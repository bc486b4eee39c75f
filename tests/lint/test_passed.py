"""Checks that passed: believed only if all that decided it is as it was, and what is kept is whole."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from iotrial.workers.unavailable import Unavailable
from lint import tracked
from lint.__main__ import is_content
from lint.check import CONTENT, Check, Said
from lint.passed import Passed


@pytest.fixture
def passed(tmp_path: Path) -> Passed:
    return Passed(tmp_path / "kept" / "passed")


class Counted:
    """A check of one file that counts how often it is run."""

    def __init__(self, file: Path, said: Said = CONTENT) -> None:
        self.runs, self.said, self.tools = 0, said, ["tool 1.0"]
        self.check = Check("spelling", self._run, [str(file)], self._tools)

    def _run(self) -> Said:
        self.runs += 1
        return self.said

    def _tools(self) -> Sequence[str]:
        return self.tools


@pytest.fixture
def counted(tmp_path: Path) -> Counted:
    file = tmp_path / "text"
    file.write_text("as it was")
    return Counted(file)


def test_a_check_that_passed_is_run_again_if_a_file_or_a_tool_is_another(
    tmp_path: Path, passed: Passed, counted: Counted
) -> None:
    assert is_content(counted.check, passed) and is_content(counted.check, passed)
    assert counted.runs == 1
    (tmp_path / "text").write_text("as it is ")
    assert is_content(counted.check, passed) and counted.runs == 2
    counted.tools = ["tool 1.1"]
    assert is_content(counted.check, passed) and counted.runs == 3
    assert is_content(counted.check, passed) and counted.runs == 3


def test_what_failed_is_run_again(passed: Passed, counted: Counted, capsys: pytest.CaptureFixture[str]) -> None:
    counted.said = Said(False, "text: one word is wrong\n")
    assert not is_content(counted.check, passed) and not is_content(counted.check, passed)
    assert counted.runs == 2
    assert capsys.readouterr().out == 2 * "lint: FAIL spelling\ntext: one word is wrong\n"


@pytest.mark.parametrize("damage", [b"", b"passed", b"passed with 0\n", b"\0" * 200])
def test_what_is_damaged_is_not_believed(tmp_path: Path, passed: Passed, counted: Counted, damage: bytes) -> None:
    assert is_content(counted.check, passed)
    (tmp_path / "kept" / "passed" / "spelling").write_bytes(damage)
    assert is_content(counted.check, passed) and counted.runs == 2
    assert is_content(counted.check, passed) and counted.runs == 2


def test_where_nothing_can_be_kept_every_check_is_run(tmp_path: Path, passed: Passed, counted: Counted) -> None:
    (tmp_path / "kept").write_text("in the way")
    assert is_content(counted.check, passed) and is_content(counted.check, passed)
    assert counted.runs == 2


def test_a_file_that_is_changed_while_it_is_checked_has_not_passed(
    tmp_path: Path, passed: Passed, counted: Counted
) -> None:
    def run() -> Said:
        (tmp_path / "text").write_text(f"changed {counted.runs} times")
        return counted._run()

    check = Check("spelling", run, counted.check.inputs, counted._tools)
    assert is_content(check, passed) and is_content(check, passed)
    assert counted.runs == 2


def test_how_it_is_checked_decides_too(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    before = counted.check.digest()
    monkeypatch.setattr("lint.check.files", lambda *patterns: tracked.files(*patterns)[1:])
    assert counted.check.digest() != before


def test_a_check_that_lacks_something_fails_with_the_reason(
    passed: Passed, counted: Counted, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> Said:
        raise Unavailable("guava 33 cannot be had")

    check = Check("spelling", run, counted.check.inputs, counted._tools)
    assert not is_content(check, passed)
    assert capsys.readouterr().out == "lint: FAIL spelling\nguava 33 cannot be had\n"
