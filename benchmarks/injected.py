"""Planted slowdowns: how often each size is found by rule 8's verdict, at a margin of a quarter of it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.row import Row, share
from iotrial.ask import tree
from iotrial.ask.catalog import Service
from iotrial.selftest import trial

HOGS = 2

#: At a pipe: deliveries so small that a fiftieth of those in a sample is a whole number.
AT_A_PIPE = trial.Repeated("deliver", Service({"file_bytes": 1 << 15, "sink": "pipe"}, ("php/readfile",)))

#: Size -> seconds of a trial, share to be found, trials in the short form.
REACH = {0.02: (4.0, 0.98, 12), 0.01: (8.0, 0.95, 8), 0.005: (30.0, 0.95, 2)}


def rows(long: bool) -> Iterator[Row]:
    """200 trials of each size, half of them beside hogs; a few in the short form. The largest at a pipe too."""
    for size, reach in REACH.items():
        for hogs in (0, HOGS):
            yield from _rows(size, *reach, hogs, None, long=long)
            if size == max(REACH):
                yield from _rows(size, *reach, hogs, AT_A_PIPE, long=long)


def _rows(
    size: float, seconds: float, wanted: float, few: int, hogs: int, of: trial.Repeated | None, *, long: bool
) -> Iterator[Row]:
    trials = 100 if long else few // 2
    result = trial.inject(tree.load(), None, trials=trials, seconds=seconds, hogs=hogs, seed=1, sizes=[size], of=of)
    (one,) = result.sizes
    beside = f"beside {hogs} hogs that come and go" if hogs else "quiet"
    yield Row(
        f"a true +{100 * size:g} %{' at a pipe' if of else ''}, {trials} trials of {seconds:g} s, {beside}",
        f"{100 * wanted:.0f} % found",
        _found(one.found, trials, one.measured, one.false_verdicts),
        one.found >= wanted * trials and one.false_verdicts == 0,
    )
    other = one.by_wall
    yield Row(
        "the same samples, by wall time", None, _found(other.found, trials, other.measured, other.false_verdicts), None
    )


def _found(found: int, trials: int, measured: float | None, wrong: int) -> str:
    came_out = "nothing" if measured is None else f"{100 * measured:.2f} %"
    return f"{share(found, trials)}; measured {came_out}; {wrong} false verdicts"
