"""One round of one level: fresh workers for all arms, warm-up, then blocks in which each arm is measured once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from iotrial.store.sample import MOST, SAMPLE, least_of
from iotrial.workers.arm_worker import ArmWorker, Figures, SampleFailed, WrongState, WrongWork, require_untouched
from iotrial.workers.round_workers import RoundWorkers, Start
from iotrial.workers.state import ArmState, LevelState

#: After this many failed samples an arm leaves its level (rule 11).
MOST_FAILURES = 2

#: An arm that was in the wrong state for its level this often in a row, while others were not, is so by its nature: it
#: leaves, or it would void all that the others measure.
MOST_WRONG_STATES = 4

Row = dict[str, object]


class Machine(Protocol):
    """The machine as a round needs it, beside its workers."""

    def now_ns(self) -> int:
        """Return the time of the monotonic clock."""

    def counters(self) -> Mapping[str, int]:
        """Return the counters before a block."""

    def over(self, before: Mapping[str, int], cpu: int | None) -> Mapping[str, int]:
        """Return what a block added to the counters."""


#: An arm that fails more often in its own warm-up of a round is not tried hundreds of times more.
MOST_FAILED_WARM_UPS = 1


@dataclass(frozen=True)
class RoundPlan:
    """Random choices for one round; indices are positions in `LevelState.active_arms` at its start."""

    sweep: int
    cpu: int | None
    starts: Sequence[Sequence[Start]]  # (1, arms), or (blocks, arms) if every block has fresh processes
    orders: Sequence[Sequence[int]]  # (blocks, arms)

    def starts_of(self, block: int) -> Sequence[Start]:
        """Return the starts of the processes that a block measures."""
        return self.starts[block if len(self.starts) > 1 else 0]


@dataclass
class _Block:
    rows: dict[int, Row] = field(default_factory=dict)
    void: str | None = None


def play_round(
    level: LevelState,
    plan: RoundPlan,
    workers: RoundWorkers,
    machine: Machine,
    *,
    on_sample: Callable[[], None] = lambda: None,
) -> list[Row]:
    """Play a round and return its samples, a row each; arms that fail twice leave the level on the way.

    If the first call of a process is measured, each block has processes of its own (rule 24).
    """
    timed = list(level.active_arms)
    rows: list[Row] = []
    with workers:
        arm_workers = _start(timed, plan.starts_of(0), workers)
        for arm in timed:
            if isinstance(failure := arm_workers[arm.index], SampleFailed):
                arm.failures += 1
                _leave(arm, failure)
        for arm in timed:
            failures = 0
            for _ in range(arm.own_warmup):
                failures += not _warm_up(level, arm, arm_workers)
                if failures > MOST_FAILED_WARM_UPS:
                    break
        for _ in range(level.shape.warmup_blocks):
            for arm in timed:
                _warm_up(level, arm, arm_workers)
        for number, places in enumerate(plan.orders):
            if level.plan.is_first_call and number:
                workers.end()
                arm_workers = _start(timed, plan.starts_of(number), workers)
            before, begin_ns = machine.counters(), machine.now_ns()
            path_bytes = plan.starts_of(number)[0].path_bytes or 0
            arms = [timed[position] for position in places]
            block = _play_block(level, arms, arm_workers, on_sample, path_bytes)
            common = {
                "sweep": plan.sweep,
                "level": level.plan.index,
                "block": number,
                "begin_ns": begin_ns,
                "cpu": plan.cpu,
                **machine.over(before, plan.cpu),
            }
            for arm, start in zip(timed, plan.starts_of(number), strict=True):
                if arm.index in block.rows:
                    row = {**dict.fromkeys(SAMPLE), **common, **_drawn(start), **block.rows[arm.index]}
                    if block.void is not None and row["status"] == "ok":
                        row |= {"status": "void", "reason": block.void}
                    rows.append(row)
            if not level.arms[0].is_timed:
                break
    return rows


def _drawn(start: Start) -> Row:
    """The conditions that were drawn for a worker, as columns of its samples."""
    return {
        "start_order": start.order,
        "environment_bytes": start.environment_bytes,
        "argument_bytes": start.argument_bytes,
        "folder": start.folder,
        "path_bytes": start.path_bytes,
        "path_depth": len(start.chain) or None,
    }


def _start(
    arms: Sequence[ArmState], starts: Sequence[Start], workers: RoundWorkers
) -> dict[int, ArmWorker | SampleFailed]:
    """Start a worker for each arm that still takes part, in the order drawn."""
    chosen = [(arm, start) for arm, start in zip(arms, starts, strict=True) if arm.is_timed]
    return workers.start(sorted(chosen, key=lambda one: one[1].order))


def _play_block(
    level: LevelState,
    arms: Sequence[ArmState],
    arm_workers: Mapping[int, ArmWorker | SampleFailed],
    on_sample: Callable[[], None],
    path_bytes: int,
) -> _Block:
    """Take one sample of each arm in turn. The first failure of an arm, or a wrong state, voids the block for all."""
    block = _Block()
    for slot, arm in enumerate(arms):
        if not arm.is_timed:
            continue
        arm_worker = arm_workers[arm.index]
        row: Row = {
            "arm": arm.index,
            "slot": slot,
            "iterations": arm.iterations,
            "counted": arm.iterations,
            "status": "ok",
        }
        slowdown = arm.slowdown + arm.slowdown_per_path_byte * path_bytes
        planted = arm.iterations + round(arm.iterations * slowdown)
        try:
            if isinstance(arm_worker, SampleFailed):
                raise arm_worker
            require_untouched(level)
            figures: Figures = arm_worker.sample(planted)
            row.update(iterations=planted)
            row.update({name: value for name, value in figures.items() if name in SAMPLE})
            row["pid"] = arm_worker.pid
            for name, value in row.items():  # a part with a figure beyond what any can be could not be read again
                if _is_beyond(name, value):
                    raise SampleFailed(f"says that {name} is {value}, beyond all bounds", alive=True)
        except SampleFailed as failure:
            row = {name: value for name, value in row.items() if not _is_beyond(name, value)}
            row.update({name: value for name, value in failure.figures.items() if not _is_beyond(name, value)})
            row.update(status="failed", reason=str(failure))
            arm.failures += 1
            if arm.failures < MOST_FAILURES and not isinstance(failure, WrongWork):
                # A server that fails at one request in thousands fails in few samples, and may be gone in the next.
                block.void = f"{arm.arm} failed" + (f": {failure}" if level.plan.task.served is not None else "")
            _leave(arm, failure)
        except WrongState as state:
            row.update(iterations=planted)
            row.update({name: value for name, value in state.figures.items() if not _is_beyond(name, value)})
            row.update(status="void", reason=str(state))
            block.void = f"{arm.arm} {state}"
        block.rows[arm.index] = row
        on_sample()
    _take_out_wrong_states(arms, block)
    return block


def _take_out_wrong_states(arms: Sequence[ArmState], block: _Block) -> None:
    """Take arms out of their level that are in a wrong state again and again, while another method is in the right one.

    If all are in it, the machine is to blame, and none of them.
    """
    rows = [(arm, block.rows[arm.index]) for arm in arms if arm.index in block.rows]
    right = {arm.method.arm for arm, row in rows if row["status"] == "ok"}
    for arm, row in rows:
        if row["status"] == "ok":
            arm.wrong_states = 0
        elif row["status"] == "void" and right - {arm.method.arm}:
            arm.wrong_states += 1
            if arm.wrong_states >= MOST_WRONG_STATES:
                arm.leave("failed", f"{row['reason']}, {arm.wrong_states} times in a row while other methods did not")


def _is_beyond(name: str, value: object) -> bool:
    """True if a figure is no column of a sample, or beyond what it can be."""
    if name not in SAMPLE:
        return True
    return isinstance(value, int) and not least_of(name) <= value <= MOST


def _leave(arm: ArmState, failure: SampleFailed) -> None:
    """Take an arm out of its level if it has failed too often, or done other work than it should."""
    if isinstance(failure, WrongWork):
        arm.leave("disqualified", str(failure))
    elif arm.failures >= MOST_FAILURES:
        arm.leave("failed", str(failure))


def _warm_up(level: LevelState, arm: ArmState, arm_workers: Mapping[int, ArmWorker | SampleFailed]) -> bool:
    """Take a sample that is not kept; return if it was one. An arm that fails here will fail in a sample that counts.

    A server may not: its failures are counted here, too. One that does wrong leaves at once: it may do so only here.
    """
    arm_worker = arm_workers[arm.index]
    if arm.is_timed and not isinstance(arm_worker, SampleFailed):
        try:
            arm_worker.sample(arm.iterations)
            return True
        except WrongWork as wrong:
            _leave(arm, wrong)
        except SampleFailed as failure:
            if level.plan.task.served is not None:
                arm.failures += 1
                _leave(arm, failure)
        except WrongState:
            pass
    return False
