"""The options that hide sockets: their folders, or a socket alone where the folder is needed."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from iotrial.machine import service_sockets
from iotrial.machine.service_sockets import hiding, paths_in


@contextlib.contextmanager
def bound(*paths: Path) -> Iterator[None]:
    with contextlib.ExitStack() as held:
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            held.enter_context(socket.socket(socket.AF_UNIX)).bind(str(path))
        yield


@pytest.fixture(autouse=True)
def services(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which services keep sockets and named pipes; those of this machine are left out."""
    folder = tmp_path / "services"
    monkeypatch.setattr(service_sockets, "SERVICES", (str(folder), "/nowhere/at/all"))
    service_sockets._lying_about.cache_clear()
    yield folder
    service_sockets._lying_about.cache_clear()


def a_list(folder: Path, *paths: str | Path) -> Path:
    """A list of sockets as Linux has it; the first has no path."""
    lines = ["Num       RefCount Protocol Flags    Type St Inode Path", "0000: 00000002 00000000 00010000 0001 01 7"]
    lines += [f"0000: 00000002 00000000 00010000 0001 01 {8 + number} {path}" for number, path in enumerate(paths)]
    (folder / "listed").write_text("\n".join(lines) + "\n")
    return folder / "listed"


def test_the_folder_of_a_service_is_hidden_once_and_what_lies_in_it_with_it(tmp_path: Path) -> None:
    paths = [tmp_path / "a b" / "one", tmp_path / "a b" / "two", tmp_path / "a b" / "below" / "three"]
    with bound(*paths):
        found = hiding([str(tmp_path / "kept")], a_list(tmp_path, *paths))
    assert found == ["--tmpfs", str(tmp_path / "a b"), "--remount-ro", str(tmp_path / "a b")]


def test_a_folder_that_is_needed_stays_and_its_sockets_are_hidden_alone(tmp_path: Path) -> None:
    paths = [tmp_path / "a" / "one", tmp_path / "b" / "two"]
    kept = [str(tmp_path / "a" / "work" / "x"), str(tmp_path / "bc")]
    with bound(*paths):
        found = hiding(kept, a_list(tmp_path, *paths))
    b = str(tmp_path / "b")
    assert found == ["--tmpfs", b, "--remount-ro", b, "--ro-bind", "/dev/null", str(paths[0])]


def test_of_a_shared_folder_only_the_sockets_are_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_sockets, "SHARED", frozenset({str(tmp_path)}))
    with bound(tmp_path / "one"):
        assert hiding([], a_list(tmp_path, tmp_path / "one")) == ["--ro-bind", "/dev/null", str(tmp_path / "one")]


@pytest.mark.parametrize("named", [["@abstract"], ["/nowhere/to/be/found"], ["relative"], []])
def test_what_is_no_socket_in_a_file_system_is_left_out(tmp_path: Path, named: Sequence[str]) -> None:
    (tmp_path / "file").touch()
    assert hiding([], a_list(tmp_path, *named, tmp_path / "file", tmp_path)) == []


def test_a_socket_behind_a_link_is_hidden_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    with bound(tmp_path / "real" / "one"):
        found = hiding([], a_list(tmp_path, tmp_path / "link" / "one"))
    assert found[:2] == ["--tmpfs", str(tmp_path / "real")]


@pytest.mark.parametrize("is_known", [True, False])
def test_the_folder_of_the_user_is_never_hidden_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    if is_known:
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
    else:
        monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("no home")))
    with bound(tmp_path / "home" / "one"):
        found = hiding([], a_list(tmp_path, tmp_path / "home" / "one"))
    assert found[0] == ("--ro-bind" if is_known else "--tmpfs")


def test_a_system_without_such_a_list_hides_nothing(tmp_path: Path) -> None:
    assert hiding([], tmp_path / "none") == []


def test_paths_of_a_command_are_kept_with_what_they_lead_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("program")
    found = paths_in([str(tmp_path / "link"), "--flag", "word"])
    assert found == [str(tmp_path / "link"), str(tmp_path / "program")]


def test_what_the_kernel_lists_under_another_name_and_named_pipes_are_hidden_where_they_lie(
    services: Path, tmp_path: Path
) -> None:
    deep = services / "a" / "b" / "c" / "d" / "e"
    with bound(services / "mail" / "public" / "cleanup"):
        deep.mkdir(parents=True)
        os.mkfifo(services / "a" / "b" / "control")
        os.mkfifo(deep / "too deep")
        (services / "a" / "file").touch()
        found = hiding([], a_list(tmp_path, "public/cleanup"))
        assert found[0::2][:2] == ["--tmpfs", "--remount-ro"]
        assert found[1::4] == [str(services / "a" / "b"), str(services / "mail" / "public")]
        (services / "a" / "b" / "control").unlink()  # what is gone cannot be hidden
        assert str(services / "a" / "b") not in hiding([], a_list(tmp_path))
