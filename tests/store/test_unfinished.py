"""Folders of runs that were begun and never finished, since whoever began them was killed."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from iotrial.store import unfinished
from iotrial.store.write import RunWriter
from judge import made

RUN = made.run([made.level({"entries": 1}, "php/readdir", ["c/readdir"])])
OTHER = RUN.model_copy(update={"run": f"{RUN.run}-other"})
NAME = f".writing-{RUN.run}-0123456789abcdef"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def create_and_die(root: Path) -> None:
    """Begin a run and be killed before it has its name."""
    rename = os.rename

    def die_at_the_last(*names: Any, **folders: int) -> None:
        if folders:
            os.kill(os.getpid(), signal.SIGKILL)
        rename(*names)

    os.rename = die_at_the_last  # type: ignore[assignment]
    RunWriter.create(root, RUN)


def test_what_a_killed_maker_left_goes_with_the_next_run(tmp_path: Path) -> None:
    killed = multiprocessing.get_context("fork").Process(target=create_and_die, args=(tmp_path,))
    killed.start()
    killed.join()
    (left,) = tmp_path.iterdir()
    assert killed.exitcode == -signal.SIGKILL and left.name.startswith(".writing-") and (left / "run.json").is_file()
    (left / ".writing-0123456789abcdef-run.json").write_text("half")
    RunWriter.create(tmp_path, OTHER).close()
    assert [path.name for path in tmp_path.iterdir()] == [OTHER.run]


def test_what_somebody_begins_just_now_stays(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with held(tmp_path / NAME):
        RunWriter.create(tmp_path, RUN).close()
    assert {path.name for path in tmp_path.iterdir()} == {NAME, RUN.run}


@pytest.mark.parametrize("name", ["notes.txt", "run.json.txt", ".writing-run.json", "sweep-0.parquet"])
def test_a_folder_with_anything_else_in_it_stays(tmp_path: Path, name: str) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "run.json").write_text("{}")
    (tmp_path / NAME / name).write_text("the user's")
    RunWriter.create(tmp_path, RUN).close()
    assert (tmp_path / NAME / name).read_text() == "the user's" and (tmp_path / NAME / "run.json").exists()


def test_other_names_and_links_stay(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "run.json").write_text("{}")
    (tmp_path / NAME).symlink_to(tmp_path / "theirs")
    others = [".writing-notes", f"{NAME}0", f"x{NAME}"]
    for name in others:
        (tmp_path / name).mkdir()
    RunWriter.create(tmp_path, RUN).close()
    assert {path.name for path in tmp_path.iterdir()} == {RUN.run, "theirs", NAME, *others}
    assert (tmp_path / "theirs" / "run.json").exists()


def test_a_run_is_begun_though_somebody_holds_the_folder_of_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unfinished, "_TURN_S", 0.0)
    (tmp_path / NAME).mkdir()
    with held(tmp_path):
        RunWriter.create(tmp_path, RUN).close()
    assert {path.name for path in tmp_path.iterdir()} == {NAME, RUN.run}
