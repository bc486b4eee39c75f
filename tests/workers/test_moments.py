"""From moments to times, on windows whose figures are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iotrial.workers.moments import due_within, moments_of, quantiles, served, summarise


def noted(*rows: tuple[int, int]) -> bytes:
    return np.array(rows, dtype=np.int64).tobytes()


def test_moments_are_read_as_the_machine_wrote_them() -> None:
    assert moments_of(noted((0, 0), (1, 5), (5, 7)), 7).tolist() == [[0, 0], [1, 5], [5, 7]]
    assert moments_of(b"", 7).shape == (0, 2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * 17, "buffer size"),
        (b"x" * 24, "cannot reshape"),
        (noted((1, 5), (5, 8)), "times at which it cannot have worked"),  # later than now
        (noted((5, 4)), "times at which it cannot have worked"),
        (noted((-1, 4)), "times at which it cannot have worked"),
        (noted((np.iinfo(np.int64).min, 4)), "times at which it cannot have worked"),  # the time between overflows
    ],
)
def test_moments_that_cannot_be_are_refused(content: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        moments_of(content, 7)


def test_only_what_was_done_within_the_window_counts() -> None:
    moments = [np.array([[0, 90], [95, 110], [112, 150], [150, 230]])]
    times = summarise(moments, 100, 200)
    assert (times.done, times.p50_ns, times.longest_ns) == (2, 15, 38)
    # 110 and 150 are when it was done; nothing more happened until the window's end.
    assert times.stall_ns == 50
    # 10 of 15 of the first, all of the second, 50 of 80 of the one that reaches over the end.
    assert times.share == pytest.approx(10 / 15 + 1 + 50 / 80)
    assert times.kit_ns == 2


def test_a_writer_that_gets_nothing_done_stalls_for_the_whole_window() -> None:
    busy, idle = np.array([[0, 10], [10, 20]]), np.empty((0, 2), dtype=np.int64)
    assert summarise([busy, idle], 0, 100).stall_ns == 100


def test_nothing_done_has_no_times() -> None:
    times = summarise([np.empty((0, 2), dtype=np.int64)], 0, 100)
    assert (times.done, times.p50_ns, times.stall_ns) == (0, None, None)


def test_quantiles_are_of_the_times_that_there_are() -> None:
    assert quantiles(np.arange(1, 101)) == (50, 90, 99, 100)
    assert quantiles(np.empty(0, dtype=np.int64)) is None


@given(st.integers(0, 500), st.integers(1, 50), st.integers(0, 500), st.integers(0, 500))
def test_the_schedule_is_counted_as_it_is(start_ns: int, every_ns: int, begin_ns: int, length_ns: int) -> None:
    end_ns = begin_ns + length_ns
    times = range(start_ns, end_ns, every_ns)
    assert due_within(start_ns, every_ns, begin_ns, end_ns) == sum(begin_ns <= time < end_ns for time in times)


def test_an_arrival_is_served_if_it_is_done_by_the_end() -> None:
    moments = np.array([[90, 101], [100, 120], [150, 260], [180, 199]])
    assert served(moments, 100, 200) == 2
