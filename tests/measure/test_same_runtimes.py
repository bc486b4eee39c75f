"""A runtime that is replaced in the middle of a run is told, by its file and by what it says of itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from iotrial.measure.measured_files import SameRuntimes
from iotrial.workers.build import Program
from iotrial.workers.protocol import Message
from iotrial.workers.state import LevelState
from measure.scripted import level


def level_of(program: Path) -> LevelState:
    one = level(["a/x", "a/y"])
    for arm in one.arms:
        arm.program = Program((str(program), "kit"), "", "1.0")
    return one


def greet(one: LevelState, runtime: str) -> None:
    pairs = {"runtime": runtime, "clock_step_ns": "1"}
    for arm in one.arms:
        arm.greeted(Message("hello", pairs), None)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return Path(shutil.copy("/bin/true", tmp_path / "made"))


def test_a_program_that_is_another_file_at_the_end_is_told(program: Path, tmp_path: Path) -> None:
    one, runtimes = level_of(program), SameRuntimes()
    greet(one, "made 1.0")
    runtimes.note([one])
    Path(shutil.copy("/bin/false", tmp_path / "newer")).replace(program)  # as a package manager does
    runtimes.note([one])  # what was noted first counts
    runtimes.caution([one])
    (caution,) = one.progress.cautions
    assert caution.code == "runtime_replaced" and "(the file made of made 1.0)" in caution.text


def test_what_is_gone_at_the_end_or_was_written_to_is_told(program: Path) -> None:
    for change in (lambda: program.write_bytes(b"x"), program.unlink):
        one, runtimes = level_of(program), SameRuntimes()
        one.arms[2].files = {program}
        runtimes.note([one])
        change()
        runtimes.caution([one])
        assert [caution.code for caution in one.progress.cautions] == ["runtime_replaced"]


def test_a_runtime_that_says_something_else_later_is_told_and_stored_as_it_began(program: Path) -> None:
    one, runtimes = level_of(program), SameRuntimes()
    runtimes.note([one])
    greet(one, "made 1.0")
    greet(one, "made 2.0")
    runtimes.caution([one])
    (caution,) = one.progress.cautions
    assert "(made 1.0, later made 2.0)" in caution.text
    assert {arm.runtime for arm in one.arms} == {"made 1.0"}


def test_what_stays_as_it_was_is_no_caution(program: Path) -> None:
    one, runtimes = level_of(program), SameRuntimes()
    greet(one, "made 1.0")
    runtimes.note([one])
    greet(one, "made 1.0")
    runtimes.caution([one])
    assert one.progress.cautions == []
