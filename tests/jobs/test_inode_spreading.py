"""Fresh folders are empty and private wherever they are placed, and a file system without such a wish is no error."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from iotrial.jobs.inode_spreading import Aside, fresh_folder, spread


def test_a_fresh_folder_is_empty_and_has_its_name_alone(tmp_path: Path) -> None:
    spread(tmp_path)
    fresh_folder(tmp_path / "a b é")
    assert [path.name for path in tmp_path.iterdir()] == ["a b é"]
    assert list((tmp_path / "a b é").iterdir()) == []
    assert stat.S_IMODE((tmp_path / "a b é").stat().st_mode) == 0o700


def test_a_file_system_that_does_not_know_the_wish_says_so_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object) -> bytes:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("iotrial.jobs.inode_spreading.fcntl.ioctl", refuse)
    assert spread(tmp_path) is False
    assert spread(tmp_path / "not there") is False
    fresh_folder(tmp_path / "new")
    assert (tmp_path / "new").is_dir()


def test_what_was_wished_for_stays(tmp_path: Path) -> None:
    if not spread(tmp_path):
        pytest.skip("this file system has no such attribute")
    assert spread(tmp_path)  # once more is no harm


def filled(folder: Path, files: int) -> Path:
    folder.mkdir(parents=True)
    for number in range(files):
        (folder / f"{number}").write_bytes(b"x" * 5000)
    return folder


def test_what_is_put_aside_is_empty_and_out_of_the_way(tmp_path: Path) -> None:
    aside = Aside()
    for turn in range(2):
        aside.put(filled(tmp_path / "arm" / "new.0", 3), is_spread=True)
        assert list((tmp_path / "arm").iterdir()) == []
        kept = [path for path in (tmp_path / "aside").rglob("*") if path.is_file()]
        assert [path.stat().st_size for path in kept] == [0] * 3 * (turn + 1)


def test_where_nothing_is_gained_or_enough_is_there_it_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Aside().put(filled(tmp_path / "arm" / "a", 3), is_spread=False)
    assert not (tmp_path / "aside").exists()
    monkeypatch.setattr("iotrial.jobs.inode_spreading.MOST_ASIDE", 5)
    aside = Aside()
    for name in ("b", "c"):
        aside.put(filled(tmp_path / "arm" / name, 3), is_spread=True)
    assert len(list((tmp_path / "aside").iterdir())) == 1
    assert list((tmp_path / "arm").iterdir()) == []


def test_a_link_among_files_that_are_put_aside_empties_nothing(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    folder = tmp_path / "outputs" / "made.0"
    folder.mkdir(parents=True)
    (folder / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="symbolic links"):
        Aside().put(folder, is_spread=True)
    assert (tmp_path / "precious").read_text() == "mine"


def test_a_link_in_place_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    theirs = filled(tmp_path / "theirs", 2)
    (tmp_path / "arm").mkdir()
    (tmp_path / "arm" / "new.0").symlink_to(theirs)
    for is_spread in (True, False):
        with pytest.raises(OSError):
            Aside().put(tmp_path / "arm" / "new.0", is_spread=is_spread)
    assert [path.stat().st_size for path in theirs.iterdir()] == [5000, 5000]
