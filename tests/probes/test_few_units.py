"""The calls of all units from those of a few: exact if every unit makes the same, refused if any differs."""

from __future__ import annotations

from collections import Counter

import pytest

from iotrial.probes.few_units import FEW_UNITS, is_confirmed, whole_of
from iotrial.probes.trace import Request


def made(units: int, buffer_units: int = 1) -> Request:
    """One open, a lock and an unlock for each unit, a write of 100 bytes for so many of them, one close."""
    writes = -(-units // buffer_units)
    calls = Counter(openat=1, flock=2 * units, write=writes, close=1)
    return Request(calls, Counter({("write", 100 * buffer_units): writes}))


def test_the_calls_of_all_follow_from_those_of_a_few() -> None:
    whole = whole_of([made(units) for units in FEW_UNITS], 10_000)
    assert whole is not None
    assert whole.calls == Counter(openat=1, flock=20_000, write=10_000, close=1)
    assert whole.sizes == Counter({("write", 100): 10_000})


def test_a_number_of_units_that_is_no_multiple_of_the_step_is_exact_too() -> None:
    whole = whole_of([made(units) for units in FEW_UNITS], 1_234)
    assert whole is not None and whole.calls == made(1_234).calls


@pytest.mark.parametrize("buffer_units", [7, 80, 150, 1_000])
def test_a_method_that_gathers_records_is_seen_as_a_whole(buffer_units: int) -> None:
    few = [made(units, buffer_units) for units in FEW_UNITS]
    for request in few:
        request.calls.pop("flock")
    found = whole_of(few, 10_000)
    busy, few_busy = -(-10_000 // buffer_units) + 7, few[-1].calls["write"] + 7  # 7 are the kit's
    assert found is None or not is_confirmed(found, busy, few[-1], few_busy)


def test_units_that_differ_are_seen_as_a_whole() -> None:
    few = [made(units) for units in FEW_UNITS]
    few[2].calls["brk"] += 1
    assert whole_of(few, 10_000) is None
    few[2].calls["brk"] -= 1
    few[1].sizes["write", 100] -= 1
    few[1].sizes["write", 99] += 1
    assert whole_of(few, 10_000) is None


def test_the_whole_is_confirmed_by_the_systems_own_count_less_the_kits_part() -> None:
    few = [made(units) for units in FEW_UNITS]
    whole = whole_of(few, 10_000)
    assert whole is not None
    assert is_confirmed(whole, 10_009, few[-1], 309)  # the kit makes nine
    assert not is_confirmed(whole, 10_010, few[-1], 309) and not is_confirmed(whole, 10_008, few[-1], 309)
