"""This machine as the scheduler sees it: what it does to the inputs of a round before its workers start."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from iotrial.ask.drawn_surroundings import PAGES
from iotrial.jobs import written_back
from iotrial.machine.page_cache import drop, held, resident_share
from iotrial.measure import this_host
from iotrial.measure.this_host import MOST_READING_SHARE, LocalHost
from iotrial.workers.conditions import Warm
from measure.scripted import asked, given, level

FILE = Path("input")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Stands for reading inputs again, which takes a second; the clock is that of the test."""
    clock = Mock(return_value=0)
    read = Mock(side_effect=lambda paths: setattr(clock, "return_value", clock.return_value + 10**9))
    read.clock = clock
    monkeypatch.setattr("iotrial.measure.this_host.time.monotonic_ns", clock)
    monkeypatch.setattr(this_host, "read_again", read)
    read.keep_warm, read.workers = Mock(return_value=True), Mock()
    monkeypatch.setattr(this_host, "keep_warm", read.keep_warm)
    monkeypatch.setattr(this_host, "round_workers_of", read.workers)
    return read


def test_inputs_are_read_again_before_a_round_if_their_pages_are_drawn(tmp_path: Path, read: Mock) -> None:
    host, drawn, fixed = LocalHost(tmp_path), level(["a/x", "a/y"]), level(["a/x", "a/y"])
    for one in (drawn, fixed):
        one.plan.task.warm = Warm((FILE,))
    asked(drawn, surroundings=(PAGES,))
    host.round_workers(fixed, None)
    assert not read.called
    host.round_workers(drawn, None)
    read.assert_called_once_with((FILE,))
    host.close()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_file_that_was_just_written_and_left_the_memory_is_not_warm_and_not_read(
    tmp_path: Path, read: Mock, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    monkeypatch.setattr(this_host, "are_there", Mock(return_value=is_there))
    (path := tmp_path / FILE).write_bytes(b"x")
    host, one = LocalHost(tmp_path), level(["a/x", "a/y"])
    one.plan.task.warm = Warm((path,), may_be_read_again=False)
    host.round_workers(one, None)
    host.close()
    assert read.workers.call_args.kwargs == {"is_warm": is_there}
    assert not read.called and not read.keep_warm.called


def test_a_file_that_was_just_written_is_held_in_memory_between_rounds_until_the_run_ends(
    tmp_path: Path, read: Mock
) -> None:
    """Some systems give back what was not used for seconds; here somebody has it dropped."""
    (path := tmp_path / FILE).write_bytes(b"x" * (1 << 20))
    written_back([path])
    with held([path]) as is_allowed:
        pass
    if not is_allowed or not drop(path):
        pytest.skip("this system holds no file in memory, or drops none")
    path.write_bytes(b"y" * (1 << 20))
    written_back([path])
    host, one = LocalHost(tmp_path), level(["a/x", "a/y"])
    one.plan.task.warm = Warm((path,), may_be_read_again=False)
    for _ in range(2):
        host.round_workers(one, None)
        drop(path)
    assert read.workers.call_args.kwargs == {"is_warm": True} and resident_share(path) == 1.0
    host.close()
    assert drop(path)


def test_a_written_file_that_was_made_again_is_held_instead_of_the_one_before(
    tmp_path: Path, read: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    @contextlib.contextmanager
    def holding(paths: Sequence[Path]) -> Iterator[bool]:
        opened.append("hold")
        yield True
        opened.append("let go")

    monkeypatch.setattr(this_host, "held", holding)
    monkeypatch.setattr(this_host, "are_there", Mock(return_value=True))
    host, one = LocalHost(tmp_path), level(["a/x", "a/y"])
    one.plan.task.warm = Warm((FILE,), may_be_read_again=False)
    given(one, guarded=(guarded := Mock(changed=Mock(return_value=[]))))
    host.round_workers(one, None)
    host.round_workers(one, None)
    guarded.changed.return_value = ["file"]
    host.round_workers(one, None)
    assert opened == ["hold", "let go", "hold"]
    host.close()
    assert opened == ["hold", "let go", "hold", "let go"]


def test_a_round_begins_with_the_inputs_that_were_made(tmp_path: Path, read: Mock) -> None:
    host, one = LocalHost(tmp_path), level(["a/x", "a/y"])
    given(one, guarded=(guarded := Mock(changed=Mock(return_value=["file"]))))
    host.round_workers(one, None)
    host.close()
    guarded.restore.assert_called_once_with(["file"])


def test_on_a_slow_disk_reading_takes_no_more_than_its_share(tmp_path: Path, read: Mock) -> None:
    host, one = LocalHost(tmp_path), level(["a/x", "a/y"])
    asked(one, surroundings=(PAGES,))
    for _ in range(1000):
        host.round_workers(one, None)
        read.clock.return_value += 500_000_000  # the round
    host.close()
    took_s, all_s = read.call_count, read.clock.return_value / 1e9
    assert MOST_READING_SHARE / 2 < took_s / all_s <= MOST_READING_SHARE * 1.01
