"""Sinks count and digest exactly what arrives, and leave no process and no file behind."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path

import pytest

from iotrial.ask.sink_readers import READERS as READERS_OF_A_JOB
from iotrial.machine.process_io import process_io
from iotrial.workers.sink import KINDS, open_sink
from iotrial.workers.sink_reader import SLOW_BYTES

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


@pytest.mark.parametrize("reader", READERS_OF_A_JOB)
@pytest.mark.parametrize("kind", READERS)
def test_every_reader_takes_everything(kind: str, reader: str, tmp_path: Path) -> None:
    sink = open_sink(kind, tmp_path, tmp_path / "log", reader)
    try:
        for _ in range(2):
            sink.begin(digest=True)
            writer = threading.Thread(target=write_all, args=(sink.stdout, DATA))
            writer.start()
            writer.join()
            received = sink.received(len(DATA))
            assert (received.byte_count, received.sha256) == (len(DATA), hashlib.sha256(DATA).hexdigest())
    finally:
        sink.close()


def test_a_slow_reader_takes_no_more_than_its_rate(tmp_path: Path) -> None:
    sink = open_sink("pipe", tmp_path, tmp_path / "log", "slow")
    try:
        sink.begin()
        begun_ns = time.monotonic_ns()
        write_all(sink.stdout, DATA)
        sink.received(len(DATA))
        took_s = (time.monotonic_ns() - begun_ns) / 1e9
    finally:
        sink.close()
    # A bound from below: a reader that does not keep to its rate is done in a tenth of that, on any machine.
    assert took_s > 0.9 * len(DATA) / SLOW_BYTES


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="the system does not tell what a process wrote")
@pytest.mark.parametrize(("reader", "writes"), [("bare", False), ("copying", True)])
def test_a_copying_reader_writes_on_what_it_takes(reader: str, writes: bool, tmp_path: Path) -> None:
    sink = open_sink("pipe", tmp_path, tmp_path / "log", reader)
    try:
        assert sink.pid is not None
        sink.begin()
        before = process_io(sink.pid)
        write_all(sink.stdout, DATA)
        sink.received(len(DATA))
        written = process_io(sink.pid)["wchar"] - before["wchar"]
    finally:
        sink.close()
    assert (written >= len(DATA)) is writes


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


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "null"])
def test_what_lies_where_a_copy_is_kept_is_replaced_and_no_link_is_followed(kind: str, tmp_path: Path) -> None:
    (tmp_path / "theirs").write_bytes(b"theirs")
    sink = open_sink(kind, tmp_path, tmp_path / "log")
    try:
        sink.begin(digest=True, keep=tmp_path / "kept")
        if kind == "file":  # at the others, the reader opens it when it begins
            (tmp_path / "kept").symlink_to("theirs")
        write_all(sink.stdout, b"abc")
        assert sink.received(3).sha256 == hashlib.sha256(b"abc").hexdigest()
    finally:
        sink.close()
    assert (tmp_path / "kept").read_bytes() == b"abc" and not (tmp_path / "kept").is_symlink()
    assert (tmp_path / "theirs").read_bytes() == b"theirs"
