"""Identical arms: how often they are told apart, and how far their ratios are off, by the level's clock and by wall.

A pipe has a clock of its own, since its reader shares the worker's CPU.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.row import Row, share
from iotrial.ask import tree
from iotrial.ask.catalog import Service
from iotrial.selftest import trial

HOGS = 2

#: At a pipe: the file of the deliveries is small enough for several in a sample.
AT_A_PIPE = trial.Repeated("deliver", Service({"file_bytes": 1 << 18, "sink": "pipe"}, ("php/readfile",)))


#: Methods of the languages that came last, most of which compile while they run or collect garbage meanwhile, and the
#: seconds of a trial: some of their processes take a while to start and to warm up.
OF_MORE_LANGUAGES = {
    "go/write": 2.0,
    "rust/write": 2.0,
    "javascript/append_file_sync_open": 45.0,
    "java/file_output_stream": 180.0,
}
MORE_TRIALS = 100


def rows(long: bool) -> Iterator[Row]:
    """Trials of 2 s, quiet and beside hogs; with `long` also of 8 s, and of four more languages."""
    for hogs in (0, HOGS):
        yield from _rows(200 if long else 60, 2.0, hogs, 1.010)
        yield from _rows(200 if long else 20, 2.0, hogs, 1.010, AT_A_PIPE)
    if long:
        yield from _rows(50, 8.0, 0, 1.005)
        factors = tree.load().jobs["append"].serves["selftest_aa"].factors
        for arm, seconds in OF_MORE_LANGUAGES.items():
            for hogs in (0, HOGS):
                yield from _rows(MORE_TRIALS, seconds, hogs, 1.010, trial.Repeated("append", Service(factors, (arm,))))


def _rows(trials: int, seconds: float, hogs: int, p99: float, of: trial.Repeated | None = None) -> Iterator[Row]:
    result = trial.aa(tree.load(), None, trials=trials, seconds=seconds, hogs=hogs, seed=1, of=of)
    beside = f"beside {hogs} hogs that come and go" if hogs else "quiet"
    arm = f"{result.arm} into a pipe" if of is AT_A_PIPE else result.arm
    figure = f"identical arms ({arm}), {trials} trials of {seconds:g} s, {beside}"
    yield Row(
        f"{figure}, by {result.clock}",
        f"0 false verdicts; ratio off by {100 * (p99 - 1):.1f} % at the 99th percentile; 0 without an interval",
        f"{share(result.false_verdicts, trials)}; {_error(result.p99_ratio)}, {_error(result.worst_ratio)} at worst; "
        f"{result.without_interval} without an interval; intervals {_width(result.interval_width)}; longest trial "
        f"{result.longest_trial_seconds:.2f} s",
        result.false_verdicts == 0 and result.p99_ratio <= p99 and result.without_interval == 0,
    )
    other = result.by_wall
    yield Row(
        "the same samples, by wall time",
        None,
        f"{share(other.false_verdicts, trials)}; {_error(other.p99_ratio)}, {_error(other.worst_ratio)} at worst; "
        f"intervals {_width(other.interval_width)}",
        None,
    )


def _error(ratio: float) -> str:
    return f"{100 * (ratio - 1):.2f} %"


def _width(width: float | None) -> str:
    return "of no trial" if width is None else f"{100 * width:.2f} % wide"
