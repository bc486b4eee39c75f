"""Files that a user names for output: nothing of theirs is lost, and no link of another user is followed by root."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.folders.own_file import write_own
from places.hostile import give, require_root


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


@pytest.mark.parametrize("name", ["link", "way/file"])
def test_root_does_not_write_through_a_link_of_another_user(shared: Path, tmp_path: Path, name: str) -> None:
    require_root()
    own = tmp_path / "own"
    own.mkdir()
    (own / "file").write_text("mine")
    for link, to in (("link", own / "file"), ("way", own)):
        (shared / link).symlink_to(to)
        give(shared / link)
    with pytest.raises(UsageError, match=r"is reached through the link .*, which belongs to"):
        write_own(shared / name, b"a page", "-o")
    assert (own / "file").read_text() == "mine" and len(list(own.iterdir())) == 1


@pytest.mark.parametrize("way", ["link", "way/pipe"])
def test_root_writes_into_no_pipe_or_device_to_which_another_user_led_it(
    shared: Path, tmp_path: Path, way: str
) -> None:
    require_root()
    own = tmp_path / "own"
    own.mkdir()
    os.mkfifo(own / "pipe", 0o600)
    reader = os.open(own / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    for link, to in (("link", own / "pipe"), ("way", own)):
        (shared / link).symlink_to(to)
        give(shared / link)
    with pytest.raises(UsageError, match=r"is reached through the link .*, which belongs to"):
        write_own(shared / way, b"a page", "-o")
    assert os.read(reader, 100) == b""
    os.close(reader)


def test_what_has_no_name_in_a_folder_is_written_to_by_a_link_of_ones_own(shared: Path, tmp_path: Path) -> None:
    here, there = os.pipe()
    (tmp_path / "out").symlink_to(f"/proc/self/fd/{there}")
    write_own(tmp_path / "out", b"a page", "-o")
    assert os.read(here, 100) == b"a page"
    shared.chmod(0o777)
    (shared / "out").symlink_to(f"/proc/self/fd/{there}")
    if os.geteuid() == 0:
        with pytest.raises(UsageError, match="everybody"):
            write_own(shared / "out", b"a page", "-o")
    os.close(there)
    assert os.read(here, 100) == b""
    os.close(here)


def test_a_link_of_ones_own_stays_one(shared: Path, tmp_path: Path) -> None:
    (tmp_path / "first").symlink_to("shared/second")
    (shared / "second").symlink_to("page")
    write_own(tmp_path / "first", b"a page", "-o")
    assert (shared / "page").read_bytes() == b"a page" and (tmp_path / "first").is_symlink()
    assert sorted(path.name for path in shared.iterdir()) == ["page", "second"]


def test_a_circle_of_links_is_told(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("link")
    with pytest.raises(UsageError, match="cannot be written: Too many levels of symbolic links"):
        write_own(tmp_path / "link", b"a page", "-o")


def test_a_pipe_is_written_to_and_a_file_that_takes_its_place_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_own(pipe, b"a page", "-o")
    assert os.read(reader, 100) == b"a page"
    os.close(reader)
    file.write_text("mine")
    looks: Iterator[bool] = iter([False])
    monkeypatch.setattr(Path, "is_file", lambda path: next(looks))
    with pytest.raises(UsageError, match="cannot be written: File exists"):
        write_own(file, b"a page", "-o")
    assert file.read_text() == "mine"


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page").write_text("of yesterday")

    def full(*given: object, **more: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UsageError, match="cannot be written: No space left on device"):
        write_own(tmp_path / "page", b"of today", "-o")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["of yesterday"]
