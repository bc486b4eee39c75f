"""One arm in one round: a worker, and all that a sample of it needs."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from iotrial.ask.catalog import Method
from iotrial.errors import UsageError
from iotrial.folders.removal import clear
from iotrial.machine.page_cache import drop, keep_programs_warm
from iotrial.places.cold import NotCold, evict, why_not_shown
from iotrial.store.record import Observation
from iotrial.workers.moments import MOST_MOMENTS_BYTES, moments_of, quantiles
from iotrial.workers.moved import Moved
from iotrial.workers.produced import content_of, fresh_outputs
from iotrial.workers.protocol import COLLECTED, FIGURES, Dialogue, Message, Pairs, ProtocolError
from iotrial.workers.sink import Received, Sink, SinkEnd, SinkShut
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import Task, lead_in
from iotrial.workers.worker import Worker, WorkerFailed

#: A request may take this many times what the pilot expects, beside the level's patience.
PATIENCE = 50.0

#: An arm that was the only one at work this many times, when workers of others came to harm, did it.
MOST_HARMS = 2

#: The file in an arm's folder in which a client writes when each of its requests began and was done.
MOMENTS = "moments"

Figures = dict[str, int | None]


class SampleFailed(Exception):
    """A sample that gave no figure: the reason, and if its worker can be asked again."""

    def __init__(self, reason: str, *, alive: bool) -> None:
        """Keep the reason, and if the worker can be asked again."""
        super().__init__(reason)
        self.alive = alive
        #: Figures of the sample that were found all the same.
        self.figures: Figures = {}


class WrongWork(SampleFailed):
    """A sample whose work or result is wrong: its worker says so, or we find it."""


class WrongState(Exception):
    """A sample that was taken in another state than its level asks for, such as a cold file at a warm level."""

    def __init__(self, reason: str, figures: Figures) -> None:
        """Keep the reason, and the figures that were found."""
        super().__init__(reason)
        self.figures = figures


class ArmWorker(Protocol):
    """One arm in one round: a worker that runs, and all that a sample of it needs."""

    pid: int | None

    def sample(self, iterations: int) -> Figures:
        """Take one sample; SampleFailed or WrongState with the reason."""

    def close(self) -> None:
        """End the worker."""


@dataclass
class StartedWorker:
    """A worker that has said hello, where it writes, and the work that it was told last."""

    worker: Worker
    outputs: Path  # the folder that it writes to
    sink: Sink | None = None
    is_warm: bool = True  # the level's inputs are in memory
    moved: Moved = field(default_factory=Moved)  # where the round's folders are
    heap_bytes: int | None = None  # memory that it says it took and gave back before
    told: tuple[Task, bool] | None = None  # the task, and if its lead-in is of whole iterations
    request_ns: int | None = None  # of the last request that asked for no work


class LocalArmWorker:
    """A worker at work for one arm at one level, which is checked from outside after every sample."""

    def __init__(self, started: StartedWorker, level: LevelState, arm: ArmState, task: Task | None = None) -> None:
        """Have a worker work for an arm at a level; task: what it does instead of the level's, in passes not timed."""
        self._started = started
        self._level = level
        self._task = task or level.plan.task
        self._arm = arm
        self._worker = started.worker
        self._outputs = started.outputs
        self._sink = started.sink
        self._sinks = [started.sink] if started.sink is not None else []
        self.pid: int | None = started.worker.pid

    def sample(self, iterations: int) -> Figures:
        """Lead in, measure, check what was made; return the figures, None for those that are missing."""
        self._worker.trim_log()
        self._renew_outputs()
        if not self._drop():
            raise WrongState("found its input in memory although others had put it there, outside its memory limit", {})
        figures = self._measure(iterations, *self._lead_in(iterations))
        if not self._started.is_warm:
            raise WrongState("its input does not stay in memory although the level is warm", figures)
        if self._level.plan.is_warm and (figures["device_read_bytes"] or figures["major_faults"]):
            raise WrongState("read from a device although the level is warm", figures)
        cold = self._task.cold
        if cold is not None and (reason := why_not_shown(figures, cold.read_bytes * iterations)):
            raise WrongState(reason, figures)
        return figures

    def _renew_outputs(self) -> None:
        """Make the folder of outputs empty again, even if another method changed it; or SampleFailed."""
        try:
            fresh_outputs(self._outputs)
        except OSError as error:
            raise SampleFailed(f"has no folder to write to: {error.strerror}", alive=True) from None

    def rough(self, iterations: int) -> Figures:
        """Take a sample with the inputs in any state: it is not analysed."""
        self._renew_outputs()
        self._drop()
        return self._measure(iterations, *self._lead_in(iterations))

    def bare(self, iterations: int = 1, *, collected: bool = False) -> Figures:
        """Measure iterations without a lead-in, for passes that are not timed.

        With `collected` the runtime is asked how often it collected garbage meanwhile, and for how long.
        """
        self._renew_outputs()
        self._drop()
        return self._measure(iterations, 0, False, collected=collected)

    def on(self, task: Task) -> LocalArmWorker:
        """Return the same worker for another task of its job, for passes that are not timed."""
        return LocalArmWorker(self._started, self._level, replace(self._arm, work=None), task)

    def at(self, level: LevelState, arm: ArmState) -> LocalArmWorker:
        """Return the same worker at another level of its job, whose sink and folder are the same."""
        return LocalArmWorker(self._started, level, arm)

    @property
    def has_ended(self) -> bool:
        """True if the worker is known to have ended."""
        return self._worker.has_ended

    def talk(self) -> tuple[set[int], set[int]]:
        """Return the worker's own descriptors for requests and for replies, all copies of them."""
        return self._worker.talk()

    def counters(self) -> set[int]:
        """Return the worker's descriptors of files in which the scheduler counts."""
        return self._worker.counters()

    def check(self) -> tuple[Message, Received | None]:
        """Do the work once under check; return the reply and what arrived at the sink."""
        self._started.told = None
        self._renew_outputs()
        with sink_guarded(self._sinks):
            return self._checked()

    def _checked(self) -> tuple[Message, Received | None]:
        try:
            self._worker.ask(
                "prepare", self._level.plan.patience_s, **self._told(self._task.prepare_check(self._outputs))
            )
            if self._sink is not None and self._task.sink is not None:
                kept = self._outputs / self._task.sink.kept if self._task.sink.kept else None
                self._sink.begin(digest=True, keep=kept)
            checked = self._worker.ask("check", self._level.plan.patience_s, **self._task.check_pairs(self._outputs))
            received = self._sink.received(checked.number("work") or 0) if self._sink is not None else None
        except (WorkerFailed, ProtocolError, OSError) as failure:
            raise SampleFailed(reason_of(failure), alive=getattr(failure, "alive", False)) from None
        return checked, received

    def probe(self) -> list[str]:
        """Test what the arm's method declares; return what does not hold."""
        return self._probed(self._task.probe)

    def crash(self) -> list[str]:
        """Test what the arm's method declares of a crash; return what does not hold. The worker may be gone then."""
        return self._probed(self._task.crash)

    def _probed(self, probe: Callable[[Dialogue, Path, Method], list[str]]) -> list[str]:
        self._started.told = None
        self._renew_outputs()
        with sink_guarded(self._sinks):
            try:
                return probe(self, self._outputs, self._arm.method)
            except (WorkerFailed, ProtocolError, OSError) as failure:
                raise SampleFailed(reason_of(failure), alive=getattr(failure, "alive", False)) from None

    def observe(self) -> Observation:
        """Do the work once under the conditions of a level that is not timed; return what came of it."""
        self._started.told = None
        try:
            assert self._task.observed is not None, "such a level has its arms looked at"
            return self._task.observed.look(self, self._outputs)
        except (WorkerFailed, ProtocolError, OSError) as failure:
            raise SampleFailed(reason_of(failure), alive=getattr(failure, "alive", False)) from None

    def begin(self, verb: str, pairs: Pairs) -> None:
        """Send a request; the job is added to `prepare`."""
        self._worker.send(verb, **(self._told(pairs) if verb == "prepare" else pairs))

    def end(self, verb: str) -> Message:
        """Wait for its reply."""
        return self._worker.receive(verb, self._level.plan.patience_s)

    def has_answered(self, within_s: float) -> bool:
        """True if the reply has come, after at most so long."""
        return self._worker.has_answered(within_s)

    def prepare(self, *, whole: bool) -> None:
        """Tell the worker what to work on, unless that is what it was told last."""
        last = self._started.told
        if last != (self._task, whole):
            pairs = self._told(self._task.prepare(self._outputs, whole_lead_in=whole))
            if last is None or last[0] is not self._task:
                self._worker.follow_thread()
            self._worker.clock.start()
            self._worker.ask("prepare", self._level.plan.patience_s, **pairs)
            self._started.request_ns = self._worker.clock.passed().active_ns
            self._started.told = self._task, whole

    def begin_prepare(self) -> None:
        """Tell the worker what to work on, and do not wait until it is ready."""
        self._worker.send("prepare", **self._told(self._task.prepare(self._outputs, whole_lead_in=True)))

    def end_prepare(self) -> None:
        """Wait until it is ready."""
        self._worker.receive("prepare", self._level.plan.patience_s)
        self._started.told = self._task, True

    def prepare_again(self) -> None:
        """Tell the worker once more what to work on: the smallest request that there is."""
        last, self._started.told = self._started.told, None
        self.prepare(whole=last is not None and last[0] is self._task and last[1])

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    def _told(self, pairs: Pairs) -> Pairs:
        """Return the pairs of `prepare`, the job among them, with paths as they are in this round."""
        here = {
            key: self._started.moved.now(value) if isinstance(value, str) else value for key, value in pairs.items()
        }
        return {"job": self._arm.method.job, **here}

    def _lead_in(self, iterations: int) -> tuple[int, bool]:
        """Return the lead-in iterations, and if they are whole ones. Under a memory limit they are: a whole iteration
        leaves as much of the input in memory as the limit allows, which is the state that a sample measures. The first
        call of a process has none (rule 24).
        """
        if self._level.plan.is_first_call:
            return 0, False
        lead_ins, whole = lead_in(iterations)
        return (lead_ins if whole else 1, True) if self._dropped else (lead_ins, whole)

    @property
    def _dropped(self) -> tuple[Path, ...]:
        """The inputs that may be charged to other workers, under a memory limit."""
        return self._level.plan.inputs if self._level.plan.memory_limit_bytes is not None else ()

    def _drop(self) -> bool:
        """Drop inputs that were charged to other workers, under a memory limit; return if all of them are gone."""
        return all([drop(path) for path in self._dropped])

    def _measure(self, iterations: int, lead_ins: int, whole: bool, *, collected: bool = False) -> Figures:
        with (
            inputs_guarded(self._level, self._arm),
            neighbours_guarded(self._arm, [self._worker]),
            sink_guarded(self._sinks),
        ):
            return self._measured(iterations, lead_ins, whole, collected)

    def _measured(self, iterations: int, lead_ins: int, whole: bool, collected: bool) -> Figures:
        task, outputs = self._task, self._outputs
        expected_s = (self._arm.ns or 0) * iterations / 1e9
        moments = outputs / MOMENTS
        try:
            self.prepare(whole=whole)
            if task.outputs is not None:
                task.outputs.make_all(outputs, iterations, lead_ins, whole_lead_in=whole)
            if self._sink is not None:
                self._sink.begin()
            settle(self._worker, self._arm, self._level.plan.patience_s)
            resident_bytes = self._throw_out()
            self._worker.clock.start()
            reply = self._worker.ask(
                "measure",
                self._level.plan.patience_s + PATIENCE * expected_s,
                iterations=iterations,
                lead_in=lead_ins,
                **reader_of(self._sink),
                **({"moments": str(moments)} if task.served is not None else {}),
                **({"collections": 1} if collected else {}),
            )
            passed = self._worker.clock.passed()
            figures: Figures = {key: reply.number(key) for key in (*FIGURES, *(COLLECTED if collected else ()))}
            differing = figures.pop("differing")
            figures |= {"resident_bytes": resident_bytes, "request_ns": self._started.request_ns, **passed._asdict()}
            figures["heap_bytes"] = self._started.heap_bytes
            if task.served is not None:
                figures |= _times_in(moments)
            arrived, right_bytes = None, 0
            if self._sink is not None and task.sink is not None:
                right_bytes = task.sink.byte_count(iterations, lead_ins, whole_lead_in=whole)
                arrived = self._sink.received(right_bytes).byte_count
        except (WorkerFailed, ProtocolError, OSError, NotCold, ValueError) as failure:
            self._tidy()
            raise SampleFailed(reason_of(failure), alive=getattr(failure, "alive", False)) from None
        try:
            problem = task.outputs and task.outputs.take_all(outputs, iterations, lead_ins, whole_lead_in=whole)
        except OSError as error:
            self._tidy()
            raise SampleFailed(f"an output cannot be checked: {error.strerror}", alive=True) from None
        problem = problem or self._wrong(figures, iterations, arrived, right_bytes)
        if differing and not problem and self._arm.role != "floor":
            problem = f"{differing} of {figures['compared']} answers that were compared under load were not the file"
        if problem:
            raise WrongWork(problem, alive=True)
        return figures

    def _throw_out(self) -> int | None:
        """Evict the inputs of a cold level; return the bytes of the first that stayed, None if not known."""
        if self._task.cold is None:
            return None
        stayed_bytes = evict(self._task.cold.inputs, self._level.resources.image)
        keep_programs_warm(self._arm.files)  # dropping a folder drops every cache, the program's own files too
        return stayed_bytes

    def _wrong(self, figures: Figures, iterations: int, arrived: int | None, right_bytes: int) -> str | None:
        """Return the first thing that is wrong with the work that a sample says it did, or None."""
        work = figures["work"]
        assert work is not None
        if self._arm.work is None and work in [one * iterations for one in self._task.works]:
            self._arm.work = work // iterations
        if self._arm.work is None or work != self._arm.work * iterations:
            right = " or ".join(str(one * iterations) for one in self._task.works)
            return f"says its work was {work} instead of {right}"
        if self._arm.role == "floor":
            pass  # a floor need not give the right result
        elif self._task.proof is not None and figures["proof"] != self._task.proof:
            if self._task.returned is not None:
                return "it returned something else than it did under check"
            return f"its result is {figures['proof']} instead of {self._task.proof}"
        if arrived is not None and arrived != right_bytes:
            return f"{arrived} bytes arrived instead of {right_bytes}"
        return None

    def _tidy(self) -> None:
        """Remove the outputs of a sample that failed; what cannot be removed is told when the run's folder is."""
        clear(self._outputs)


def _times_in(path: Path) -> Figures:
    """Read when each request began and was done, and remove the file; ValueError if it holds no such times."""
    moments = moments_of(content_of(path, MOST_MOMENTS_BYTES), time.monotonic_ns())
    path.unlink()
    p50, p90, p99, longest = quantiles(moments[:, 1] - moments[:, 0]) or (None,) * 4
    return {"requests": len(moments), "p50_ns": p50, "p90_ns": p90, "p99_ns": p99, "longest_ns": longest}


@contextlib.contextmanager
def inputs_guarded(level: LevelState, arm: ArmState) -> Iterator[None]:
    """Have an arm work: WrongWork if it changed an input, also if its work failed. The next arm finds what was made.

    It starts with restored inputs, too: changes while no arm worked are no fault of this one.
    """
    _require_folder(level, "no method")
    restored(level)
    _require_limits(level, "no method")
    try:
        yield
    except Exception:
        _require_folder(level, arm.arm)
        require_inputs(level, arm.arm)
        raise
    _require_folder(level, arm.arm)
    require_inputs(level, arm.arm)


def _require_limits(level: LevelState, who: str) -> None:
    """Raise UsageError if a limit of iotrial's own process was lowered for good, with which it may not go on."""
    if level.resources.own is not None and level.resources.own.lost is not None:
        raise UsageError(
            f"{level.resources.own.lost} of iotrial's own process was lowered for good while {who} was at work",
            hint="what was stored is kept; a method that you do not trust cannot do that in a sandbox: --sandbox",
        )


def _require_folder(level: LevelState, who: str) -> None:
    """Raise UsageError if the folder of the run is gone, without which no arm can work; a target may be gone with it,
    which has a reason of its own."""
    if not level.resources.workplace.is_dir() and level.resources.target.is_there():
        raise UsageError(
            f"the folder of the run was removed from the target while {who} was at work",
            hint="what was stored is kept; a method that you do not trust cannot do that in a sandbox: --sandbox",
        )


@contextlib.contextmanager
def neighbours_guarded(arm: ArmState, own: Sequence[Worker]) -> Iterator[None]:
    """Have an arm work: WrongWork if it killed or stopped the workers of others, also if its work failed.

    Once may be chance, such as a person who ends a process just then: that is a WrongState. A worker of others that was
    killed is missing in this round; one that was stopped goes on. What happened to it before is no fault of this arm.
    """
    others = [worker for worker in Worker.standing.values() if worker not in own and not isinstance(worker, SinkEnd)]
    if any(worker.harm is not None for worker in own):
        raise WrongState("its worker was killed while it had nothing to do", {})
    for worker in others:
        worker.harm_done()
    try:
        yield
    except Exception:
        _require_neighbours(arm, others)
        raise
    _require_neighbours(arm, others)


def _require_neighbours(arm: ArmState, others: Sequence[Worker]) -> None:
    done = [harm for worker in others if (harm := worker.harm_done()) is not None]
    if not done:
        return
    arm.harms += 1
    if arm.harms < MOST_HARMS:
        raise WrongState(f"the worker of another method was {done[0]} while it was at work", {})
    raise WrongWork(f"{done[0]} the workers of other methods", alive=True)


@contextlib.contextmanager
def sink_guarded(sinks: Sequence[Sink]) -> Iterator[None]:
    """Let an arm work: WrongWork if it shut a sink, also if its work failed; WrongState if another did so before."""
    try:
        yield
    except SinkShut as shut:
        raise WrongState(str(shut), {}) from None
    except SampleFailed as failure:
        for sink in sinks:
            sink.blame_stop()
        if any(sink.is_shut for sink in sinks):
            raise WrongWork(_how_shut(sinks), alive=failure.alive) from None
        raise
    if any(sink.is_shut for sink in sinks):
        raise WrongWork(_how_shut(sinks), alive=True)


def _how_shut(sinks: Sequence[Sink]) -> str:
    return next(sink.how_shut for sink in sinks if sink.is_shut)


def require_inputs(level: LevelState, who: str) -> None:
    """Restore the inputs and iotrial's own process; WrongWork if one of them was changed.

    UsageError if that cannot be undone. who: the arm that was at work.
    """
    if level.resources.own is not None and (what := level.resources.own.restored()):
        _require_limits(level, who)
        raise WrongWork(f"changed the {what} of iotrial's own process", alive=True)
    if name := restored(level):
        raise WrongWork(f"changed its input {name!r}, which other methods read too", alive=True)


def require_untouched(level: LevelState) -> None:
    """Restore the inputs; WrongState if one was changed while no arm worked: no arm is blamed."""
    if name := restored(level):
        raise WrongState(f"its input {name!r} was changed while no method was at work", {})


def restored(level: LevelState) -> str | None:
    """Restore the inputs; return the name of one that was changed, None if none was.

    So is iotrial's own process, but only arms that could have changed it are blamed.
    """
    if level.resources.own is not None:
        level.resources.own.restored()
    if level.resources.guarded is None or not (names := level.resources.guarded.changed()):
        return None
    try:
        level.resources.guarded.restore(names)
    except OSError as error:
        level.fail(f"the input {names[0]!r} was changed, and cannot be made again: {error.strerror}")
    return names[0]


def settle(worker: Worker, arm: ArmState, patience_s: float) -> None:
    """Let a worker whose kit wants to put itself in order before a sample, which is in no figure."""
    if arm.kit.settles:
        worker.ask("settle", patience_s)


def reader_of(sink: Sink | None) -> dict[str, int]:
    """Return the pair of a request that names the sink's reader, so that its time is read with the worker's own."""
    return {} if sink is None or sink.pid is None else {"reader": sink.pid}


def reason_of(failure: Exception) -> str:
    """Return why something failed, without the number of a system's error."""
    if isinstance(failure, OSError):
        return f"{failure.strerror or failure}"
    return str(failure)
