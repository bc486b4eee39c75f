"""The workers of one round and their sink: one ArmWorker for each arm."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Protocol

from iotrial.ask.method_text import state_of
from iotrial.ask.shaped import adapter_of
from iotrial.machine.cgroup import NoLimit, WorkerCgroup
from iotrial.machine.container import Cells
from iotrial.machine.cpus import available_cpus, bind
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.leftover_processes import end_leftovers, mark
from iotrial.machine.method_sandbox import Sandbox
from iotrial.machine.page_cache import held, keep_programs_warm, mapped_files
from iotrial.machine.process_clock import cpu_ns_of
from iotrial.workers.arm_worker import ArmWorker, LocalArmWorker, SampleFailed, StartedWorker, WrongWork
from iotrial.workers.moved import Moved, moved
from iotrial.workers.produced import fresh_outputs
from iotrial.workers.protocol import ProtocolError
from iotrial.workers.raised import with_place
from iotrial.workers.sink import Sink, open_sink
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.worker import Command, Worker, WorkerFailed, begin

#: A worker that has not said hello after this long never will.
START_TIMEOUT_S = 20.0

#: Each that starts workers has a number of its own, since others may start theirs meanwhile: what comes of one's
#: workers has that number in its mark, and is never taken for what another's left behind.
_NUMBERS = itertools.count()

#: The reason if a method's file is not the one whose text the run stores.
CHANGED_TEXT = "its text was changed while the run went on"

#: The folder that is used instead of one that cannot be used any more has a number higher by this.
SPARE = 500


@dataclass(frozen=True)
class Start:
    """The conditions of a worker's start: its place in the order, its paddings in bytes, its folder's number.

    And the surroundings that all workers of a round share: the names of the folders above theirs, and the memory that
    each takes and gives back before its first work.
    """

    order: int = 0
    environment_bytes: int = 0
    argument_bytes: int = 0
    folder: int | None = None  # None: the arm's own number
    chain: tuple[str, ...] = ()
    heap_bytes: int | None = None  # None: it takes none

    @property
    def path_bytes(self) -> int | None:
        """The bytes by which paths are longer; None if nothing was drawn."""
        return sum(len(name) + 1 for name in self.chain) or None


class RoundWorkers(Protocol):
    """A context in which the ArmWorkers of a round are made; leaving it ends all of them."""

    def __enter__(self) -> RoundWorkers:
        """Open it."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End all workers."""

    def start(self, arms: Iterable[tuple[ArmState, Start]]) -> dict[int, ArmWorker | SampleFailed]:
        """Start a worker for each arm in the order given; map its index to its ArmWorker, or to why there is none."""

    def end(self) -> None:
        """End all workers, so that others may start."""


class WorkerWatch(Protocol):
    """A process between us and a worker: see `probes/memory_kinds.py`."""

    @property
    def stdin(self) -> int | None:
        """Its descriptor 0; None: the null device."""

    def argv(self, argv: Sequence[str]) -> list[str]:
        """The command to start instead of a worker's."""


class LocalRoundWorkers:
    """The workers of a round as real processes, bound to one CPU (or to none)."""

    def __init__(self, level: LevelState, cpu: int | None, logs: Path, *, is_warm: bool = True) -> None:
        """Prepare for a round of a level; the logs of workers go into the folder `logs`.

        If the level's inputs are not in memory (`is_warm` is false), no sample counts.
        """
        self._is_warm = is_warm
        self._level = level
        self._cpu = cpu
        self._logs = logs
        self._sink: Sink | None = None
        self._workers: list[tuple[ArmState, Worker]] = []
        self._limits: list[WorkerCgroup] = []
        number = next(_NUMBERS)
        self._own_mark = f"{level.resources.workplace.name}/{number:06d}"
        container = level.resources.container if level.plan.sandbox is None else None
        self._cells = None if container is None else Cells(container, number)
        self._moved: Moved | None = None  # None: no worker was started yet
        self._open = contextlib.ExitStack()

    def __enter__(self) -> LocalRoundWorkers:
        """Open the sink if the job has one, and keep the inputs in memory."""
        if self._level.plan.is_warm:
            self._open.enter_context(held(self._level.plan.inputs))
        if self._level.plan.sink_kind is not None:
            reader = self._level.plan.reader or "bare"
            self._sink = open_sink(
                self._level.plan.sink_kind, self._level.resources.folder, self._logs / "sink.log", reader
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all workers, at once if something went wrong, and the sink."""
        self.end(at_once=kind is not None)
        if self._sink is not None:
            self._sink.close()
        for group in self._limits:
            group.close()
        self._open.close()

    @property
    def is_sink_shut(self) -> bool:
        """True if a method has shut the sink, so that no other can use it."""
        return self._sink is not None and self._sink.is_shut

    @property
    def how_sink_shut(self) -> str:
        """The deed of a method by which the sink is shut."""
        assert self._sink is not None, "only a sink can be shut"
        return self._sink.how_shut

    @property
    def are_harmed(self) -> bool:
        """True if a worker was killed or stopped while it had nothing to do, now or before; one that was goes on."""
        return any([worker.harm or worker.harm_done() for _, worker in self._workers])

    def end(self, *, at_once: bool = False) -> None:
        """End all workers, so that others may start; at once if something went wrong."""
        bind(0, available_cpus())
        for _, worker in self._workers:
            bind(worker.pid, available_cpus())
            worker.dismiss()
        for _, worker in self._workers:
            worker.kill() if at_once else worker.close()
        is_served = self._level.plan.task.served is not None
        blameless = {arm.index for arm, worker in self._workers if at_once or (is_served and worker.is_killed)}
        self._workers.clear()
        self._end_leftovers(blameless)

    def start(
        self, arms: Iterable[tuple[ArmState, Start]], watch: WorkerWatch | None = None
    ) -> dict[int, ArmWorker | SampleFailed]:
        """Start all workers before waiting for any, so that every CPU helps; then bind them.

        A `watch` starts the worker itself, and is for one worker only.
        """
        every = available_cpus()
        bind(0, every)
        arms = list(arms)
        try:
            where = self._place(start.chain for _, start in arms)
        except OSError as error:  # such as a target that is full; nothing was moved then
            reason = f"its files cannot be put under the path of this round: {error.strerror}"
            return {arm.index: SampleFailed(reason, alive=False) for arm, _ in arms}
        arm_workers: dict[int, ArmWorker | SampleFailed] = {}
        started: list[tuple[ArmState, Worker, Path]] = []
        for arm, start in arms:
            try:
                started.append((arm, *self._begin(arm, start, where, watch)))
            except SampleFailed as failure:
                arm_workers[arm.index] = failure
        for arm, worker, folder in started:
            try:
                hello = worker.receive("hello", START_TIMEOUT_S)
                _limit_open_files(worker.pid, self._level.plan.task.open_files)
                arm.greeted(hello, cpu_ns_of(worker.pid))
                heap_bytes = hello.number("heap_bytes")
                begun = StartedWorker(worker, folder, self._sink, self._is_warm, where, heap_bytes)
                arm_workers[arm.index] = LocalArmWorker(begun, self._level, arm)
            except (WorkerFailed, ProtocolError) as failure:
                arm_workers[arm.index] = SampleFailed(str(failure), alive=False)
        if self._level.plan.task.served is not None:
            _start_servers([one for one in arm_workers.values() if isinstance(one, LocalArmWorker)])
        if self._level.plan.task.warm is not None or self._level.plan.task.cold is not None:
            for arm, worker, _ in started:
                arm.files = arm.files or mapped_files(worker.pid)
            keep_programs_warm({path for arm, *_ in started for path in arm.files})
        if self._cpu is not None:
            for _, worker, _ in started:
                bind(worker.pid, {self._cpu})
            if self._sink is not None and self._sink.pid is not None:
                bind(self._sink.pid, {self._cpu})
            bind(0, every - {self._cpu} or every)
        return arm_workers

    def start_one(self, arm: ArmState, watch: WorkerWatch | None = None) -> LocalArmWorker:
        """Start the worker of one arm; SampleFailed if it does not start."""
        arm_worker = self.start([(arm, Start())], watch)[arm.index]
        if isinstance(arm_worker, SampleFailed):
            raise arm_worker
        assert isinstance(arm_worker, LocalArmWorker)
        return arm_worker

    def _begin(self, arm: ArmState, start: Start, where: Moved, watch: WorkerWatch | None) -> tuple[Worker, Path]:
        """Start the worker of an arm, and send its first request; return it and its folder. SampleFailed if it cannot.

        The folder is where the round's are.
        """
        assert arm.program is not None
        if (changed := changed_text(arm)) is not None:
            raise changed
        try:
            folder = where.folder(self._outputs(arm.index if start.folder is None else start.folder))
        except OSError as error:
            raise SampleFailed(f"has no folder to write to: {error.strerror}", alive=False) from None
        adapter_of(arm.kit, arm.method.job)  # a method may have removed the cache that it lies in
        argv = [*arm.program.argv, *(["x" * start.argument_bytes] if start.argument_bytes else [])]
        try:
            limit = self._limit()
        except NoLimit as reason:
            raise SampleFailed(str(reason), alive=False) from None
        argv = limit.argv(argv) if limit else argv
        command = Command(
            argv=watch.argv(argv) if watch else argv,
            environment=self._environment_of(arm, start),
            stdout=self._sink.stdout if self._sink is not None else None,
            log=self._logs / f"arm-{arm.index:03d}.log",
            stdin=watch.stdin if watch else None,
            plain=where.plain,
            explained=partial(with_place, called=arm.method.path.name, names=arm.program.names),
            sandbox=self._sandbox(folder) if watch is None else None,
            join=self._join(arm) if limit is None else None,
            **({"why_killed": limit.why_killed} if limit else {}),
        )
        try:
            with deferred_signals():  # a worker that is not on record would keep its target from being unmounted
                worker = begin(command)
                self._workers.append((arm, worker))
            worker.send("hello", **({"heap_bytes": start.heap_bytes} if start.heap_bytes is not None else {}))
        except WorkerFailed as failure:
            raise SampleFailed(str(failure), alive=False) from None
        return worker, folder

    @property
    def charged_bytes(self) -> int | None:
        """The most that the last worker was charged with so far; None without a limit, or if it is not known."""
        return self._limits[-1].peak_bytes() if self._limits else None

    def _environment_of(self, arm: ArmState, start: Start) -> dict[str, str]:
        """The environment of a worker: ours, its padding, and its mark."""
        return {**os.environ, **self._conditions_of(arm, start)}

    def _conditions_of(self, arm: ArmState, start: Start) -> dict[str, str]:
        """The variables that are added to the environment of a worker: its padding, and its mark."""
        return {"IOTRIAL_PADDING": "x" * start.environment_bytes, **mark(self._own_mark, arm.index)}

    def _join(self, arm: ArmState) -> Callable[[int], None] | None:
        """Return the call that puts a worker of an arm into its cgroup; None without one, or in a sandbox."""
        return None if self._cells is None else partial(self._cells.add, arm.index)

    def _sandbox(self, outputs: Path) -> Sandbox | None:
        """Return the sandbox of a worker, which can write to its arm's folder and to nothing else; None without one."""
        return None if self._level.plan.sandbox is None else Sandbox(self._level.plan.sandbox, outputs)

    def _end_leftovers(self, blameless: Collection[int]) -> None:
        """End what workers left behind; arms that left something leave the level, except the blameless.

        They are those whose worker was killed in the middle of its work, and servers whose worker was: it could not
        end them. Any other method is to blame, or it could hide what it leaves by not ending.
        """
        left = Counter(leftover.arm for leftover in end_leftovers(self._own_mark, Worker.alive))
        if self._cells is not None:
            left.update(self._cells.end_left())
        for arm in self._level.every:
            if (count := left[arm.index]) and arm.index not in blameless:
                text = "a process behind, which was" if count == 1 else f"{count} processes behind, which were"
                arm.leave("disqualified", f"left {text} ended")

    def _outputs(self, number: int) -> Path:
        """The folder for the outputs of an arm, empty; another one if it cannot be emptied.

        OSError if there is none.
        """
        folder = self._level.resources.outputs(number)
        try:
            fresh_outputs(folder)
        except OSError:  # what some method did there is not to be undone, and not this arm's fault
            folder = self._level.resources.outputs(number + SPARE)
            fresh_outputs(folder)
        return folder

    def _place(self, chains: Iterable[tuple[str, ...]]) -> Moved:
        """Put the round's folders under the path that was drawn for it, once."""
        if self._moved is None:
            chain = next(iter(chains), ())
            self._moved = self._open.enter_context(moved(self._level.resources.movable, chain))
        return self._moved

    def _limit(self) -> WorkerCgroup | None:
        """A cgroup for the next worker; None if the level has no memory limit."""
        limit_bytes, groups = self._level.plan.memory_limit_bytes, self._level.resources.groups
        if limit_bytes is None or groups is None:
            return None
        self._limits.append(groups.make(limit_bytes))
        return self._limits[-1]


def changed_text(arm: ArmState) -> WrongWork | None:
    """Return the failure of an arm whose text is not the one that the run stores; None if it is."""
    now = state_of(arm.method) if arm.text_state else {}
    is_same = all(now.get(name) == state for name, state in arm.text_state.items())  # a server may add files
    return None if is_same else WrongWork(CHANGED_TEXT, alive=False)


def _start_servers(arm_workers: Sequence[LocalArmWorker]) -> None:
    """Have the servers of all arms start at once; one that fails says so when it is asked for its first sample."""
    begun = []
    for one in arm_workers:
        with contextlib.suppress(WorkerFailed):
            one.begin_prepare()
            begun.append(one)
    for one in begun:
        with contextlib.suppress(WorkerFailed, ProtocolError):
            one.end_prepare()


def _limit_open_files(pid: int, most: int | None) -> None:
    """Let a process have no more files open at once; WorkerFailed if the system does not allow that."""
    if most is None:
        return
    try:
        _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        above = most > hard and hard != resource.RLIM_INFINITY
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (most, most if above else hard))
    except AttributeError:
        raise WorkerFailed("this system has no call that limits the open files of another process") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkerFailed(f"open files cannot be limited to {most}: {reason}") from None
