"""Another host's clock, from exchanges of time stamps."""

from __future__ import annotations

import random

import pytest

from iotrial.workers.other_host import ClockOffset, error_between, reading


@pytest.mark.parametrize(
    ("exchanges", "told"),
    [
        ([(100, 5_150, 200)], ClockOffset(5_000, 50)),  # in the middle of 100 ns
        ([(0, 7, 0)], ClockOffset(7, 0)),
        ([(100, 5_150, 200), (300, 5_320, 340)], ClockOffset(5_000, 20)),  # the quicker one
        ([(1_000, 10, 1_001)], ClockOffset(-990, 1)),  # half of an odd time is rounded up
    ],
)
def test_the_quickest_exchange_tells_the_offset_and_how_far_it_may_be_off(
    exchanges: list[tuple[int, int, int]], told: ClockOffset
) -> None:
    assert reading(exchanges) == told


@pytest.mark.parametrize("seed", range(20))
def test_the_true_offset_is_never_further_off_than_the_error(seed: int) -> None:
    draw = random.Random(seed)
    offset_ns = draw.randrange(-(10**15), 10**15)
    exchanges = []
    for _ in range(draw.randrange(1, 12)):
        sent_ns = draw.randrange(10**12)
        stamped_ns = sent_ns + draw.randrange(10**7)  # on its way there for as long as it may be
        exchanges.append((sent_ns, stamped_ns + offset_ns, stamped_ns + draw.randrange(10**7)))
    told = reading(exchanges)
    assert abs(told.offset_ns - offset_ns) <= told.error_ns + 1


def test_a_clock_that_moved_meanwhile_may_be_off_by_all_of_that() -> None:
    assert error_between(ClockOffset(1_000, 5), ClockOffset(1_000, 7)) == 12
    assert error_between(ClockOffset(1_000, 5), ClockOffset(400, 7)) == 612
