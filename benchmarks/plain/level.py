"""A level of a study as plain programs play it: fresh processes in random order, round after round."""

from __future__ import annotations

import contextlib
import math
import random
import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.plain.process import Failed, Places, Sample, Start, Turns, run
from benchmarks.plain.program import UNTIMED_NS, Missing, Program
from benchmarks.plain.ratio import Ratio, ratio_of
from benchmarks.plain.regime import Regime, drawn, usual
from benchmarks.plain.work import WORKS, Work
from iotrial.ask.catalog import Job
from iotrial.ask.named_targets import DEFAULT_TARGET, NAMED
from iotrial.ask.study import Level
from iotrial.machine.cpus import available_cpus
from iotrial.machine.page_cache import read_again
from iotrial.places.target import Target, resolve
from iotrial.places.temporary import TargetNeed, provided_target, tell
from iotrial.places.workplace import Workplace

#: The baseline once more, which shows the noise.
AGAIN = "the baseline again"

#: The samples of a process last as long as the first, or as a turn of the baseline if that is longer, and together as
#: long as the second.
SAMPLE_NS, TIMED_NS = 2_000_000, 60_000_000

#: It makes at least so many untimed turns and samples.
UNTIMED_TURNS, SAMPLES = 2, 5

#: The first call is made in so many processes a round, each of which gives one value.
FIRST_PROCESSES = 3

#: The most padding of an environment.
PADDING_BYTES = 4096

#: Factors of which something else knows: where files lie, and the regime.
HANDLED = ("target", "state", "reader")

Entrant = tuple[Regime, str]


class Unplayable(Exception):
    """A level that plain programs cannot play, with the reason."""


class PlainLevel:
    """The programs of a level, and the times that they took."""

    def __init__(
        self,
        job: Job,
        level: Level,
        baseline: str,
        programs: Mapping[str, Program | Missing],
        draw: random.Random,
        surroundings: Collection[str] = (),
    ) -> None:
        """Take over the arms; Unplayable if a factor has a value that plain programs do not know."""
        self.name = level.name
        self.baseline = baseline
        self.factors = level.factors
        self._draw = draw
        self._job = job.name
        self._target = str(level.factors.get("target", DEFAULT_TARGET))
        self._turns: dict[str, Turns] = {}
        self._times: dict[Entrant, list[float | None]] = {}
        self._folder = Path()
        self._works: dict[str, Work] = {}
        self._inputs: dict[str, Path] = {}
        self._round = drawn(draw)
        self._processes = 0
        #: Arm -> its program, for those that can be played, the baseline's second copy among them.
        self.playing: dict[str, tuple[Program, str]] = {}
        #: Why nothing of it is played; None if it is.
        self.skipped: str | None = None
        #: Arm -> why it is not played.
        self.missing: dict[str, str] = {}
        try:
            self.regime = usual(level.factors, surroundings)
            self._work: Work = WORKS[job.name](level.factors)
        except ValueError as error:
            raise Unplayable(str(error)) from None
        for name, value in level.factors.items():
            factor = job.factors.get(name)
            if name not in (*HANDLED, *self._work.factors) and (factor is None or factor.default != value):
                raise Unplayable(f"plain programs know no {name}={value}")
        for arm in level.arms:
            self._enter(arm, programs)
        if baseline not in self.playing:
            raise Unplayable(f"{baseline}, the baseline: {self.missing.get(baseline, 'is no arm')}")
        self.playing[AGAIN] = self.playing[baseline]

    @property
    def kind(self) -> dict[str, bool]:
        """True if there is a reader, an input and logs, on which it depends what conditions there are."""
        return {
            "has_reader": self._work.has_reader,
            "has_input": self._work.has_input,
            "has_logs": bool(self._work.log_bytes),
        }

    @property
    def has_input(self) -> bool:
        """True if a file is read."""
        return self._work.has_input

    def has_checked(self, arm: str) -> bool:
        """True if an arm's program has a form that looks at what its calls returned."""
        program, method = self.playing.get(arm, (None, ""))
        return program is not None and program.checked(method) != method

    @property
    def rounds(self) -> int:
        """Return the rounds that were played in the usual regime."""
        return len(self._times.get((self.regime, self.baseline), []))

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Have a folder on the level's target; UsageError if there is no such target."""
        with _target(self._target) as target:
            workplace = Workplace(target)
            try:
                self._folder = workplace.folder
                self._works, self._inputs = {}, {}
                yield
            finally:
                reason = workplace.remove()
                if reason:
                    tell(f"a folder of plain programs is left: {reason}")

    def size(self) -> None:
        """Find out how many turns a process of each arm makes; an arm that fails leaves."""
        if self._turns:
            return
        cold_ns = {arm: self._turn_ns(arm, 1) for arm in list(self.playing)}
        warm_ns = {arm: self.playing[arm][0].untimed_ns for arm in self.playing}
        untimed = {arm: untimed_turns(one_ns, warm_ns[arm]) for arm, one_ns in cold_ns.items() if one_ns is not None}
        turn_ns = {arm: self._turn_ns(arm, turns) for arm, turns in untimed.items()}
        sample_ns = max(SAMPLE_NS, turn_ns.get(self.baseline) or 0.0)
        self._turns = {
            arm: turns_of(one_ns, sample_ns, warm_ns[arm]) for arm, one_ns in turn_ns.items() if one_ns is not None
        }

    def _turn_ns(self, arm: str, untimed: int) -> float | None:
        """Return how long a turn of an arm takes after so many; None, and the arm leaves, if it fails."""
        samples = self._play(self.regime, arm, Turns(3, 1, untimed))
        return statistics.median(one.own_ns for one in samples) if samples else None

    def play(self, entrants: Sequence[Entrant]) -> None:
        """Play one round: every entrant once, in a drawn order, all on one drawn CPU, in what is drawn around them."""
        self._round = drawn(self._draw)
        cpus = sorted(available_cpus())
        cpu = self._draw.choice(cpus) if cpus else None
        order = list(entrants)
        self._draw.shuffle(order)
        found: dict[Entrant, float | None] = {}
        if self.has_input and any(regime.pages == "read" for regime, _ in entrants):
            inputs = self._inputs_at(replace(self.regime, pages="read"), Path())
            read_again(path for path in sorted(inputs.rglob("*")) if path.is_file())
        for regime, arm in order:
            is_first = regime.state == "first"
            turns = Turns(1, 1, 0) if is_first else self._turns.get(arm)
            samples: list[Sample] = []
            for _ in range(FIRST_PROCESSES if is_first else 1):
                samples += (turns and self._play(regime, arm, turns, cpu)) or []
            found[regime, arm] = self._time(samples)
        for entrant in entrants:
            self._times.setdefault(entrant, []).append(found[entrant])

    def ratio(self, arm: str, regime: Regime, comparisons: int, *, last: int | None = None) -> Ratio | None:
        """Return an arm's ratio in a regime, over the last so many rounds of it or all; None without any."""
        times, over = (self._times.get((regime, name), []) for name in (arm, self.baseline))
        count = min(len(times), len(over)) if last is None else last
        pairs = zip(times[-count:], over[-count:], strict=True) if count else ()
        return ratio_of(
            [math.log(time / base) for time, base in pairs if time and base and min(time, base) > 0], comparisons
        )

    def _time(self, samples: Sequence[Sample]) -> float | None:
        """Return the time of a turn in a process, or in several; None without samples.

        Waiting for a CPU that somebody else has is not the work's own time.
        """
        return statistics.median(sample.own_ns for sample in samples) if samples else None

    def _enter(self, arm: str, programs: Mapping[str, Program | Missing]) -> None:
        language, _, method = arm.partition("/")
        program = programs.get(language, Missing(f"no plain program is in {language}"))
        if isinstance(program, Missing):
            self.missing[arm] = str(program)
        elif method not in program.methods:
            self.missing[arm] = "no plain program has this method"
        else:
            self.playing[arm] = (program, method)

    def _play(self, regime: Regime, arm: str, turns: Turns, cpu: int | None = None) -> list[Sample] | None:
        """Run a process; None, and the arm leaves with the reason, if it failed."""
        if arm not in self.playing:
            return None
        program, method = self.playing[arm]
        if regime.care == "checked":
            method = program.checked(method)
        self._processes += 1
        above = Path(*regime.folders(self._round))
        places = Places(self._inputs_at(regime, above), self._folder / above / "outputs" / f"run-{self._processes:06d}")
        has_neighbour = regime.before != "own" and regime.state != "first" and cpu is not None
        padding, blocks = self._draw.randrange(PADDING_BYTES), regime.used_blocks(self._round)
        start = Start(
            cpu,
            padding,
            blocks,
            has_neighbour,
            reads_input=regime.before == "others",
            has_lead_in=regime.lead_in == "smaller" and regime.state != "first",
            removes_logs=regime.logs == "removed",
        )
        try:
            return run(
                program,
                method,
                self._works[regime.pages],
                places,
                turns,
                start,
                regime.reader,
                apart=regime.sessions == "two",
            )
        except Failed as failure:
            self.missing[arm] = str(failure)
            del self.playing[arm]
            return None

    def _inputs_at(self, regime: Regime, above: Path) -> Path:
        """Return the folder of the inputs below some folders: made once, and moved there without touching a byte."""
        pages = regime.pages
        wanted = self._folder / above / f"inputs-{pages.replace(' ', '-')}"
        wanted.parent.mkdir(parents=True, exist_ok=True)
        if pages not in self._works:
            work = WORKS[self._job](self.factors)
            wanted.mkdir()
            work.make(wanted, regime.piece_bytes)
            self._works[pages] = work
        elif self._inputs[pages] != wanted:
            self._inputs[pages].rename(wanted)
        self._inputs[pages] = wanted
        return wanted


@contextlib.contextmanager
def _target(name: str) -> Iterator[Target]:
    if name in NAMED:
        with provided_target(name, None, TargetNeed(), tell) as target:
            yield target
    else:
        yield resolve(name, None)


def turns_of(turn_ns: float, sample_ns: float = SAMPLE_NS, untimed_ns: int = UNTIMED_NS) -> Turns:
    """Return how many turns a process makes if one takes so long and its samples are to last as long as others do."""
    each = max(1, round(sample_ns / max(1.0, turn_ns)))
    samples = max(SAMPLES, math.ceil(TIMED_NS / (each * max(1.0, turn_ns))))
    return Turns(samples, each, untimed_turns(turn_ns, untimed_ns))


def untimed_turns(turn_ns: float, untimed_ns: int) -> int:
    """Return how many turns warm a process for so long."""
    return max(UNTIMED_TURNS, math.ceil(untimed_ns / max(1.0, turn_ns)))
