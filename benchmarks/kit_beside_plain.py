"""A method by its kit and by a plain program, a process of each in turn: what iotrial's own code adds to its time.

`plain` holds ratios of two runs against each other, between which a machine may change. Here both are timed within the
same second, each over the other and nothing over a baseline.
"""

from __future__ import annotations

import math
import random
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.command import FOUR_LANGUAGES
from benchmarks.plain import path_of
from benchmarks.plain.level import turns_of, untimed_turns
from benchmarks.plain.process import Failed, Places, Start, Turns, run
from benchmarks.plain.program import Missing, Program, program_of
from benchmarks.plain.ratio import REACH, ratio_of
from benchmarks.plain.work import WORKS, Work
from benchmarks.row import Row
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.study import Level
from iotrial.ask.study_file import load
from iotrial.machine.cpus import available_cpus
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.workers import round_workers
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed
from iotrial.workers.build import program_of as kit_program_of
from iotrial.workers.compiled import DoesNotCompile
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of
from iotrial.workers.unavailable import Unavailable

ROUNDS, LONG_ROUNDS = 12, 60

WANTED = f"within {100 * REACH:.0f} %"


def rows(long: bool) -> Iterator[Row]:
    """A row for each arm of the study that `plain` has for four more languages."""
    catalog, draw = tree.load(), random.Random()
    study = load(path_of(FOUR_LANGUAGES), catalog, quick=True)
    workplace = Workplace(resolve("disk", None))
    try:
        with tempfile.TemporaryDirectory() as folder:
            pairs = [_Pair(catalog, arm, study.levels[0], workplace, Path(folder)) for arm in study.levels[0].arms]
            for _ in range(LONG_ROUNDS if long else ROUNDS):
                for pair in draw.sample(pairs, len(pairs)):
                    pair.play(draw)
    finally:
        workplace.remove()
    yield from (pair.row(len(pairs)) for pair in pairs)


class _Pair:
    """A method in both forms, and the logarithms of what one takes over the other, round by round."""

    def __init__(self, catalog: Catalog, arm: str, level: Level, workplace: Workplace, programs: Path) -> None:
        self.arm = arm
        self.missing: str | None = None
        language, _, self._method = arm.partition("/")
        method = next(method for method in catalog.methods_of("append") if method.arm == arm)
        own = workplace.folder / arm.replace("/", "-")
        own.mkdir()
        self._plain_outputs = own / "plain"
        self._work: Work = WORKS["append"](level.factors)
        kit = catalog.kits[language]
        self._kit = ArmState(0, arm, "baseline", method, kit)
        task = task_of(catalog.jobs["append"], level.factors, own)
        resources = LevelResources(own, workplace.target)
        self._level = LevelState(LevelPlan(0, level.factors, task), resources, [self._kit])
        resources.outputs(0).mkdir(parents=True)
        self._logs: list[float] = []
        self._turns: Turns | None = None
        try:
            self._program: Program = program_of("append", language, programs)
            self._kit.program = kit_program_of(kit, method, {})
        except (Missing, DoesNotCompile, Unavailable) as reason:
            self.missing = str(reason)

    def play(self, draw: random.Random) -> None:
        """Time a process of each on one CPU, in a drawn order."""
        if self.missing is not None:
            return
        cpu = draw.choice(sorted(available_cpus()) or [None])
        try:
            turns = self._turns = self._turns or self._sized()
            times = {form: form(turns, cpu) for form in draw.sample([self._by_kit, self._plainly], 2)}
        except (Failed, SampleFailed) as failure:
            self.missing = str(failure)
            return
        self._logs.append(math.log(times[self._by_kit] / times[self._plainly]))

    def row(self, comparisons: int) -> Row:
        """What the kit takes over the plain program."""
        figure = f"{self.arm} by its kit, over a plain program in the same second"
        found = ratio_of(self._logs, comparisons)
        if self.missing is not None or found is None:
            return Row(figure, WANTED, f"skipped: {self.missing}", None)
        return Row(figure, WANTED, f"{found} in {len(self._logs)} rounds", abs(found.center - 1) <= REACH)

    def _sized(self) -> Turns:
        """How many turns a process makes, as many in either form."""
        warm_ns = self._program.untimed_ns
        cold_ns = self._plainly(Turns(3, 1, 2), None)
        return turns_of(self._plainly(Turns(3, 1, untimed_turns(cold_ns, warm_ns)), None), untimed_ns=warm_ns)

    def _plainly(self, turns: Turns, cpu: int | None) -> float:
        places = Places(self._plain_outputs, self._plain_outputs)
        samples = run(self._program, self._method, self._work, places, turns, Start(cpu, has_lead_in=True))
        return statistics.median(sample.own_ns for sample in samples)

    def _by_kit(self, turns: Turns, cpu: int | None) -> float:
        with round_workers.LocalRoundWorkers(self._level, cpu, self._level.resources.folder) as workers:
            worker = workers.start([(self._kit, round_workers.Start())])[0]
            if not isinstance(worker, LocalArmWorker):
                raise SampleFailed(str(worker), alive=False)
            for begun in range(0, turns.untimed, turns.each):
                worker.rough(min(turns.each, turns.untimed - begun))
            samples = [worker.rough(turns.each) for _ in range(turns.samples)]
        # As a plain program does: without any wait of its own thread, also one for a compiler's in the same process.
        own_ns = [(one["wall_ns"] or 0) - (one["queue_ns"] or 0) for one in samples]
        return statistics.median(own_ns) / turns.each
