"""Folders under another path for a while: what lies in them is the same, and afterwards all is as it was."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest

from iotrial.workers.moved import Moved, can_move, moved

CHAIN = ("abc", "defgh")


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "inputs", tmp_path / "level-0000"]
    for folder in made:
        folder.mkdir()
        (folder / "file").write_text(folder.name)
    return made


def tree(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_files_are_under_the_new_path_and_under_the_old_one_too(folders: list[Path]) -> None:
    before = (folders[0] / "file").stat()
    with moved(folders, CHAIN) as now:
        path = Path(now.now(str(folders[0] / "file")))
        assert path == folders[0].parent / "abc" / "defgh" / "inputs" / "file"
        assert not any(part.is_symlink() for part in (path, *path.parents))
        for one in (path, folders[0] / "file"):
            assert (one.stat().st_ino, one.stat().st_dev) == (before.st_ino, before.st_dev)
        assert now.folder(folders[1]).joinpath("file").read_text() == "level-0000"
        (now.folder(folders[1]) / "new").write_text("made meanwhile")
    assert tree(folders[0].parent) == ["inputs", "inputs/file", "level-0000", "level-0000/file", "level-0000/new"]
    assert not any(folder.is_symlink() for folder in folders)


def test_what_is_no_path_in_such_a_folder_stays_as_it_is(folders: list[Path]) -> None:
    beside = f"{folders[0]}-more/file"
    with moved(folders, CHAIN) as now:
        assert [now.now(text) for text in (beside, "newline", "", "/")] == [beside, "newline", "", "/"]
        assert now.now(str(folders[0])) == str(folders[0].parent.joinpath(*CHAIN, "inputs"))


def test_people_are_told_the_path_that_a_file_keeps(folders: list[Path]) -> None:
    with moved(folders, CHAIN) as now:
        said = f"{now.now(str(folders[0] / 'file'))}: no room; {now.folder(folders[1])}: none"
        assert now.plain(said) == f"{folders[0]}/file: no room; {folders[1]}: none"
        assert now.plain("no room") == "no room"


def test_nothing_moves_without_a_chain(folders: list[Path]) -> None:
    with moved(folders, ()) as now:
        assert now.now(str(folders[0])) == str(folders[0]) and not folders[0].is_symlink()
    with moved((), CHAIN) as now:
        assert now.now("/x") == "/x"


def test_all_is_put_back_if_the_round_fails(folders: list[Path]) -> None:
    with pytest.raises(RuntimeError), moved(folders, CHAIN):
        raise RuntimeError
    assert tree(folders[0].parent) == ["inputs", "inputs/file", "level-0000", "level-0000/file"]


def test_what_is_removed_before_it_could_be_put_back_is_missed_by_nobody(folders: list[Path]) -> None:
    with moved(folders, CHAIN):
        shutil.rmtree(folders[0].parent)
    with pytest.raises(FileNotFoundError), moved_again(folders):
        shutil.rmtree(folders[0].parent / CHAIN[0])


def moved_again(folders: list[Path]) -> contextlib.AbstractContextManager[Moved]:
    for folder in folders:
        folder.mkdir(parents=True)
    return moved(folders, CHAIN)


def test_all_is_put_back_if_it_cannot_be_moved(folders: list[Path]) -> None:
    folders[1].rename(folders[1].with_name("gone"))
    with pytest.raises(FileNotFoundError), moved(folders, CHAIN):
        pass
    assert tree(folders[0].parent) == ["gone", "gone/file", "inputs", "inputs/file"]


def test_folders_that_cannot_move_are_left_where_they_are(folders: list[Path]) -> None:
    assert can_move(folders)
    deep = folders[0].parent
    while len(str(deep)) < 3900:  # a system has room for 4,096 bytes
        deep /= "d" * 100
        deep.mkdir()
    inside = deep / "inputs"
    inside.mkdir()
    assert not can_move([inside])
    assert inside.is_dir() and not inside.is_symlink()
    assert [path.name for path in deep.iterdir()] == ["inputs"]
