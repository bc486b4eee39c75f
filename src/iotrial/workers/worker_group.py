"""Several workers of one arm at once: all of them fill one window of time (rule 16)."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from iotrial.folders.removal import clear
from iotrial.workers.arm_worker import (
    Figures,
    SampleFailed,
    WrongState,
    WrongWork,
    inputs_guarded,
    neighbours_guarded,
    reader_of,
    reason_of,
    settle,
    sink_guarded,
)
from iotrial.workers.fairness import jain_index, longest_run
from iotrial.workers.integrity import Integrity
from iotrial.workers.moments import MOST_MOMENTS_BYTES, Times, due_within, moments_of, served, summarise
from iotrial.workers.other_host import ClockOffset, OtherHost, error_between
from iotrial.workers.produced import content_of
from iotrial.workers.protocol import FIGURES, Message, ProtocolError
from iotrial.workers.sink import Sink
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.window import Left
from iotrial.workers.worker import Worker, WorkerFailed

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: Time from the first request to the start: longer than it takes to send all requests.
SENDING_NS = 10_000_000

#: Time from the start to the window, so that all are at work when it begins: in any case, plus for each member.
RUN_UP_NS = 40_000_000
RUN_UP_OF_A_MEMBER_NS = 5_000_000

#: The most that is added to it at a level where workers began too late: virtual machines of languages on few CPUs do.
MOST_MORE_RUN_UP_NS = 1_000_000_000

#: A window in which the clocks of hosts may be off by more than this share of it is void.
MOST_CLOCK_ERROR = 0.1

#: A request reaches another host within this many times the error of its clock, which is half of the way there and
#: back.
WAYS_THERE = 20

#: Counters that are summed over the members; the runtime's peaks are those of the largest.
_SUMMED = [name for name in FIGURES if name not in ("wall_ns", "work", "proof") and not name.startswith("runtime_")]
_LARGEST = [name for name in FIGURES if name.startswith("runtime_")]


class WorkerGroup:
    """The workers of one arm, which work within the same window."""

    def __init__(
        self,
        level: LevelState,
        arm: ArmState,
        workers: Sequence[Worker],
        outputs: Path,
        sinks: Sequence[Sink] = (),
        *,
        is_warm: bool = True,
    ) -> None:
        """Take over workers that have said hello and write into the folder `outputs`, or each to its sink."""
        self._sinks = sinks
        self._is_warm = is_warm
        assert level.plan.task.window is not None, "only several workers are a group"
        self._fills = level.plan.task.window
        self._level = level
        self._task = level.plan.task
        self._arm = arm
        self._workers = workers
        self._outputs = outputs
        #: The other host that each member works on; None: this one.
        self._hosts = [level.resources.host_of(member) for member in range(len(workers))]
        self._offsets_ns = [0] * len(workers)
        self._windows = 0
        #: The same folder as each member's host sees it, and as one sees it that asks the server each time.
        self._seen = [level.seen_by(member, outputs) for member in range(len(workers))]
        self._observed = level.resources.target.observed(outputs) if level.plan.task.window.hosts > 1 else outputs
        self._is_prepared = False
        self.pid: int | None = workers[0].pid
        self.pids = [worker.pid for worker in workers]
        #: The bounds of the last window, and the work that was done in it.
        self.window = (0, 0)
        self.times = Times(0)
        self._starts_ns: list[int] = []

    def sample(self, iterations: int) -> Figures:
        """Fill one window; return the figures of all members together, with the number of pieces done in it."""
        with (
            inputs_guarded(self._level, self._arm),
            neighbours_guarded(self._arm, self._workers),
            sink_guarded(self._sinks),
        ):
            return self._sample()

    def _sample(self) -> Figures:
        try:
            self._fills.make(self._observed)
            self._prepare()
            for sink in self._sinks:
                sink.begin()
            for worker in self._workers:
                settle(worker, self._arm, self._level.plan.patience_s)
            before = self._clocks()
            replies = self._work(before)
            after = self._clocks()
            clock_error_ns = max((error_between(one, after[host]) for host, one in before.items()), default=0)
            moments = [self._moments(member, clock_error_ns) for member in range(len(self._workers))]
            left = self._fills.take(self._observed, moments)
            arrived = self._arrived(moments)
        except (WorkerFailed, ProtocolError, OSError, ValueError) as failure:
            self._tidy()
            raise SampleFailed(reason_of(failure), alive=getattr(failure, "alive", False)) from None
        self._fills.most_left_bytes = max(self._fills.most_left_bytes, left.byte_count, sum(arrived))
        self.times = summarise(moments, *self.window)
        figures = self._figures(replies, moments, left)
        if self._level.resources.others:
            figures["clock_error_ns"] = clock_error_ns
        self._require_right(replies, moments, left, arrived, figures)
        return figures

    def _clocks(self) -> dict[OtherHost, ClockOffset]:
        """Compare the clocks of the other hosts with this one's."""
        return {host: host.clock() for host in self._level.resources.others}

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.close()

    def _prepare(self) -> None:
        """Tell the members what to work on, unless they know: between hosts each window has a file of its own."""
        if not self._is_prepared or self._fills.hosts > 1:
            for member, worker in enumerate(self._workers):
                alone = {"job": self._arm.method.job, **self._task.prepare(self._seen[member], whole_lead_in=False)}
                worker.ask("prepare", self._level.plan.patience_s, **self._fills.prepare(alone, member))
            self._is_prepared = True

    def _work(self, clocks: Mapping[OtherHost, ClockOffset]) -> list[Message]:
        """Let all members work until a common end, each by its host's clock; return their replies.

        WorkerFailed if one fails, an end first.
        """
        self._windows += 1
        self._offsets_ns = [clocks[host].offset_ns if host is not None else 0 for host in self._hosts]
        on_the_way_ns = WAYS_THERE * max((clock.error_ns for clock in clocks.values()), default=0)
        start_ns = time.monotonic_ns() + SENDING_NS + on_the_way_ns
        run_up_ns = RUN_UP_NS + RUN_UP_OF_A_MEMBER_NS * len(self._workers) + self._level.progress.more_run_up_ns
        begin_ns = start_ns + run_up_ns
        self.window = (begin_ns, begin_ns + self._fills.length_ns)
        every_ns = self._fills.every_ns
        self._starts_ns = [start_ns + every_ns * member // len(self._workers) for member in range(len(self._workers))]
        due: dict[str, int] = {"every_ns": every_ns} if every_ns else {}
        for member, worker in enumerate(self._workers):
            worker.send(
                "measure",
                iterations=1,
                lead_in=0,
                start_ns=self._starts_ns[member] + self._offsets_ns[member],
                end_ns=self.window[1] + self._offsets_ns[member],
                moments=str(self._moments_path(member)),
                **due,
                **reader_of(self._sinks[member] if self._sinks else None),
            )
        replies: list[Message] = []
        failures: list[WorkerFailed] = []
        patience_s = self._level.plan.patience_s + (self.window[1] - start_ns) / 1e9
        with self._fills.meanwhile(self._outputs, self.window):
            for worker in self._workers:
                try:
                    replies.append(worker.receive("measure", patience_s))
                except WorkerFailed as failure:  # the others go on to the end of the window
                    failures.append(failure)
        if failures:
            raise min(failures, key=lambda failure: failure.alive)  # the end of a worker says more than its complaint
        return replies

    def _moments_path(self, member: int) -> Path:
        again = f"-{self._windows}" if self._fills.hosts > 1 else ""  # a host may keep in mind that a name is gone
        return self._seen[member] / f"moments-{member:02d}{again}"

    def _moments(self, member: int, clock_error_ns: int) -> Integers:
        """Read the times at which each piece of a member's work began and was done, and remove their file.

        They are those of this machine's clock: a host's own, less what was added to it.
        """
        path = self._moments_path(member)
        offset_ns = self._offsets_ns[member]
        now_ns = time.monotonic_ns() + offset_ns + clock_error_ns
        moments = moments_of(content_of(path, MOST_MOMENTS_BYTES), now_ns) - offset_ns
        path.unlink()
        return moments

    def _arrived(self, moments: Sequence[Integers]) -> list[int]:
        """Bytes that each member's sink received; sinks that cannot tell are left out."""
        received = [
            sink.received(len(own) * self._fills.piece_work) for sink, own in zip(self._sinks, moments, strict=False)
        ]
        return [one.byte_count for one in received if one.byte_count is not None]

    def _figures(self, replies: Sequence[Message], moments: Sequence[Integers], left: Left) -> Figures:
        """Build the sample's row: counters cover all that the members did, times what was done in the window."""
        times = self.times
        figures: Figures = {
            **{name: _sum([reply.number(name) for reply in replies]) for name in _SUMMED},
            **{name: _most([reply.number(name) for reply in replies]) for name in _LARGEST},
            "wall_ns": self.window[1] - self.window[0],
            "counted": times.done or None,
            "iterations": sum(len(own) for own in moments),
            "work": sum(reply.number("work") or 0 for reply in replies),
            "p50_ns": times.p50_ns,
            "p90_ns": times.p90_ns,
            "p99_ns": times.p99_ns,
            "longest_ns": times.longest_ns,
            "stall_ns": times.stall_ns,
            "astray": left.astray,
        }
        if self._sinks and times.done:  # deliveries are long: one that crosses a bound counts in part
            figures["wall_ns"] = round((self.window[1] - self.window[0]) * times.done / times.share)
        if (
            self._fills.every_ns
        ):  # the median time from due to done is judged; CPU time is spent on waiting for the clock
            figures["wall_ns"] = times.p50_ns * times.done if times.p50_ns is not None else None
            figures |= dict.fromkeys(("user_ns", "system_ns"))
            schedule = [due_within(start_ns, self._fills.every_ns, *self.window) for start_ns in self._starts_ns]
            figures["due"] = sum(schedule)
            figures["served"] = sum(served(own, *self.window) for own in moments)
        if left.integrity is not None:
            figures |= asdict(left.integrity)
            self._arm.integrity = (self._arm.integrity or Integrity()) + left.integrity
            self._arm.astray = None if left.astray is None else (self._arm.astray or 0) + left.astray
        if left.writer is not None and left.sequence is not None:
            order = self._order(moments, left.writer, left.sequence)
            jain = jain_index(order, len(moments))
            figures["jain_ppm"] = round(jain * 1e6) if jain is not None else None
            figures["longest_run"] = longest_run(order)
        return figures

    def _order(self, moments: Sequence[Integers], writer: Integers, sequence: Integers) -> Integers:
        """The writers of records in the order of the file, for records that were handed out while all were at work."""
        inside = np.zeros(len(writer), dtype=bool)
        for member, own in enumerate(moments):
            chosen = np.flatnonzero((writer == member) & (sequence < len(own)))
            begun = own[sequence[chosen], 0]
            inside[chosen] = (begun >= self.window[0]) & (begun <= self.window[1])
        return writer[inside]

    def _require_right(
        self,
        replies: Sequence[Message],
        moments: Sequence[Integers],
        left: Left,
        arrived: Sequence[int],
        figures: Figures,
    ) -> None:
        """Raise WrongWork if records are not as they were handed over, WrongState if a member came too late."""
        problem = left.integrity.sentence() if left.integrity is not None else ""
        for reply, own in zip(replies, moments, strict=True):
            right = len(own) * self._fills.piece_work
            if reply.number("work") != right:
                problem = problem or f"says its work was {reply.number('work')} instead of {right}"
        for byte_count, own in zip(arrived, moments, strict=False):
            if byte_count != len(own) * self._fills.piece_work:
                problem = problem or f"{byte_count} bytes arrived instead of {len(own) * self._fills.piece_work}"
        if problem:
            wrong = WrongWork(problem, alive=True)
            wrong.figures = figures
            raise wrong
        clock_error_ns = figures.get("clock_error_ns") or 0
        if clock_error_ns > MOST_CLOCK_ERROR * (self.window[1] - self.window[0]):
            raise WrongState(f"the hosts' clocks may be {clock_error_ns / 1e6:.0f} ms apart", figures)
        self._require_in_time(replies, figures)
        if not self._is_warm:
            raise WrongState("its input does not stay in memory although the level is warm", figures)
        # Major faults do not tell: Linux also counts a fault that waited for another process to read the page.
        if self._task.warm is not None and figures["device_read_bytes"]:
            raise WrongState("read from a device although the level is warm", figures)
        if not self.times.done:
            nothing = "nothing was done within the window"
            if self._level.progress.more_run_up_ns == MOST_MORE_RUN_UP_NS:
                raise SampleFailed(nothing, alive=True)
            self._open_later(self._fills.length_ns)
            raise WrongState(nothing, figures)

    def _require_in_time(self, replies: Sequence[Message], figures: Figures) -> None:
        """Raise WrongState if members began after the window did; the next ones begin later."""
        late_ns = [
            late
            for reply, offset_ns in zip(replies, self._offsets_ns, strict=True)
            if (late := (reply.number("began_ns") or 0) - offset_ns - self.window[0]) > 0
        ]
        if late_ns:
            self._open_later(max(late_ns))
            raise WrongState(f"{len(late_ns)} of {len(replies)} workers began after the window did", figures)

    def _open_later(self, missing_ns: int) -> None:
        """Have the next windows of the level begin later by twice what was missing, for all of its arms."""
        self._level.progress.more_run_up_ns = min(
            MOST_MORE_RUN_UP_NS, self._level.progress.more_run_up_ns + 2 * missing_ns
        )

    def _tidy(self) -> None:
        """Remove the outputs of a sample that failed; what cannot be removed is told when the run's folder is."""
        clear(self._outputs)


def _sum(values: Sequence[int | None]) -> int | None:
    """The sum; None if one is missing."""
    return None if None in values else sum(value for value in values if value is not None)


def _most(values: Sequence[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)
