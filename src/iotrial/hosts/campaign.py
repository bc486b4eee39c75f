"""The course of a fleet: hosts are given what is due, what they send is stored, and lost hosts are not waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.hosts import on_host
from iotrial.hosts.assignment import NAME
from iotrial.hosts.engine import RESOURCE, WORKER, Engine, EngineWorker, SchedulerGone, Work
from iotrial.hosts.fleet_folder import FleetFolder
from iotrial.hosts.on_host import About, HostFailed, HostStopped, states_told
from iotrial.hosts.run_files import SentRun, pack, store
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.other_iotrial import unlike_here
from iotrial.store.file_names import RUN_FILE

#: The time between two looks at which hosts have finished.
LOOK_S = 0.3

#: No study takes a week; a host that is there and has not ended one by then does not mean to.
MOST_S = 7 * 24 * 3600.0

#: The number of times that an assignment is handed out again if the engine loses it.
MOST_TRIES = 20


def fit_hosts(engine: Engine, chosen: list[str]) -> tuple[dict[str, EngineWorker], list[Problem]]:
    """Return the hosts that can take part, all or those chosen, and what keeps others from it.

    A host fits if it has the same code as this machine: else its figures would be judged by other rules.
    """
    there = engine.workers()
    missing = [host for host in chosen if host not in there]
    problems = [Problem("no worker of that name is there", where=host, hint=WORKER) for host in missing]
    wanted = {host: worker for host, worker in there.items() if not chosen or host in chosen}
    fit: dict[str, EngineWorker] = {}
    for host, told in engine.ask(on_host.about, of=wanted).items():
        problem = _unlike(told)
        if NAME.fullmatch(host) is None:
            problem = "its name can be that of no folder; give it one of letters and digits: --name"
        elif problem is None and not wanted[host].is_able:
            problem = f"it was started without the resource {RESOURCE}, by which one study at a time is measured there"
        if problem is None:
            fit[host] = wanted[host]
        else:
            problems.append(Problem(problem, where=host, hint=f"on that host: {WORKER}"))
    return fit, problems


def _unlike(told: object) -> str | None:
    """Say how a host's iotrial differs from this one; None if it does not."""
    if isinstance(told, BaseException):
        said = " ".join(str(told).split())
        return f"iotrial cannot be used there: {said}" if said else "iotrial cannot be used there"
    if not isinstance(told, About):
        return "it has another version of iotrial"
    unlike = unlike_here(told.version, told.rules)
    return f"it has {unlike}" if unlike else None


class Campaign:
    """A fleet at work."""

    def __init__(self, engine: Engine, folder: FleetFolder, wait_s: float, tell: Callable[[str], None]) -> None:
        """Take over a fleet. wait_s: how long a lost host is waited for. tell: gets a line for each event."""
        self._engine, self._folder, self._wait_s, self._tell = engine, folder, wait_s, tell
        self._working: dict[str, tuple[int, Work]] = {}
        self._began: dict[str, float] = {}
        self._tries: dict[int, int] = {}
        self._seen = {host: time.monotonic() for host in folder.hosts}

    def play(self) -> None:
        """Go on until nothing is open any more; SchedulerGone if the scheduler is.

        If it is interrupted, the hosts end their rounds in an orderly way.
        """
        try:
            while any(one.is_open for one in self._folder.record.assignments):
                with deferred_signals(yields_to_second=True):  # a callback of Dask's would swallow what they raise
                    self._turn(self._engine.workers())
                time.sleep(LOOK_S)
        except KeyboardInterrupt:
            self._stop()
            raise

    def _turn(self, workers: Mapping[str, EngineWorker]) -> None:
        for host in self._folder.hosts:
            worker = workers.get(host)
            if worker is not None:
                self._seen[host] = time.monotonic()
            self._look_at(host, worker)
            if worker is None:
                self._miss(host)
            elif host not in self._working and (number := self._due(host)) is not None:
                self._assign(number, worker)

    def _look_at(self, host: str, worker: EngineWorker | None) -> None:
        """Take what a host has ended; forget what was given to a worker that is no more."""
        if host not in self._working:
            return
        number, work = self._working[host]
        if worker is None or worker.address != work.worker.address:
            self._tell(f"{host}: is cut off, or was restarted; what it measures it keeps")
        elif work.is_ended:
            self._end(number, work)
        elif time.monotonic() - self._began[host] > MOST_S:
            self._folder.note(number, "failed", reason="its host has said nothing of it for a week")
            self._tell(f"{self._name(number)}: is not waited for any longer")
        else:
            return
        work.forget()
        del self._working[host]

    def _miss(self, host: str) -> None:
        """Give up a host that has been gone for too long."""
        if time.monotonic() - self._seen[host] < self._wait_s:
            return
        for number, one in enumerate(self._folder.record.assignments):
            if one.host == host and one.is_open:
                self._folder.note(number, "gone", reason=f"its host was gone for {self._wait_s:.0f} s")
        self._tell(f"{host}: is not waited for any longer")

    def _due(self, host: str) -> int | None:
        """The next assignment of a host that may begin."""
        now = datetime.now(UTC)
        return next(
            (
                number
                for number, one in enumerate(self._folder.record.assignments)
                if one.host == host and one.is_open and datetime.fromisoformat(one.due_at) <= now
            ),
            None,
        )

    def _assign(self, number: int, worker: EngineWorker) -> None:
        if self._tries.get(number, 0) >= MOST_TRIES:
            self._folder.note(number, "failed", reason=f"it was handed out {MOST_TRIES} times, and lost each time")
            return
        self._tries[number] = self._tries.get(number, 0) + 1
        work = self._engine.assign(on_host.carry_out, self._folder.assignment(number), worker)
        self._working[worker.host] = number, work
        self._began[worker.host] = time.monotonic()
        if self._folder.record.assignments[number].state != "measuring":
            self._folder.note(number, "measuring")
            self._tell(f"{self._name(number)}: measuring")

    def _end(self, number: int, work: Work) -> None:
        try:
            run = _receive(self._folder, number, work.result())
            self._tell(f"{self._name(number)}: finished, {run}")
        except (HostFailed, UsageError) as error:
            self._folder.note(number, "failed", reason=str(error))
            self._tell(f"{self._name(number)}: failed: {error}")
        except HostStopped:
            self._folder.note(number, "stopped", reason="somebody ended it")
            self._tell(f"{self._name(number)}: somebody ended it")
        except Exception as error:  # the engine's own: it is handed out again
            self._tell(f"{self._name(number)}: the engine lost it ({type(error).__name__}); it is taken up again")

    def _stop(self) -> None:
        """Have all hosts end their rounds, and mark unfinished assignments as waiting."""
        self._tell("the hosts end what they measure; what is finished they keep")
        try:
            workers = self._engine.workers()
            self._engine.ask(on_host.stop, self._folder.record.fleet, of=workers)
        except SchedulerGone:
            self._tell("the scheduler does not answer, so that hosts finish what they have begun")
        for number, work in self._working.values():
            self._folder.note(number, "waiting")
            work.forget()

    def _name(self, number: int) -> str:
        one = self._folder.record.assignments[number]
        session = f", session {one.session}" if one.session > 1 or self._sessions > 1 else ""
        return f"{one.host}: {one.study}{session}"

    @property
    def _sessions(self) -> int:
        return max(one.session for one in self._folder.record.assignments)


def _receive(folder: FleetFolder, number: int, sent: object) -> str:
    """Store the run that came of an assignment, and return its id; UsageError if it is none."""
    if isinstance(sent, HostFailed | UsageError):
        raise UsageError(str(sent))
    if not isinstance(sent, SentRun):
        raise UsageError("it sent something else than a run")
    run = store(sent, folder.folder / folder.record.assignments[number].host)
    folder.note(number, "finished", run=run.name)
    return run.name


def take_up(folder: FleetFolder) -> None:
    """Reopen what was stopped, failed, or given up with its host."""
    for number, one in enumerate(folder.record.assignments):
        if one.state != "finished":
            folder.note(number, "waiting")


def collect(engine: Engine, folder: FleetFolder, tell: Callable[[str], None]) -> int:
    """Bring the runs that hosts have finished and that are not here yet; return how many."""
    workers = engine.workers_of(folder.hosts)
    fleet = folder.record.fleet
    told = engine.ask(on_host.states, fleet, of=workers)
    count = 0
    for number, one in enumerate(folder.record.assignments):
        states = states_told(told.get(one.host))
        if one.state == "finished" or (one.key, "finished") not in [(state.key, state.state) for state in states]:
            continue
        sent = engine.ask(on_host.fetch, fleet, one.key, of={one.host: workers[one.host]})[one.host]
        try:
            run = _receive(folder, number, sent)
        except UsageError as error:
            tell(f"{one.host}: {error}")
            continue
        tell(f"{one.host}: {one.key}, {run}")
        count += 1
    return count


def share(fleet: FleetFolder, root: Path) -> tuple[int, list[Problem]]:
    """Copy the runs that are here into a results root, those that are there already too; what is there stays.

    Return how many are there now, and why others are not.
    """
    count, problems = 0, []
    for one in fleet.record.assignments:
        if one.run is None:
            continue
        folder, place = fleet.folder / one.host / one.run, root / one.run
        try:
            if not place.exists():
                store(pack(folder), root)
            is_there = (place / RUN_FILE).read_bytes() == (folder / RUN_FILE).read_bytes()
        except (OSError, UsageError) as error:
            said = error.problems[0].message if isinstance(error, UsageError) else str(error.strerror)
            problems.append(Problem(f"it was not copied: {said}", where=str(folder)))
            continue
        if is_there:
            count += 1
        else:
            problems.append(Problem("it was not copied: the run of its name there is another", where=str(folder)))
    return count, problems
