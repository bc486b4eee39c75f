"""Inputs that all methods read: a change is seen, named and undone."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.task import Task


class Makes(Task):
    """A task that makes a file and a folder with a file, unless they are there."""

    def __init__(self, inputs: Path) -> None:
        self.inputs = inputs

    def create(self) -> None:
        if not (self.inputs / "file").exists():
            (self.inputs / "file").write_bytes(b"right")
        if not (self.inputs / "folder").exists():
            (self.inputs / "folder").mkdir()
            (self.inputs / "folder" / "0.txt").write_bytes(b"")


def shortened(inputs: Path) -> None:
    os.truncate(inputs / "file", 1)


def same_size(inputs: Path) -> None:
    before = (inputs / "file").stat()
    (inputs / "file").write_bytes(b"wrong")
    os.utime(inputs / "file", ns=(before.st_atime_ns, before.st_mtime_ns))


def replaced(inputs: Path) -> None:
    (inputs / "other").write_bytes(b"right")
    (inputs / "other").replace(inputs / "file")


def removed(inputs: Path) -> None:
    (inputs / "file").unlink()


def a_link(inputs: Path) -> None:
    (inputs / "file").unlink()
    (inputs / "file").symlink_to("/dev/zero")


def no_rights(inputs: Path) -> None:
    (inputs / "file").chmod(0)


def one_name_more(inputs: Path) -> None:
    (inputs / "folder" / "1.txt").write_bytes(b"")


@pytest.mark.parametrize(
    ("change", "name"),
    [(one, "file") for one in (shortened, same_size, replaced, removed, a_link, no_rights)]
    + [(one_name_more, "folder")],
)
def test_a_change_is_seen_and_undone(tmp_path: Path, change: Callable[[Path], None], name: str) -> None:
    task, guarded = Makes(tmp_path), GuardedInputs(tmp_path)
    task.create()
    guarded.note(task)
    assert guarded.changed() == []
    change(tmp_path)
    assert guarded.changed() == [name]
    guarded.restore([name])
    assert guarded.changed() == []
    assert (tmp_path / "file").read_bytes() == b"right"
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["0.txt"]


def test_what_another_task_makes_later_is_its_own(tmp_path: Path) -> None:
    task, guarded = Makes(tmp_path), GuardedInputs(tmp_path)
    task.create()
    guarded.note(task)
    (tmp_path / "later").write_text("")
    assert guarded.changed() == []


def test_reading_is_no_change(tmp_path: Path) -> None:
    task, guarded = Makes(tmp_path), GuardedInputs(tmp_path)
    task.create()
    guarded.note(task)
    (tmp_path / "file").read_bytes()
    list((tmp_path / "folder").iterdir())
    assert guarded.changed() == []
