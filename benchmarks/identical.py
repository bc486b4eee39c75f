"""Identical arms: how often they are told apart, and how far their ratios are off."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.row import Row, share
from iotrial.catalog import tree
from iotrial.selftest import trial

HOGS = 2


def rows(long: bool) -> Iterator[Row]:
    """Trials of 2 s, quiet and beside hogs, and of 8 s."""
    for hogs in (0, HOGS):
        yield _row(200 if long else 60, 2.0, hogs, 1.010)
    if long:
        yield _row(50, 8.0, 0, 1.005)


def _row(trials: int, seconds: float, hogs: int, p99: float) -> Row:
    result = trial.aa(tree.load(), None, trials=trials, seconds=seconds, hogs=hogs, seed=1)
    beside = f"beside {hogs} hogs" if hogs else "quiet"
    error, worst = 100 * (result.p99_ratio - 1), 100 * (result.worst_ratio - 1)
    return Row(
        f"identical arms ({result.arm}), {trials} trials of {seconds:g} s, {beside}",
        f"0 false verdicts; ratio off by {100 * (p99 - 1):.1f} % at the 99th percentile",
        f"{share(result.false_verdicts, trials)}; {error:.2f} %, {worst:.2f} % at worst; "
        f"longest trial {result.longest_trial_seconds:.2f} s{_short(result.without_interval)}",
        result.false_verdicts == 0 and result.p99_ratio <= p99,
    )


def _short(trials: int) -> str:
    """Trials in which no verdict was possible do not count as right ones."""
    return f"; {trials} had too few rounds for a verdict" if trials else ""
