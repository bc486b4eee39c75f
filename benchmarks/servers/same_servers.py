"""The same server under several names: how often it is told from itself, and how far its ratios are off."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.row import Row, share
from benchmarks.servers.stored import BASELINE
from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.cli.progress import Bars
from iotrial.measure.pilot import pilot_result, pilot_round
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.this_host import LocalHost
from iotrial.measure.verify import verify_level
from iotrial.selftest.trial import AA_MARGIN, ARMS, Proving, Trial

#: Trials, each of so many seconds: enough for sixteen rounds of four arms.
TRIALS, LONG_TRIALS, SECONDS = 10, 60, 40.0

#: A ratio may be off by this at the 99th percentile.
REACH = 0.02

#: The names of the copies beside the original and its placebo.
COPIES = ("readfile_again", "readfile_under_another_name")


@dataclass
class Found:
    """What the trials said: false verdicts, trials without an interval, how far ratios were off, and rounds."""

    false: int = 0
    without: int = 0
    off: list[float] = field(default_factory=list)
    table: list[dict[str, object]] = field(default_factory=list)

    def add(self, trial: Trial) -> None:
        """Count a trial."""
        judged = trial.judgement.arms[1:]
        verdicts = [arm.verdict for arm in judged]
        self.false += trial.judgement.invalid is not None or any(said in ("faster", "slower") for said in verdicts)
        self.without += any(arm.low is None for arm in judged)
        self.off += [max(arm.ratio, 1 / arm.ratio) - 1 for arm in judged if arm.ratio]
        ratios = [[arm.ratio, arm.low, arm.high, arm.verdict] for arm in judged]
        self.table.append({"ratios": ratios, "invalid": trial.judgement.invalid, "seconds": round(trial.seconds, 1)})


def rows(long: bool, trials: int | None = None, seconds: float = SECONDS) -> Iterator[Row]:
    """One row: a tree with copies of the baseline beside it, at the usual level, without floors."""
    count = trials or (LONG_TRIALS if long else TRIALS)
    found = Found()
    with tempfile.TemporaryDirectory() as folder, proving(Path(folder)) as proved:
        for number in range(count):
            found.add(proved.trial(number, seconds, AA_MARGIN))
    yield row(found, count, seconds)


def row(found: Found, trials: int, seconds: float) -> Row:
    """False verdicts, and the 99th percentile of how far ratios were off; a trial without an interval says nothing."""
    figure = f"{BASELINE} under {len(COPIES)} other names and its placebo, {trials} trials of {seconds:g} s"
    reach = f"0 false verdicts; ratio off by {REACH:.0%} at the 99th percentile"
    if not found.off:
        return Row(figure, reach, "no trial has a ratio", None, tuple(found.table))
    p99, worst = float(np.percentile(found.off, 99)), max(found.off)
    said = f"{share(found.false, trials)}; {p99:.2%}, {worst:.2%} at worst; {found.without} without an interval"
    is_reached = found.false == 0 and p99 <= REACH
    is_told = not is_reached or found.without < trials
    return Row(figure, reach, said, is_reached if is_told else None, tuple(found.table))


def copied(folder: Path, names: Sequence[str] = COPIES) -> Path:
    """Make a tree with the baseline's files under other names."""
    original = tree.load().methods[("serve", BASELINE)]
    for name in names:
        shutil.copytree(original.path.parent, folder / "serve" / original.language / name)
    return folder


@contextlib.contextmanager
def proving(folder: Path) -> Iterator[Proving]:
    """A level of the baseline, its placebo and its copies, ready for trials."""
    catalog = tree.load([copied(folder)])
    stack = BASELINE.partition("/")[0]
    study = make("serve", catalog, {}, [], [BASELINE, *(f"{stack}/{name}" for name in COPIES)])
    setting = RunSetting(catalog, Path(), None, Bars())
    with levels_in_place(study, setting) as (levels, logs), contextlib.closing(LocalHost(logs)) as host:
        (level,) = levels
        level.floors = []
        build_arms(level)
        create_inputs(level)
        cpu = host.cpus[-1] if host.cpus else None
        verify_level(level, study, logs, cpu)
        if not level.is_measurable or len(level.timed) < ARMS:
            raise RuntimeError(f"{BASELINE} cannot be measured: {[arm.reason for arm in level.arms if arm.reason]}")
        most = max(arm.iterations for arm in level.arms)
        for arm in level.arms:
            arm.iterations, arm.shift = most, 0
        result = pilot_result(level, pilot_round(level, logs, cpu, AA_MARGIN), AA_MARGIN)
        result.settle(level)
        yield Proving(level, host, result.start_ns, result.block_ns)
