"""Files in a room that servers may write to: no link of theirs is followed, and no pipe of theirs is waited for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from processes import children_of, doors, is_there, sockets_of, with_descendants
from room_files import last_lines, make_in, open_theirs


def test_a_file_of_theirs_is_read_and_a_link_a_pipe_or_a_folder_is_not(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("said\n")
    with open_theirs(tmp_path / "log") as file:
        assert file.read() == b"said\n"
    (tmp_path / "link").symlink_to(tmp_path / "log")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", ".", "missing"):
        with pytest.raises(OSError):
            open_theirs(tmp_path / name)
        assert last_lines(tmp_path / name) == []


def test_a_file_is_made_anew_and_what_a_link_led_to_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("untouched")
    (tmp_path / "own").symlink_to(tmp_path / "other")
    descriptor = make_in(tmp_path / "own", 0o644)
    os.write(descriptor, b"new")
    os.close(descriptor)
    assert (tmp_path / "own").read_text() == "new" and not (tmp_path / "own").is_symlink()
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "other").read_text() == "untouched"


def test_a_folder_in_the_place_of_a_file_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    with pytest.raises(RuntimeError, match="own cannot be made"):
        make_in(tmp_path / "own", 0o644)


def test_the_last_lines_of_a_log_are_those_that_tell_of_an_error(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    log.write_text("x" * 9000 + "\nfirst\nsecond\n[notice] ready\nNOTICE: fpm is running\nthird\n")
    assert last_lines(log) == ["second", "third"] and last_lines(log, 1) == ["third"]
    log.write_bytes(b"caf\xe9\n")
    assert last_lines(log) == ["caf\N{REPLACEMENT CHARACTER}"]


def test_who_listens_at_a_port_is_known_by_its_sockets() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = int(door.getsockname()[1])
        assert doors(port) and doors(port) <= set(sockets_of(os.getpid()))
        assert not doors(port) & set(sockets_of(1 if os.getpid() != 1 else 2))
    with socket.socket() as shut:  # it has a port, and does not listen: one that was closed a child may still hold
        shut.bind(("127.0.0.1", 0))
        assert doors(int(shut.getsockname()[1])) == set()


def test_a_process_that_is_gone_is_not_there_and_has_nothing() -> None:
    gone = 2**22 + 1
    assert is_there(os.getpid()) and not is_there(gone)
    assert sockets_of(gone) == [] and children_of(gone) == [] and with_descendants([gone]) == [gone]
