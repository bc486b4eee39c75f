"""Trials of iotrial itself on this machine: identical arms (aa) and arms with a planted slowdown (inject)."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from iotrial.ask.catalog import Catalog, Method, Service
from iotrial.ask.study import Study
from iotrial.errors import NothingMeasured, UsageError
from iotrial.measure.pilot import pilot_result, pilot_round
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.round import Row
from iotrial.measure.running_standings import samples_of
from iotrial.measure.scheduler import Stop, schedule
from iotrial.measure.sizing import fitting_blocks
from iotrial.measure.this_host import LocalHost
from iotrial.measure.verify import verify_level
from iotrial.places.temporary import provided_at, tell
from iotrial.places.workplace import Workplace
from iotrial.selftest.trials import IdenticalByWall, IdenticalTrials, InjectedTrials, PlantedByWall, PlantedTrials
from iotrial.stats.dependence import correlation
from iotrial.stats.interval import minimum_rounds
from iotrial.stats.judge_level import LevelJudgement, judge_level
from iotrial.stats.judged_clock import Clock
from iotrial.stats.level_samples import round_values
from iotrial.stats.replication import Replication
from iotrial.store.record import Role
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

#: Samples of 2 to 3 ms.
SAMPLE_NS = 2_400_000

#: The services that a job declares to be repeated in trials: work that takes well under a sample, and for planted
#: slowdowns some microseconds, so that half a per cent is a whole number of iterations.
AA, INJECT = "selftest_aa", "selftest_inject"

#: Baseline, placebo, and two more; inject slows the third.
ARMS = 4
AA_MARGIN = 0.01

#: Every trial is judged by this clock too, to show what the level's own makes of the same samples (rule 28).
WALL: Clock = "wall"

#: A trial is planned to end after this share of its seconds, so that one more long round does not exceed them.
PLANNED_SHARE = 0.96

#: A short trial has fewer blocks rather than fewer rounds, so that this many fit. Over 12 rounds that do not resemble
#: each other the correlation of four arms comes out so high by chance that 4 % of the trials have no interval; over 16
#: it is 0.2 % (rule 22).
TRIAL_ROUNDS = 16
SIZES = (0.005, 0.01, 0.02, 0.05, 0.10)


@dataclass(frozen=True)
class Repeated:
    """The work that trials repeat: a job, factors that are not as usual, and methods, of which one is taken."""

    job: str
    how: Service


@dataclass(frozen=True)
class Trial:
    """One trial: its judgement by the level's clock and, from the same samples, by wall time; how long it took, and its
    samples."""

    judgement: LevelJudgement
    by_wall: LevelJudgement
    seconds: float
    rows: Sequence[Row]


class Proving:
    """A level of copies of one method, ready for trials."""

    def __init__(self, level: LevelState, host: LocalHost, start_ns: float, block_ns: float) -> None:
        self.level = level
        self._host = host
        self._wanted_blocks = level.shape.blocks
        self._start_ns, self._block_ns = start_ns, block_ns  # by the pilot at first, then by the trials so far
        self._iterations = level.arms[0].iterations

    def make_divisible(self, size: float) -> float:
        """Set iterations, no fewer than before, so that `size` of them is a whole number; return the share planted."""
        step = max(1, round(1 / size))
        iterations = -(-self._iterations // step) * step
        self._block_ns *= iterations / self.level.arms[0].iterations
        for arm in self.level.arms:
            arm.iterations = iterations
        return round(iterations * size) / iterations

    def trial(self, seed: int, seconds: float, margin: float, slowdown: float = 0.0) -> Trial:
        """Run one trial of at most `seconds`, as far as a noisy machine allows it to be planned.

        The third arm does more iterations than are counted, by the share `slowdown`.
        """
        level = self.level
        level.arms[2].slowdown = slowdown
        planned_ns = PLANNED_SHARE * seconds * 1e9
        costs = (self._wanted_blocks, self._start_ns, self._block_ns)
        (blocks,) = fitting_blocks([costs], planned_ns / TRIAL_ROUNDS)
        level.shape = replace(level.shape, blocks=blocks)
        most = 3 * int(planned_ns / (self._start_ns + level.shape.blocks * self._block_ns))  # the deadline comes first
        rounds = max(minimum_rounds(ARMS - 1), TRIAL_ROUNDS, most)
        rows: list[Row] = []
        begun = time.monotonic()
        deadline_ns = self._host.now_ns() + int(planned_ns)
        schedule([level], self._host, seed, Stop(rounds, deadline_ns), lambda _, more: rows.extend(more))
        took = time.monotonic() - begun
        self._learn(rows)
        own, by_wall = (
            judge_level(
                samples,
                margin=margin,
                judged=[True] * ARMS,
                may_be_equivalent=[True] * ARMS,
                block_voids=0.0,
                replication=Replication(correlation=correlation([round_values(samples)])),
            )
            for samples in (samples_of(rows, ARMS, level.shape.blocks, clock) for clock in (level.shape.clock, WALL))
        )
        return Trial(own, by_wall, took, rows)

    def _learn(self, rows: Sequence[Row]) -> None:
        """Take the costs of a start and of a block from when the blocks of a trial began."""
        begins: dict[int, dict[int, int]] = {}
        for row in rows:
            sweep, block, begin_ns = (int(str(row[name])) for name in ("sweep", "block", "begin_ns"))
            begins.setdefault(sweep, {})[block] = begin_ns
        rounds = [sorted(one.values()) for one in begins.values()]
        blocks_ns = [after - before for one in rounds for before, after in pairwise(one)]
        starts_ns = [after[0] - before[-1] for before, after in pairwise(rounds)]
        if blocks_ns:
            self._block_ns = _expected(self._block_ns, float(np.mean(blocks_ns)))
        if starts_ns:
            self._start_ns = _expected(self._start_ns, max(0.0, float(np.mean(starts_ns)) - self._block_ns))


def _expected(known_ns: float, found_ns: float) -> float:
    """The cost to plan with: a slower measurement counts at once, a quicker one by half."""
    return max(found_ns, (known_ns + found_ns) / 2)


def aa(
    catalog: Catalog,
    target: Path | None,
    *,
    trials: int,
    seconds: float,
    hogs: int,
    seed: int,
    of: Repeated | None = None,
    on_trial: Callable[[], None] = lambda: None,
) -> IdenticalTrials:
    """Compare identical arms: count false verdicts, and how far ratios were off (the larger of r and 1/r).

    of: the work to repeat; None: that of the job that serves for it.
    """
    own, by_wall = _Identical(), _Identical()
    longest = 0.0
    begun = time.monotonic()
    with hogs_beside(hogs, seed), proving(catalog, target, of or AA) as proved:
        for number in range(trials):
            trial = proved.trial(seed + number, seconds, AA_MARGIN)
            own.add(trial.judgement)
            by_wall.add(trial.by_wall)
            longest = max(longest, trial.seconds)
            on_trial()
        method, clock = proved.level.arms[0].arm, proved.level.shape.clock
    return IdenticalTrials(
        trials=trials,
        false_verdicts=own.false,
        without_interval=own.short,
        worst_ratio=max(own.errors),
        p99_ratio=float(np.percentile(own.errors, 99)),
        interval_width=own.width,
        clock=clock,
        by_wall=IdenticalByWall(
            false_verdicts=by_wall.false,
            worst_ratio=max(by_wall.errors),
            p99_ratio=float(np.percentile(by_wall.errors, 99)),
            interval_width=by_wall.width,
        ),
        arms=ARMS,
        arm=method,
        hogs=hogs,
        longest_trial_seconds=longest,
        seconds=time.monotonic() - begun,
    )


@dataclass
class _Identical:
    """The outcomes of trials of identical arms, by one clock."""

    false: int = 0
    short: int = 0  # trials without an interval
    errors: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)

    def add(self, judgement: LevelJudgement) -> None:
        """Count a trial."""
        judged = judgement.arms[1:]
        self.false += judgement.invalid is not None or any(arm.verdict in ("faster", "slower") for arm in judged)
        self.short += any(arm.low is None for arm in judged)
        self.errors += [max(arm.ratio, 1 / arm.ratio) for arm in judged if arm.ratio]
        self.widths += [arm.high / arm.low - 1 for arm in judged if arm.low and arm.high]

    @property
    def width(self) -> float | None:
        """The median width of the intervals; None if there is none."""
        return float(np.median(self.widths)) if self.widths else None


@dataclass
class _Planted:
    """The outcomes of trials with a planted slowdown, by one clock."""

    found: int = 0
    wrong: int = 0
    ratios: list[float] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)

    def add(self, judgement: LevelJudgement) -> None:
        """Count a trial."""
        slowed, same = judgement.arms[2], judgement.arms[3]
        self.found += slowed.verdict == "slower" and judgement.invalid is None
        self.wrong += slowed.verdict == "faster" or same.verdict in ("faster", "slower")
        self.ratios += [slowed.ratio] if slowed.ratio else []
        self.widths += [slowed.high / slowed.low - 1] if slowed.low and slowed.high else []

    @property
    def measured(self) -> float | None:
        """The median of what the slowdown came out as; None if it never did."""
        return float(np.median(self.ratios)) - 1 if self.ratios else None

    @property
    def width(self) -> float | None:
        """The median width of the intervals; None if there is none."""
        return float(np.median(self.widths)) if self.widths else None


def inject(
    catalog: Catalog,
    target: Path | None,
    *,
    trials: int,
    seconds: Mapping[float, float] | float,
    hogs: int,
    seed: int,
    sizes: Sequence[float] = SIZES,
    of: Repeated | None = None,
    on_trial: Callable[[], None] = lambda: None,
) -> InjectedTrials:
    """Plant slowdowns, and count those found by rule 8's verdict at a margin of a quarter of each; `of` as in `aa`."""
    begun = time.monotonic()
    rows: list[PlantedTrials] = []
    with hogs_beside(hogs, seed), proving(catalog, target, of or INJECT) as proved:
        for size in sizes:
            each = seconds if isinstance(seconds, float | int) else seconds[size]
            rows.append(_inject_size(proved, size, trials, each, seed, on_trial))
        method = proved.level.arms[0].arm
    return InjectedTrials(sizes=rows, arms=ARMS, arm=method, hogs=hogs, seconds=time.monotonic() - begun)


def _inject_size(
    proved: Proving, size: float, trials: int, seconds: float, seed: int, on_trial: Callable[[], None]
) -> PlantedTrials:
    true = proved.make_divisible(size)
    own, by_wall = _Planted(), _Planted()
    for number in range(trials):
        trial = proved.trial(seed + number, seconds, size / 4, slowdown=size)
        own.add(trial.judgement)
        by_wall.add(trial.by_wall)
        on_trial()
    return PlantedTrials(
        slowdown=size,
        planted=true,
        measured=own.measured,
        trials=trials,
        found=own.found,
        found_share=own.found / trials,
        false_verdicts=own.wrong,
        interval_width=own.width,
        by_wall=PlantedByWall(
            measured=by_wall.measured,
            found=by_wall.found,
            false_verdicts=by_wall.wrong,
            interval_width=by_wall.width,
        ),
        seconds_each=seconds,
    )


@contextlib.contextmanager
def proving(catalog: Catalog, chosen: Path | None, of: Repeated | str) -> Iterator[Proving]:
    """Make a level of ARMS copies of the first method whose runtime is installed, verified and sized.

    of: the work, or the service that a job declares.
    """
    served = catalog.serving(of) if isinstance(of, str) else (catalog.jobs[of.job], of.how)
    if served is None:
        raise UsageError(f"no job serves for {of}", hint="its job.toml would say so: [serves.NAME]")
    job, how = served
    factors = dict(how.factors)
    with provided_at(chosen) as target, contextlib.ExitStack() as ends:
        workplace = Workplace(target)
        ends.callback(_remove, workplace)
        for reason in workplace.left:
            tell(f"what an earlier run left is still there: {reason}")
        host = LocalHost(workplace.folder)
        ends.callback(host.close)
        method = _first_available(catalog, job.name, how.methods)
        inputs = workplace.folder / "inputs"
        inputs.mkdir()
        kit = catalog.kits[method.language]
        roles: Sequence[Role] = ("baseline", "placebo", "arm", "arm")
        arms = [ArmState(number, method.arm, role, method, kit) for number, role in enumerate(roles)]
        own = {factor.name: factor.default for factor in job.factors.values()}
        folder = workplace.folder / "level"
        folder.mkdir()
        plan = LevelPlan(0, factors, task_of(job, {**own, **factors}, inputs))
        level = LevelState(plan, LevelResources(folder, target, (inputs, folder)), arms)
        study = Study("selftest", "", job.name, method.arm, (), "", "selftest", margin=AA_MARGIN, sample_ns=SAMPLE_NS)
        build_arms(level)
        create_inputs(level)
        cpu = host.cpus[-1] if host.cpus else None
        verify_level(level, study, workplace.folder, cpu)
        if not level.is_measurable or len(level.timed) < ARMS:
            raise NothingMeasured(f"{method.arm} cannot be measured: {level.arms[0].reason}")
        most = max(arm.iterations for arm in arms)
        for arm in arms:
            arm.iterations, arm.shift = most, 0
        result = pilot_result(level, pilot_round(level, workplace.folder, cpu, AA_MARGIN), AA_MARGIN)
        result.settle(level)
        yield Proving(level, host, result.start_ns, result.block_ns)


def _remove(workplace: Workplace) -> None:
    reason = workplace.remove()
    if reason is not None:
        tell(f"what this test made is left: {reason}; the next start tries again")


def _first_available(catalog: Catalog, job: str, names: Sequence[str]) -> Method:
    from iotrial.workers.build import runtime_of
    from iotrial.workers.unavailable import Unavailable

    for name in names:
        method = catalog.methods.get((job, name))
        if method is None:
            continue
        try:
            runtime_of(catalog.kits[method.language])
        except Unavailable:
            continue
        return method
    raise UsageError("no runtime that selftest knows is installed", hint="iotrial machine --install lists them")


@contextlib.contextmanager
def hogs_beside(count: int, seed: int) -> Iterator[None]:
    """Run neighbours that come and go meanwhile."""
    script = str(Path(__file__).with_name("hog.py"))
    processes = [
        subprocess.Popen([sys.executable, "-I", "-S", script, str(seed + number)], start_new_session=True)
        for number in range(count)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
