"""Planted slowdowns: how often each size is found by rule 8's verdict, at a margin of a quarter of it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.row import Row, share
from iotrial.catalog import tree
from iotrial.selftest import trial

HOGS = 2

#: Size -> seconds of a trial, share to be found, trials in the short form.
REACH = {0.02: (4.0, 0.98, 12), 0.01: (8.0, 0.95, 8), 0.005: (30.0, 0.95, 2)}


def rows(long: bool) -> Iterator[Row]:
    """300 trials of each size, half of them beside hogs; a few in the short form."""
    for size, reach in REACH.items():
        yield _row(size, *reach, long=long)


def _row(size: float, seconds: float, wanted: float, few: int, *, long: bool) -> Row:
    half = 150 if long else few // 2
    found = wrong = 0
    measured = []
    for hogs in (0, HOGS):
        result = trial.inject(tree.load(), None, trials=half, seconds=seconds, hogs=hogs, seed=1, sizes=[size])
        one = result.sizes[0]
        found += one.found
        wrong += one.false_verdicts
        measured.append("nothing" if one.measured is None else f"{100 * one.measured:.2f} %")
    return Row(
        f"a true +{100 * size:g} %, {2 * half} trials of {seconds:g} s, half beside hogs",
        f"{100 * wanted:.0f} % found",
        f"{share(found, 2 * half)}; measured {' and '.join(measured)}; {wrong} false verdicts",
        found >= wanted * 2 * half and wrong == 0,
    )
