"""The state of levels and arms while a run goes on."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from iotrial.ask.catalog import Kit, Method, MethodVariant, Value
from iotrial.ask.drawn_surroundings import ENVIRONMENT
from iotrial.ask.factors import is_first_call, memory_limit_of
from iotrial.ask.level_factors import named_as
from iotrial.ask.sink_readers import WITH_READER
from iotrial.errors import UsageError
from iotrial.machine.cgroup import Groups
from iotrial.machine.container import Container
from iotrial.machine.own_limits import OwnLimits
from iotrial.places.target import Target
from iotrial.stats.judged_clock import Clock
from iotrial.store.kind_of_work import is_untouched
from iotrial.store.record import (
    Arm,
    Caution,
    Evidence,
    FloorKind,
    LevelRecord,
    LockWait,
    Memory,
    Observation,
    Records,
    Role,
    Status,
    WriterHost,
)
from iotrial.store.record import VariantRecord as VariantRecord
from iotrial.workers.build import Program
from iotrial.workers.complaint import visible
from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.integrity import Integrity
from iotrial.workers.protocol import Message
from iotrial.workers.task import LEAD_IN_SHARE, Task
from iotrial.workers.worker import WorkerFailed

if TYPE_CHECKING:
    from iotrial.workers.other_host import OtherHost

#: A request of a run without haste may take this long, beside what its work is expected to.
PATIENCE_S = 30.0


@dataclass
class ArmState:
    """One method at one level, and what is known of it so far."""

    index: int
    arm: str
    role: Role
    method: Method
    kit: Kit
    program: Program | None = None
    status: Status = "measured"
    reason: str | None = None
    iterations: int = 1
    slowdown: float = 0.0
    slowdown_per_path_byte: float = 0.0  # more of it for each byte by which paths are longer in a round
    shift: int = 0  # power of two between its iterations and the level's
    work: int | None = None
    ns: float | None = None  # rough time of one iteration
    pilot_ns: float | None = None  # the pilot's shortest sample
    piece_ns: float | None = None  # the least time of a piece of work in its windows; None: samples are no windows
    is_moving: bool | None = None  # no plateau was found in the pilot; None: not known
    own_warmup: int = 0  # samples that it takes alone in each round before the level's warm-up
    own_warmup_ns: float = 0.0  # what they take by the pilot, with what is not timed
    kit_ns: float | None = None
    clock_step_ns: int | None = None
    runtime: str | None = None  # what its first worker said
    other_runtimes: set[str] = field(default_factory=set)  # what later ones said, if it was something else
    start_cpu_ns: int | None = None  # the least CPU time that a worker took until it said hello
    memory: Memory = field(default_factory=Memory)
    evidence: Evidence = field(default_factory=Evidence)
    integrity: Integrity | None = None  # of several writers' records, over all samples so far
    astray: int | None = None  # of these, records that went to a log after it had been moved away
    lock_wait: LockWait = field(default_factory=LockWait)
    all_bytes: int | None = None  # memory of a whole group
    outcome: Observation | None = None  # at a level that is observed and not timed
    text_state: Mapping[str, object] = field(
        default_factory=dict
    )  # of its files when the run began; empty: not watched
    failures: int = 0
    harms: int = 0  # samples in which it harmed the workers of other methods
    wrong_states: int = 0  # samples in a row in another state than the level's, while other methods were in it
    files: set[Path] = field(default_factory=set)  # what its program is made of, libraries too
    tells: frozenset[str] = frozenset()  # the figures that its kit gave in the pilot
    had_children: bool = False  # it started other processes while it was verified
    variant: MethodVariant | None = None  # how it differs from its method; None: not at all

    @property
    def kind(self) -> FloorKind | None:
        """The kind of a floor; None for any other role."""
        return cast("FloorKind", self.method.floor) if self.role == "floor" else None

    @property
    def is_timed(self) -> bool:
        """True if the arm takes part in rounds: it is measured, or disqualified and timed all the same."""
        return self.status == "measured" or (self.status == "disqualified" and "as-published" in self.method.tags)

    def greeted(self, hello: Message, start_cpu_ns: int | None) -> None:
        """Keep what a worker of it says of its runtime and clock, and the CPU time that it took to say it."""
        said = visible(hello.pairs["runtime"])
        packages = self.program.packages if self.program is not None else ""
        runtime = f"{said}, {packages}" if packages else said
        self.runtime = self.runtime or runtime
        if runtime != self.runtime:
            self.other_runtimes.add(runtime)
        self.clock_step_ns = hello.number("clock_step_ns")
        if start_cpu_ns is not None and not self.kit.programs:  # of a server's client it would say nothing
            self.start_cpu_ns = min(start_cpu_ns, self.start_cpu_ns or start_cpu_ns)

    def leave(self, status: Status, reason: str) -> None:
        """Take the arm out of the level; the first reason is kept."""
        if self.status == "measured":
            self.status, self.reason = status, reason

    def _variant(self) -> VariantRecord | None:
        found = self.variant
        if found is None or (found.label is None and self.kit.named is None):
            return None
        return VariantRecord(
            of=self.method.arm, label=found.label, is_first=found.is_first, runtime_path=self.kit.named
        )

    def record(self) -> Arm:
        """The arm as run.json keeps it."""
        return Arm(
            arm=self.arm,
            variant=self._variant(),
            called=self.method.spoken,
            role=self.role,
            status=self.status,
            reason=self.reason,
            guarantees=dict(self.method.guarantees),
            tags=list(self.method.tags),
            parameters={parameter.name: parameter.default for parameter in self.method.parameters},
            floor=self.kind,
            program_sha256=self.program.sha256 if self.program else None,
            compiler=self.program.compiler if self.program else None,
            runtime=self.runtime,
            start_cpu_ns=self.start_cpu_ns,
            iterations=self.iterations,
            shift=self.shift,
            slowdown=self.slowdown,
            clock_step_ns=self.clock_step_ns,
            kit_ns=self.kit_ns,
            no_plateau=self.is_moving,
            own_warmup=self.own_warmup,
            work=self.work,
            memory=self.memory,
            evidence=self.evidence,
            records=Records(**asdict(self.integrity), astray=self.astray) if self.integrity else None,
            lock_wait=self.lock_wait,
            all_bytes=self.all_bytes,
            outcome=self.outcome,
        )


@dataclass(frozen=True)
class LevelPlan:
    """The conditions that are asked of a level: they stay from the first program to the last sweep."""

    index: int
    factors: Mapping[str, Value]
    task: Task
    surroundings: Sequence[str] = (ENVIRONMENT,)  # that are drawn anew in each round
    patience_s: float = PATIENCE_S  # the longest that a request may take, beside what its work is expected to
    sandbox: str | None = None  # the program in which workers are started; None: as any program

    @property
    def options(self) -> dict[str, Value]:
        """The options of runtimes and compilers that it sets."""
        return {key: value for key, value in self.factors.items() if "." in key}

    @property
    def memory_limit_bytes(self) -> int | None:
        """The most memory that each worker may take; None if there is no limit."""
        return memory_limit_of(self.factors)

    @property
    def is_first_call(self) -> bool:
        """True if each sample is the first call of a fresh process (rule 24)."""
        return is_first_call(self.factors)

    @property
    def is_alone(self) -> bool:
        """True if each sample of an arm is iterations of one worker: no window of several, and nothing observed."""
        return self.task.window is None and self.task.observed is None

    @property
    def has_one_iteration(self) -> bool:
        """True if a sample is one iteration: a second would find the input in memory, or one is a whole schedule."""
        return self.task.cold is not None or self.is_first_call or self.task.is_scheduled

    def sample_ns(self, asked_ns: int) -> int:
        """Return how long a sample should be, ns, if a study asks for so long a one."""
        return max(asked_ns, self.task.served.least_sample_ns) if self.task.served is not None else asked_ns

    @property
    def together(self) -> int:
        """The iterations that are at work at once: clients of a server, each of which sends as many requests."""
        return self.task.served.clients if self.task.served is not None else 1

    @property
    def is_warm(self) -> bool:
        """True if a sample must not read from a device, as it may under a memory limit: inputs need not stay then."""
        return self.task.warm is not None and self.memory_limit_bytes is None

    @property
    def inputs(self) -> tuple[Path, ...]:
        """Input files of a warm level, under a memory limit too."""
        return self.task.warm.resident if self.task.warm is not None else ()

    @property
    def resident(self) -> tuple[Path, ...]:
        """Files that must be in memory before a round."""
        return self.inputs if self.memory_limit_bytes is None else ()

    @property
    def members(self) -> int:
        """Workers of an arm that work at once."""
        return self.task.window.members if self.task.window is not None else 1

    @property
    def has_pieces(self) -> bool:
        """True if its samples have the time of each piece of work, as in `LevelRecord`."""
        return self.task.window is not None or self.task.served is not None

    @property
    def sink_kind(self) -> str | None:
        """The kind of sink that arms write to; None if they write to none."""
        return self.task.sink.kind if self.task.sink is not None else None

    def with_sink(self, kind: str) -> LevelPlan:
        """Return the plan with another kind of sink."""
        task = copy.copy(self.task)
        assert task.sink is not None, "only what is sent can be seen elsewhere"
        task.sink = replace(task.sink, kind=kind)
        return replace(self, task=task)

    @property
    def reader(self) -> str | None:
        """The reader of the sink; None if there is no sink, or if it is not read."""
        sink = self.task.sink
        return sink.reader if sink is not None and sink.kind in WITH_READER else None


@dataclass(frozen=True)
class LevelResources:
    """All that the workers of a level are given, and that whoever made it takes back when the run ends."""

    folder: Path
    target: Target
    movable: Sequence[Path] = ()  # folders that may be under another path in each round
    image: Path | None = None  # the file that the target of a cold level is an image in, to be thrown out too
    groups: Groups | None = None  # give workers their memory limit; None if the level has none
    container: Container | None = None  # knows all that comes of workers; None: it can have none
    guarded: GuardedInputs | None = None  # the inputs that no method may change; None: not watched
    own: OwnLimits | None = None  # of iotrial's own process, which no method may change; None: not watched
    others: Sequence[OtherHost] = ()  # hosts that its writers are dealt to; empty: all work here

    @property
    def workplace(self) -> Path:
        """The folder of the run, under the level's target, in which the level has its own."""
        return self.folder.parent

    def outputs(self, number: int) -> Path:
        """The folder for an arm's outputs; there is one for each arm, and all names have the same length."""
        return self.folder / f"arm-{number:03d}"

    def host_of(self, member: int) -> OtherHost | None:
        """Return the other host that one of several workers is on; None: this one. They are dealt to them in turn."""
        return self.others[member % len(self.others)] if self.others else None


@dataclass(frozen=True)
class RoundShape:
    """The parts of a round of a level, fixed by its pilot before the first one."""

    blocks: int = 1
    warmup_blocks: int = 1
    visits: int = 1  # it has a round once in this many sweeps
    clock: Clock = "wall"  # that it is judged by


@dataclass
class LevelProgress:
    """The fate of a level so far."""

    skipped: str | None = None  # why nothing of it is measured
    stopped: bool = False  # it has its answer, or the run has
    cautions: list[Caution] = field(default_factory=list)
    more_run_up_ns: int = 0  # by which windows begin later than usual, since workers began too late for one before


@dataclass
class LevelState:
    """One level of a run: what is asked, what it is given, its arms (baseline first, placebo second) and its floors."""

    plan: LevelPlan
    resources: LevelResources
    arms: list[ArmState]
    floors: list[ArmState] = field(default_factory=list)  # their indices go on from those of the arms
    shape: RoundShape = RoundShape()
    progress: LevelProgress = field(default_factory=LevelProgress)

    def seen_by(self, member: int, path: Path) -> Path:
        """Return a path under the target as the host of one of several workers sees it."""
        assert self.plan.task.window is not None, "only several workers are dealt to hosts"
        return self.resources.target.seen_by(member % self.plan.task.window.hosts, path)

    @property
    def timed(self) -> list[ArmState]:
        """The arms that still take part."""
        return [arm for arm in self.arms if arm.is_timed]

    @property
    def every(self) -> list[ArmState]:
        """Arms and floors: all that have a program, a folder and an index."""
        return [*self.arms, *self.floors]

    @property
    def active_arms(self) -> list[ArmState]:
        """The arms and floors that still take part in rounds."""
        return [arm for arm in self.every if arm.is_timed]

    @property
    def is_measurable(self) -> bool:
        """True if there is still something to compare: the baseline, and another arm beside the placebo."""
        is_open = self.progress.skipped is None and not self.progress.stopped and self.plan.task.observed is None
        return is_open and self.arms[0].is_timed and len(self.timed) > 1

    @property
    def has_evidence(self) -> bool:
        """True if there are arms to explain, each of one worker, or of servers that answer one request at a time."""
        is_alone = self.plan.task.window is None and not self.plan.task.is_scheduled
        is_timed = self.progress.skipped is None and self.plan.task.observed is None and is_alone
        return is_timed and self.arms[0].is_timed and len(self.timed) > 1 and self.resources.target.is_there()

    @property
    def is_observed(self) -> bool:
        """True if its arms were observed, and at least one of them has an outcome."""
        return self.progress.skipped is None and any(arm.outcome is not None for arm in self.arms)

    @property
    def has_harm(self) -> bool:
        """True if some of its arms harmed records of several writers, which is an answer without any figure."""
        return any(arm.integrity is not None and not arm.integrity.is_whole for arm in self.arms)

    @property
    def is_free(self) -> bool:
        """True if workers may use every CPU: an arm is threaded, or has several workers, or a server with clients."""
        return self.plan.has_pieces or any("threaded" in arm.method.tags for arm in self.timed)

    def skip(self, reason: str) -> None:
        """Take the whole level out: nothing of it is measured."""
        self.progress.skipped = reason
        for arm in self.every:
            arm.leave("skipped", reason)

    def require_target(self) -> None:
        """Take all arms out of the level if its target is gone: what is written would land below the mount point."""
        if not self.resources.target.is_there():
            self.lose_target(())

    def require_hosts(self, arms: Iterable[ArmState] = ()) -> None:
        """Raise UsageError if a host on which workers of the level are does not answer any more.

        Failures of `arms` meanwhile were no fault of theirs: they are measured when the run goes on.
        """
        for host in self.resources.others:
            try:
                host.clock()
            except WorkerFailed as gone:
                for arm in arms:
                    arm.status, arm.reason = "measured", None
                raise UsageError(
                    f"{gone}, in the middle of the run",
                    hint="what was measured before is kept; when it is back: iotrial run --resume last --on FILE",
                ) from None

    def lose_target(self, arms: Iterable[ArmState]) -> None:
        """Take all arms out of the level, whose target is gone: that also explains each failure of `arms` meanwhile."""
        for arm in arms:
            arm.status, arm.reason = "measured", None
        self.fail(f"the target {self.resources.target.name} is not mounted any more, in the middle of the run")

    def fail(self, reason: str) -> None:
        """Take all arms out of the level."""
        for arm in self.every:
            arm.leave("failed", reason)

    def rebase(self) -> str | None:
        """Replace a baseline that cannot be measured or ranked by another arm; return a sentence that says so.

        The first arm that an article timed takes its place, else the first. None if the baseline is well or no other
        arm is.
        """
        old = self.arms[0]
        candidates = [arm for arm in self.arms[2:] if self.is_ranked(arm)]
        if self.is_ranked(old) or not candidates:
            return None
        new = next((arm for arm in candidates if "article" in arm.method.tags), candidates[0])
        others = [replace(arm, role="arm") for arm in (*self.arms[2:], old) if arm is not new]
        self.arms = [replace(new, role="baseline"), replace(new, role="placebo"), *others]
        for index, arm in enumerate(self.arms):
            arm.index = index
        fate = "hands over bytes that nobody reads" if old.status == "measured" else f"is {old.status}"
        return f"{old.arm} {fate}, so {new.arm} is the baseline"

    def arrange(self, order: Sequence[tuple[str, Role]]) -> None:
        """Put the arms in the order of a resumed run, by names and roles: its baseline may have been replaced."""
        named = {arm.arm: arm for arm in self.arms}
        self.arms = [replace(named[name], index=index, role=role) for index, (name, role) in enumerate(order)]

    def is_ranked(self, arm: ArmState) -> bool:
        """True if an arm may be judged: it was measured, and the bytes that it sends are read."""
        return arm.status == "measured" and not is_untouched(arm.method.tags, self.plan.factors)

    def record(self, rounds: int) -> LevelRecord:
        """The level as run.json keeps it."""
        return LevelRecord(
            level=named_as(self.plan.factors, self.plan.factors),
            returned=self.plan.task.returned,
            kind="observed" if self.plan.task.observed is not None else "timed",
            arms=[arm.record() for arm in self.arms],
            floors=[floor.record() for floor in self.floors],
            status="skipped" if self.progress.skipped else "planned",
            reason=self.progress.skipped,
            rounds=0 if self.plan.task.observed is not None else -(-rounds // self.shape.visits),
            visits=self.shape.visits,
            blocks=self.shape.blocks,
            warmup_blocks=self.shape.warmup_blocks,
            clock=self.shape.clock,
            workers=self.plan.members,
            surroundings=list(self.plan.surroundings),
            lead_in_share=0.0 if self.plan.is_first_call else LEAD_IN_SHARE,
            window_ns=self.plan.task.window.length_ns if self.plan.task.window is not None else None,
            requests=self.plan.task.served.loop if self.plan.task.served is not None else None,
            hosts=[
                WriterHost(name=one.name, kernel=one.kernel, filesystem=one.filesystem) for one in self.resources.others
            ]
            or None,
        )
