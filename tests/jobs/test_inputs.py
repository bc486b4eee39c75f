"""Inputs are whole or absent, and the same for the same seed."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.jobs.inputs import PIECE_BYTES, noise, prose, scaled, write_once


@pytest.mark.parametrize("make", [noise, prose])
@pytest.mark.parametrize("size", [0, 1, PIECE_BYTES - 1, PIECE_BYTES, 2 * PIECE_BYTES + 3])
def test_pieces_are_as_many_bytes_as_asked_for_and_repeat_for_a_seed(
    make: Callable[[str, int], Iterator[bytes]], size: int
) -> None:
    data = b"".join(make("a", size))
    assert len(data) == size
    assert data == b"".join(make("a", size))
    if size > 100:
        assert data != b"".join(make("b", size))


def test_noise_has_every_value_and_does_not_repeat() -> None:
    data = b"".join(noise("a", 2 * PIECE_BYTES))
    assert set(data) == set(range(256))
    assert data[:PIECE_BYTES] != data[PIECE_BYTES:]


def test_prose_is_lines_of_printable_text() -> None:
    lines = b"".join(prose("a", 100_000)).split(b"\n")
    assert all(32 <= byte < 127 for line in lines for byte in line)
    assert max(map(len, lines)) <= 120


def test_a_file_that_could_not_be_finished_is_not_there(tmp_path: Path) -> None:
    def breaks() -> Iterator[bytes]:
        yield b"half"
        raise OSError(28, "No space left on device")

    path = tmp_path / "input"
    with pytest.raises(OSError):
        write_once(path, breaks)
    assert not path.exists()
    write_once(path, lambda: iter([b"whole"]))
    write_once(path, breaks)  # it is there: nothing is made
    assert path.read_bytes() == b"whole"


@given(st.integers(0, 10**9), st.floats(0.001, 1))
def test_a_share_of_something_is_something(units: int, share: float) -> None:
    assert (scaled(units, share) == 0) == (units == 0)
    assert scaled(units, share) <= units


@pytest.mark.parametrize("sizes", [[], [1], [4096], [4097, 4095], [10_000, 3, 1, 200_000], [1 << 20, 1]])
def test_what_is_written_by_small_calls_is_the_same_file(tmp_path: Path, sizes: list[int]) -> None:
    pieces = [bytes([number]) * size for number, size in enumerate(sizes)]
    write_once(tmp_path / "file", lambda: iter(pieces), call_bytes=4096)
    assert (tmp_path / "file").read_bytes() == b"".join(pieces)


def test_each_call_writes_as_much_as_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []

    class Watched(io.FileIO):
        def write(self, data: Any) -> int:
            written.append(len(data))
            return super().write(data)

    monkeypatch.setattr(Path, "open", lambda self, mode: io.BufferedWriter(Watched(self, "w")))
    write_once(tmp_path / "file", lambda: iter([bytes(10_000), bytes(3000)]), call_bytes=4096)
    assert written == [4096, 4096, 4096, 13_000 - 3 * 4096]
