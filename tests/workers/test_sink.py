"""Sinks count and digest exactly what arrives, and leave no process and no file behind."""

from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

import pytest

from iotrial.workers.sink import KINDS, open_sink

READERS = ("pipe", "unix", "tcp")

#: More than any channel holds, and no multiple of a page.
DATA = os.urandom(3 * 2**20 + 17)


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "null"])
def test_what_is_sent_is_what_arrives_time_after_time(kind: str, tmp_path: Path) -> None:
    sink = open_sink(kind, tmp_path, tmp_path / "log")
    try:
        for data in (DATA, b"", DATA[:1]):
            sink.begin(digest=True)
            writer = threading.Thread(target=write_all, args=(sink.stdout, data))
            writer.start()
            writer.join()
            received = sink.received(len(data))
            assert (received.byte_count, received.sha256) == (len(data), hashlib.sha256(data).hexdigest())
        sink.begin()
        write_all(sink.stdout, b"abc")
        assert (sink.received(3).byte_count, sink.received(3).sha256) == (3, None)
    finally:
        sink.close()
    assert not (tmp_path / "sink").exists()
    if sink.pid is not None:
        with pytest.raises(ProcessLookupError):
            os.kill(sink.pid, 0)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "null"])
def test_what_arrives_can_be_kept_until_the_next_beginning(kind: str, tmp_path: Path) -> None:
    sink = open_sink(kind, tmp_path, tmp_path / "log")
    kept = tmp_path / "kept: a b é"
    try:
        sink.begin(digest=True, keep=kept)
        writer = threading.Thread(target=write_all, args=(sink.stdout, DATA))
        writer.start()
        writer.join()
        assert sink.received(len(DATA)).byte_count == len(DATA)
        assert kept.read_bytes() == DATA
        sink.begin()
        write_all(sink.stdout, b"abc")
        assert sink.received(3).byte_count == 3
        assert kept.read_bytes() == DATA
    finally:
        sink.close()


@pytest.mark.parametrize("kind", READERS)
def test_more_than_was_expected_is_counted_too(kind: str, tmp_path: Path) -> None:
    sink = open_sink(kind, tmp_path, tmp_path / "log")
    try:
        sink.begin()
        write_all(sink.stdout, b"x" * 70_000)
        assert sink.received(60_000).byte_count == 70_000
    finally:
        sink.close()


def test_less_than_was_expected_is_waited_for_and_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iotrial.workers.sink.ARRIVAL_MS", 50)
    sink = open_sink("pipe", tmp_path, tmp_path / "log")
    try:
        sink.begin()
        write_all(sink.stdout, b"abc")
        assert sink.received(4).byte_count == 3
    finally:
        sink.close()


def test_the_null_device_takes_everything_and_tells_nothing(tmp_path: Path) -> None:
    sink = open_sink("null", tmp_path, tmp_path / "log")
    write_all(sink.stdout, DATA)
    assert sink.received(len(DATA)).byte_count is None
    sink.close()


def test_a_sink_that_nobody_knows_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="carrier-pigeon"):
        open_sink("carrier-pigeon", tmp_path, tmp_path / "log")


def test_a_sink_is_never_opened_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "sink").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="symbolic links"):
        open_sink("file", tmp_path, tmp_path / "log")
    assert (tmp_path / "precious").read_text() == "mine"
