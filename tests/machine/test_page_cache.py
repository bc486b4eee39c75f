"""Files in memory: if they are there, and keeping them there; on this machine's own kernel."""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from iotrial.machine import page_cache

if sys.platform != "linux":
    pytest.skip("residency is told by Linux only", allow_module_level=True)

PAGES = 64


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file whose pages are in memory and clean, so that they can be thrown out."""
    path = tmp_path / "with space é.bin"
    path.write_bytes(os.urandom(PAGES * os.sysconf("SC_PAGESIZE")))
    with path.open("rb") as opened:
        os.fsync(opened.fileno())
    return path


@pytest.fixture
def evictable(file: Path) -> Iterator[Path]:
    """The same on a file system that lets go of pages (tmpfs does not)."""
    evict(file)
    if page_cache.resident_share(file) == 1.0:
        pytest.skip("this file system keeps its pages")
    yield file


def evict(path: Path) -> None:
    with path.open("rb") as opened:
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def test_what_was_thrown_out_is_seen_and_brought_back(evictable: Path) -> None:
    assert page_cache.resident_share(evictable) == 0.0
    page_cache.warm(evictable)
    assert page_cache.resident_share(evictable) == 1.0


def test_a_part_that_is_missing_is_seen_as_a_share(evictable: Path) -> None:
    with evictable.open("rb") as opened:
        os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_RANDOM)  # no reading ahead
        opened.read(0)
        os.pread(opened.fileno(), 16 * os.sysconf("SC_PAGESIZE"), 0)
    assert page_cache.resident_share(evictable) == 16 / PAGES


def test_keep_warm_reads_what_is_missing(evictable: Path) -> None:
    assert page_cache.keep_warm([evictable])
    assert page_cache.resident_share(evictable) == 1.0


def test_what_is_read_again_was_thrown_out_before(evictable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page_cache.warm(evictable)
    shares, warm = [], page_cache.warm

    def watched(path: Path) -> None:
        shares.append(page_cache.resident_share(path))
        warm(path)

    monkeypatch.setattr(page_cache, "warm", watched)
    page_cache.read_again([evictable])
    assert shares == [0.0] and page_cache.resident_share(evictable) == 1.0


def test_what_is_held_cannot_be_thrown_out_until_it_is_let_go(evictable: Path) -> None:
    page_cache.warm(evictable)
    with page_cache.held([evictable]) as is_held:
        if not is_held:
            pytest.skip("this user may not lock memory")
        evict(evictable)
        assert page_cache.resident_share(evictable) == 1.0
    evict(evictable)
    assert page_cache.resident_share(evictable) == 0.0


def test_more_than_a_share_of_the_memory_is_never_held(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_cache, "MOST_HELD_SHARE", file.stat().st_size / psutil.virtual_memory().total / 2)
    with page_cache.held([file]) as is_held:
        assert not is_held


def test_an_empty_file_is_in_memory_and_no_trouble(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert page_cache.resident_share(path) == 1.0
    assert page_cache.keep_warm([path])
    with page_cache.held([path]):
        pass


def test_the_files_of_a_process_are_told(file: Path) -> None:
    mapped = page_cache.mapped_files(os.getpid())
    assert Path(sys.executable).resolve() in {path.resolve() for path in mapped}
    assert all(path.is_file() for path in mapped)
    assert page_cache.mapped_files(2**22 + 1) == set()  # no such process


def test_the_peak_of_a_process_can_be_reset() -> None:
    if not page_cache.reset_peak(os.getpid()):
        pytest.skip("this system does not allow it")
    ballast = mmap.mmap(-1, 32 << 20)  # which goes back to the system at once, however large this process is
    ballast[:: mmap.PAGESIZE] = b"\1" * (len(ballast) // mmap.PAGESIZE)  # pages that are touched
    peak, now = page_cache.memory_of(os.getpid())
    ballast.close()
    page_cache.reset_peak(os.getpid())
    after, _ = page_cache.memory_of(os.getpid())
    assert peak is not None and now is not None and after is not None
    assert after < peak


def test_programs_are_kept_warm_and_what_a_method_made_of_them_is_left_out(evictable: Path) -> None:
    folder = evictable.parent
    gone, pipe, hollow = (folder / name for name in ("gone", "pipe", "hollow"))
    os.mkfifo(pipe)
    with hollow.open("wb") as opened:
        opened.truncate(1 << 40)
    page_cache.keep_programs_warm({gone, pipe, folder, hollow, evictable})
    assert page_cache.resident_share(evictable) == 1.0
    assert hollow.stat().st_blocks == 0


def test_programs_are_kept_warm_up_to_a_size_together(evictable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = evictable.with_name("zzz, the last")
    other.write_bytes(evictable.read_bytes())
    with other.open("rb") as opened:
        os.fsync(opened.fileno())
    evict(other)
    monkeypatch.setattr(page_cache, "MOST_PROGRAM_BYTES", evictable.stat().st_size * 3 // 2)
    page_cache.keep_programs_warm({other, evictable})
    assert page_cache.resident_share(evictable) == 1.0
    assert page_cache.resident_share(other) == 0.0


def test_nobody_waits_for_a_pipe_in_the_place_of_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    page_cache.warm(tmp_path / "pipe")
