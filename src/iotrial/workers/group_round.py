"""The workers of a round at a level with several at once: a group for each arm (rule 16)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType

from iotrial.machine.cpus import available_cpus, bind
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.page_cache import held, keep_programs_warm, mapped_files
from iotrial.machine.process_clock import cpu_ns_of
from iotrial.workers.arm_worker import ArmWorker, SampleFailed
from iotrial.workers.protocol import ProtocolError
from iotrial.workers.round_workers import START_TIMEOUT_S, LocalRoundWorkers, Start, WorkerWatch, changed_text
from iotrial.workers.sink import Sink, open_sink
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.worker import Command, Worker, WorkerFailed, begin
from iotrial.workers.worker_group import WorkerGroup

#: Writers that are started on a host before the first of them is waited for: its SSH server takes only a few at once.
AT_ONCE = 8


def round_workers_of(level: LevelState, cpu: int | None, logs: Path, *, is_warm: bool = True) -> LocalRoundWorkers:
    """The workers of a round of a level: a group for each arm if several work at once, else one for each arm."""
    if level.plan.task.window is not None:
        return GroupRoundWorkers(level, logs, is_warm=is_warm)
    return LocalRoundWorkers(level, cpu, logs, is_warm=is_warm)


class GroupRoundWorkers(LocalRoundWorkers):
    """The workers of a round in which every arm has a group; no worker is bound to a CPU."""

    def __init__(
        self, level: LevelState, logs: Path, *, is_warm: bool = True, environment: Mapping[str, str] | None = None
    ) -> None:
        """Prepare for a round of a level; `environment` is added to each worker's.

        `{member}` in it stands for the worker's number.
        """
        super().__init__(level, None, logs, is_warm=is_warm)
        self._environment = environment or {}
        self._sinks: list[Sink] = []

    def __enter__(self) -> LocalRoundWorkers:
        """Open a sink for each member if the job has one, and keep the inputs in memory."""
        level = self._level
        if level.plan.task.warm is not None:
            self._open.enter_context(held(level.plan.inputs))
        if level.plan.sink_kind is not None:
            for member in range(level.plan.members):
                folder = self._level.resources.folder / f"sink-{member:02d}"
                folder.mkdir(exist_ok=True)
                log = self._logs / f"sink-{member:02d}.log"
                self._sinks.append(open_sink(level.plan.sink_kind, folder, log, level.plan.reader or "bare"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all workers and the sinks."""
        super().__exit__(kind, error, trace)
        for sink in self._sinks:
            sink.close()

    def start(
        self, arms: Iterable[tuple[ArmState, Start]], watch: WorkerWatch | None = None
    ) -> dict[int, ArmWorker | SampleFailed]:
        """Start the groups of all arms before waiting for any; there is no watch over a group."""
        bind(0, available_cpus())
        arm_workers: dict[int, ArmWorker | SampleFailed] = {}
        started: list[tuple[ArmState, list[Worker]]] = []
        folders: dict[int, Path] = {}
        waiting: list[Worker] = []
        for arm, start in arms:
            group: list[Worker] = []
            if (changed := changed_text(arm)) is not None:
                arm_workers[arm.index] = changed
                continue
            try:
                folders[arm.index] = self._outputs(arm.index if start.folder is None else start.folder)
            except OSError as error:
                arm_workers[arm.index] = SampleFailed(f"has no folder to write to: {error.strerror}", alive=False)
                continue
            try:
                for member in range(self._level.plan.members):
                    outputs = self._level.seen_by(member, folders[arm.index])
                    command = self._command(arm, start, member, outputs)
                    with deferred_signals():  # a worker not on record would keep its target from being unmounted
                        worker = begin(command)
                        self._workers.append((arm, worker))
                    worker.send("hello")
                    group.append(worker)
                started.append((arm, group))
                if self._level.resources.others:
                    waiting += group
                    while len(waiting) >= AT_ONCE * len(self._level.resources.others):
                        waiting.pop(0).has_answered(START_TIMEOUT_S)
            except WorkerFailed as failure:
                arm_workers[arm.index] = SampleFailed(str(failure), alive=False)
        for arm, group in started:
            try:
                for worker in group:
                    hello = worker.receive("hello", START_TIMEOUT_S)
                arm.greeted(hello, None if self._level.resources.others else cpu_ns_of(group[0].pid))
                arm_workers[arm.index] = WorkerGroup(
                    self._level, arm, group, folders[arm.index], self._sinks, is_warm=self._is_warm
                )
            except (WorkerFailed, ProtocolError) as failure:
                arm_workers[arm.index] = SampleFailed(str(failure), alive=False)
        if self._level.plan.task.warm is not None:
            for arm, group in started:
                arm.files = arm.files or mapped_files(group[0].pid)
            keep_programs_warm({path for arm, _ in started for path in arm.files})
        return arm_workers

    def end(self, *, at_once: bool = False) -> None:
        """End all workers, and on other hosts what they left behind; whose worker was killed could not end it."""
        workers = list(self._workers)
        super().end(at_once=at_once)
        for host in self._level.resources.others if workers else ():
            with contextlib.suppress(WorkerFailed):  # it is gone, which is said where it matters
                left = host.end(self._own_mark) - {arm.index for arm, worker in workers if at_once or worker.is_killed}
                for arm in [arm for arm in self._level.every if arm.index in left]:
                    arm.leave("disqualified", f"left a process behind on {host.name}, which was ended")

    def _command(self, arm: ArmState, start: Start, member: int, outputs: Path) -> Command:
        assert arm.program is not None
        own = {name: value.replace("{member}", str(member)) for name, value in self._environment.items()}
        padding = ["x" * start.argument_bytes] if start.argument_bytes else []
        argv = [*arm.program.argv, *padding]
        host = self._level.resources.host_of(member)
        if host is not None:
            conditions = {**self._conditions_of(arm, start), **own}
            argv = host.argv(arm, padding, conditions, self._level.plan.options)
        return Command(
            argv=argv,
            environment={**self._environment_of(arm, start), **own},
            stdout=self._sinks[member].stdout if self._sinks else None,
            log=self._logs / f"arm-{arm.index:03d}-{member:02d}.log",
            sandbox=self._sandbox(outputs),
            join=self._join(arm),
        )
