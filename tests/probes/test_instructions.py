"""Counts of instructions, from what perf and valgrind print."""

from __future__ import annotations

import pytest

from iotrial.probes.instructions import perf_count, valgrind_count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("# started on Mon Nov 23\n\n1234567,,instructions:u,812345,100.00,0.82,insn per cycle\n", 1_234_567),
        ("0,,instructions:u,812345,100.00,,\n", 0),
        ("<not supported>,,instructions:u,0,100.00,,\n", None),
        ("<not counted>,,instructions:u,0,0.00,,\n", None),
        ("77,,instructions:k,812345,100.00,,\n", None),
        ("77,,cycles:u,1,100.00,,\n88,,instructions:u,1,100.00,,\n", 88),
        ("", None),
    ],
)
def test_perf_says_how_many_or_that_it_cannot(text: str, count: int | None) -> None:
    assert perf_count(text) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("==12== Cachegrind, a high-precision tracing profiler\n==12== \n==12== I   refs:      1,234,567\n", 1_234_567),
        ("==7== I refs:        95\n", 95),
        ("==7== D   refs:        95\n", None),
        ("valgrind: failed to start tool\n", None),
    ],
)
def test_valgrind_sums_up_in_one_line(text: str, count: int | None) -> None:
    assert valgrind_count(text) == count
