"""Files that a method made: regular ones are read, anything else is an error that comes at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.workers.produced import (
    MOST_BYTES,
    content_of,
    contents_of,
    fresh_outputs,
    reading,
    remove_folder,
    rewrite,
    room_for,
    size_of,
)


def named_pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def link(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(b"somebody's")
    path.symlink_to(other)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


ODD = [named_pipe, folder, link, endless, link_to_nothing]


@pytest.mark.parametrize("put", ODD)
@pytest.mark.parametrize("use", [content_of, size_of, rewrite])
def test_what_is_no_regular_file_is_an_error_and_nobody_waits(
    tmp_path: Path, put: Callable[[Path], None], use: Callable[[Path], object]
) -> None:
    path = tmp_path / "output"
    put(path)
    with pytest.raises(OSError):
        use(path)
    assert not (tmp_path / "nothing").exists()
    assert not (tmp_path / "other").exists() or (tmp_path / "other").read_bytes() == b"somebody's"


def test_a_regular_file_is_read_measured_and_written_anew_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "output"
    rewrite(path, b"before")
    inode = path.stat().st_ino
    assert (content_of(path), size_of(path)) == (b"before", 6)
    rewrite(path, b"x")
    assert (content_of(path), path.stat().st_ino) == (b"x", inode)
    with reading(path) as file:
        assert file.read() == b"x"


def test_a_file_that_is_longer_than_any_method_leaves_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "output"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="far more than any method leaves"):
        content_of(path)
    assert size_of(path) == 1 << 40


def test_a_file_of_the_size_that_is_expected_is_read_however_large_that_is() -> None:
    assert room_for(100) == MOST_BYTES
    assert room_for(MOST_BYTES) == 2 * MOST_BYTES


def test_all_files_of_a_folder_are_read_by_their_names(tmp_path: Path) -> None:
    for name in ("a", "b c", "é"):
        (tmp_path / name).write_text(name)
    assert contents_of(tmp_path) == {name: name.encode() for name in ("a", "b c", "é")}
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no regular file"):
        contents_of(tmp_path)


def test_a_folder_goes_however_deep_it_is(tmp_path: Path) -> None:
    top = tmp_path / "top"
    below = os.open(_made(top), os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("below", dir_fd=below)
        deeper = os.open("below", os.O_RDONLY, dir_fd=below)
        os.close(below)
        below = deeper
    os.close(below)
    remove_folder(top)
    assert not top.exists()


def _made(path: Path) -> Path:
    path.mkdir()
    return path


def taken_away(path: Path) -> None:
    path.rmdir()


def no_rights(path: Path) -> None:
    (path / "left").write_text("")
    path.chmod(0)


def filled(path: Path) -> None:
    (path / "a folder").mkdir()
    (path / "a folder" / "file").write_text("")
    os.mkfifo(path / "pipe")


def a_file(path: Path) -> None:
    path.rmdir()
    path.write_text("")


def a_link(path: Path) -> None:
    path.rmdir()
    path.with_name("elsewhere").mkdir()
    (path.parent / "elsewhere" / "theirs").write_text("theirs")
    path.symlink_to("elsewhere")


@pytest.mark.parametrize("change", [taken_away, no_rights, filled, a_file, a_link, lambda path: None])
def test_a_folder_of_outputs_becomes_what_it_was(tmp_path: Path, change: Callable[[Path], None]) -> None:
    outputs = _made(tmp_path / "outputs")
    change(outputs)
    fresh_outputs(outputs)
    assert outputs.is_dir() and not outputs.is_symlink() and list(outputs.iterdir()) == []
    assert outputs.stat().st_mode & 0o700 == 0o700
    if (tmp_path / "elsewhere").exists():
        assert (tmp_path / "elsewhere" / "theirs").read_text() == "theirs"
