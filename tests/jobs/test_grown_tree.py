"""A tree that a job has made holds what was asked for, and its links lead where they were said to."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.jobs import FOLDER_FILES, NumberedOutputs, grow_tree, paths_in_tree
from iotrial.workers.task import task_of

#: Jobs whose methods remove or write below a path that they are given.
CHANGING = ("remove", "copy_tree")


def test_folders_hold_as_many_files_and_lie_as_deep_as_was_asked_for() -> None:
    paths = list(paths_in_tree(5 * FOLDER_FILES, 3))
    assert len(set(paths)) == len(paths) == 5 * FOLDER_FILES
    folders = [path.rpartition(b"/")[0] for path in paths]
    assert {folders.count(folder) for folder in folders} == {FOLDER_FILES}
    assert max(folder.count(b"/") for folder in folders) == 2
    assert list(paths_in_tree(0, 4)) == []


def test_a_tree_has_its_files_folders_and_links(tmp_path: Path) -> None:
    links = [(b"empty/link", b"../there"), (b"nowhere", b"no such file")]
    grow_tree(tmp_path / "new", [(b"caf\xe9/x", b"content"), (b".hidden", b"")], [b"empty/er"], links)
    assert (tmp_path / "new" / os.fsdecode(b"caf\xe9") / "x").read_bytes() == b"content"
    assert (tmp_path / "new/.hidden").read_bytes() == b""
    assert (tmp_path / "new/empty/er").is_dir()
    assert (tmp_path / "new/nowhere").is_symlink()


def test_a_file_is_never_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree/x").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
        grow_tree(tmp_path / "tree", [(b"x", b"other")])
    assert (tmp_path / "precious").read_text() == "mine"


def test_outputs_that_are_there_before_the_work_hold_what_the_work_takes_away(tmp_path: Path) -> None:
    filled: list[tuple[str, int]] = []
    made: list[Path] = []
    outputs = NumberedOutputs(
        ("a", "b"), 100, 5, lambda path, units: None, fill=lambda *given: filled.append(given), made=made.append
    )
    outputs.make_all(tmp_path, 2, 1, whole_lead_in=False)
    assert filled == [(f"{tmp_path}/a.0", 100), (f"{tmp_path}/a.1", 100), (f"{tmp_path}/b.0", 5)]
    outputs.make_all(tmp_path, 0, 1, whole_lead_in=True)
    assert filled[3:] == [(f"{tmp_path}/b.0", 100)]
    assert made == [tmp_path, tmp_path]


@pytest.mark.parametrize("name", CHANGING)
def test_no_link_leads_out_of_what_was_made_for_the_check(name: str, tmp_path: Path) -> None:
    """A method that follows a link, or removes what it leads to, finds nothing of anybody else."""
    job = tree.load().jobs[name]
    level = {factor.name: factor.default for factor in job.factors.values()}
    inputs, outputs = tmp_path / "inputs", tmp_path / "outputs"
    inputs.mkdir()
    outputs.mkdir()
    task = task_of(job, {**level, "files": 60}, inputs)
    task.create()
    task.prepare_check(outputs)
    links = [path for path in tmp_path.rglob("*") if path.is_symlink()]
    assert len(links) >= 3
    for link in links:
        target = Path(os.path.normpath(link.parent / link.readlink()))
        assert target.is_relative_to(inputs) or target.is_relative_to(outputs), link
