"""What one method changes in the output that all share is put back for the others."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.workers.sink import Sink, SinkShut, open_sink


@contextlib.contextmanager
def opened(kind: str, folder: Path) -> Iterator[tuple[Sink, int]]:
    """Provide a sink, and the copy of its end that a worker has."""
    sink = open_sink(kind, folder, folder / "log")
    copy = os.dup(sink.stdout)
    try:
        yield sink, copy
    finally:
        os.close(copy)
        sink.close()


@pytest.mark.parametrize("kind", ["pipe", "unix", "tcp", "file", "null"])
def test_flags_are_put_back(kind: str, tmp_path: Path) -> None:
    with opened(kind, tmp_path) as (sink, copy):
        before = fcntl.fcntl(copy, fcntl.F_GETFL)
        fcntl.fcntl(copy, fcntl.F_SETFL, before | os.O_NONBLOCK | os.O_APPEND)
        sink.begin()
        assert fcntl.fcntl(copy, fcntl.F_GETFL) == before
        assert not sink.is_shut


@pytest.mark.skipif(not hasattr(fcntl, "F_GETPIPE_SZ"), reason="this system does not tell how large a pipe is")
@pytest.mark.parametrize("size", [4096, 1 << 20])
def test_the_size_of_a_pipe_is_put_back(size: int, tmp_path: Path) -> None:
    with opened("pipe", tmp_path) as (sink, copy):
        before = fcntl.fcntl(copy, fcntl.F_GETPIPE_SZ)
        fcntl.fcntl(copy, fcntl.F_SETPIPE_SZ, size)
        sink.begin()
        assert fcntl.fcntl(copy, fcntl.F_GETPIPE_SZ) == before


def test_switches_of_tcp_are_put_back(tmp_path: Path) -> None:
    with opened("tcp", tmp_path) as (sink, copy), socket.socket(fileno=os.dup(copy)) as one:
        before = one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, not before)
        sink.begin()
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) == before


@pytest.mark.parametrize("kind", ["unix", "tcp"])
def test_a_socket_that_was_shut_is_known_and_serves_nobody(kind: str, tmp_path: Path) -> None:
    with opened(kind, tmp_path) as (sink, copy):
        with socket.socket(fileno=os.dup(copy)) as one:
            one.shutdown(socket.SHUT_RDWR)
        assert sink.is_shut
        with pytest.raises(SinkShut):
            sink.begin()
