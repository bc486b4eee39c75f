"""The warm-up of programs that compile as they go: each arm is sampled by itself until it has a plateau (rule 1).

Blocks of all arms of a level would take too long for that, and the others gain nothing from it.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from iotrial.stats.judged_clock import figure_ns
from iotrial.stats.plateau import warmup_blocks
from iotrial.workers.arm_worker import ArmWorker, Figures, SampleFailed, WrongState
from iotrial.workers.state import ArmState, LevelState

#: Samples shorter than this are looked at in stretches of so long: a compiler works for longer than many of them take.
STRETCH_NS = 25e6

#: The fewest stretches before an arm's times can be a plateau: over fewer a compiler that waits for its turn, or a slow
#: trend, looks like one.
LEAST_STRETCHES = 24

#: The fewest stretches that an arm is warmed for: a single one that is slower than the rest counts as an outlier.
UNSEEN_STRETCHES = 2

#: An arm without a plateau is warmed for no longer in each round.
MOST_UNSETTLED_NS = 2.5e9

#: The most that an arm is sampled: stretches, ns and samples.
MOST_STRETCHES, LONGEST_NS, MOST_SAMPLES = 120, 10e9, 6000


def warms_alone(level: LevelState, arm: ArmState) -> bool:
    """True if an arm is sampled by itself before a round's blocks.

    A first call comes before all warming up; what is cold, or lasts for a given time, is ruled by something else.
    """
    one_after_another = (
        level.plan.task.cold is None and level.plan.task.window is None and level.plan.task.observed is None
    )
    return arm.kit.warms_up and one_after_another and not level.plan.is_first_call


def expected_warm_up_ns(level: LevelState, arm: ArmState, sample_ns: float) -> float:
    """Return how long an arm warms up by itself in a round, before anybody has seen it do so; 0 if it does not.

    sample_ns: the time of one of its samples. A plateau shows over twice the stretches that come before it.
    """
    return LEAST_STRETCHES / 2 * max(STRETCH_NS, sample_ns) if warms_alone(level, arm) else 0.0


def warm_alone(
    arm: ArmState,
    arm_worker: ArmWorker | SampleFailed,
    margin: float,
    control_ns: Callable[[], float] | None = None,
) -> list[float]:
    """Sample an arm by itself until it has a plateau, and set its own warm-up; return the times of all samples, ns.

    Its process has had no sample yet, as in a round. control_ns: the time of a program that is as it will be, taken
    after each stretch: a machine that grows slower and quicker by turns has no plateau, but the two beside each other
    have. A compiler works on meanwhile, so what the control took counts as warming up. Without a plateau no verdict on
    the arm is confident.
    """
    own: list[float] = []
    control: list[float] = []
    while (found := _plateau_of(own, control, margin)) is None and not _is_long_enough(own):
        size = samples_of_stretch(own)
        try:
            for _ in range(size):
                if isinstance(arm_worker, SampleFailed):
                    raise arm_worker
                own.append(own_time_ns(arm_worker.sample(arm.iterations)))
        except (SampleFailed, WrongState):
            break
        if control_ns is not None:
            try:
                control += [control_ns()] * size
            except (SampleFailed, WrongState):
                control_ns = None
    arm.is_moving, arm.own_warmup = found is None, 0
    if found is not None:
        rests_ns = sum(control[:found]) / samples_of_stretch(own)
        needed = found + math.ceil(rests_ns / statistics.median(own))
        arm.own_warmup = max(needed, UNSEEN_STRETCHES * samples_of_stretch(own))
    return own


def _plateau_of(own: Sequence[float], control: Sequence[float], margin: float) -> int | None:
    """Return the samples before the plateau of an arm, by itself or beside the control; None if neither has one."""
    found = [own_warm_up(own, margin)]
    if len(control) == len(own):
        found.append(own_warm_up(own, margin, control))
    return min((samples for samples in found if samples is not None), default=None)


def own_time_ns(figures: Figures) -> float:
    """Return the time of a sample by the clock of one worker, as verdicts have it (rule 28).

    The wait for a CPU that others had is no trend of the arm's. That for a thread of its own, such as a compiler's, is.
    """
    none = np.zeros(1)
    known = {name: np.array([float(figures.get(name) or 0)]) for name in ("queue_ns", "user_ns", "system_ns")}
    (time_ns,) = figure_ns(
        "wall less queue",
        wall_ns=np.array([float(figures["wall_ns"] or 1)]),
        queue_ns=known["queue_ns"],
        cpu_ns=known["user_ns"] + known["system_ns"],
        reader_ns=none,
        reader_queue_ns=none,
    )
    return float(time_ns)


def share_warm_up(arms: Sequence[ArmState], times_ns: Mapping[int, Sequence[float]]) -> None:
    """Let copies of a method warm up for as long, and no arm of a kit for less than is usual among its methods.

    times_ns: by index of an arm, those that `warm_alone` returned. What copies need is the median of what they needed:
    the program is the same, and a machine that grew slower meanwhile looks like a warm-up. So does a plateau of one of
    them show that all have it. A method without a plateau is warmed for as long as the shortest one takes to be seen.
    """
    kits: dict[object, dict[str, list[ArmState]]] = {}  # by kit, then by method: its copies
    for arm in arms:
        if arm.index in times_ns:
            kits.setdefault(arm.kit.key, {}).setdefault(arm.method.arm, []).append(arm)
    for methods in kits.values():
        needs_ns = {name: _needed_ns(copies, times_ns) for name, copies in methods.items()}
        usual_ns = statistics.median(needs_ns.values())
        for name, copies in methods.items():
            latest = [time for one in copies for time in times_ns[one.index][-LEAST_STRETCHES:]]
            count = math.ceil(max(needs_ns[name], usual_ns) / statistics.median(latest)) if latest else 0
            is_moving = all(one.is_moving for one in copies)
            for one in copies:
                one.is_moving, one.own_warmup = is_moving, min(MOST_SAMPLES // 2, count)


def _needed_ns(copies: Sequence[ArmState], times_ns: Mapping[int, Sequence[float]]) -> float:
    """The usual time that copies of a method took until their plateau, of those that have one."""
    needed = [sum(times_ns[one.index][: one.own_warmup]) for one in copies if not one.is_moving]
    if needed:
        return statistics.median(needed)
    most = [sum(times_ns[one.index][: LEAST_STRETCHES * samples_of_stretch(times_ns[one.index])]) for one in copies]
    return min(MOST_UNSETTLED_NS, statistics.median(most) / 2)


def own_warm_up(times_ns: Sequence[float], margin: float, control_ns: Sequence[float] = ()) -> int | None:
    """Return the samples before the plateau of one arm that was sampled alone; None if it has none yet.

    control_ns: as many times of a control, which the arm's are divided by. A plateau counts if it has held for as long
    as what came before it.
    """
    size = samples_of_stretch(times_ns)
    shown = [a / b for a, b in zip(times_ns, control_ns, strict=True)] if control_ns else times_ns
    stretches = [statistics.fmean(shown[end - size : end]) for end in range(size, len(shown) + 1, size)]
    found = warmup_blocks(stretches, margin) if len(stretches) >= LEAST_STRETCHES else None
    return found * size if found is not None and 2 * found <= len(stretches) else None


def samples_of_stretch(times_ns: Sequence[float]) -> int:
    """Return how many samples make a stretch, by the latest of them; 1 if there is none yet."""
    latest = times_ns[-LEAST_STRETCHES:]
    return max(1, min(MOST_SAMPLES // MOST_STRETCHES, round(STRETCH_NS / statistics.median(latest)))) if latest else 1


def _is_long_enough(times_ns: Sequence[float]) -> bool:
    return len(times_ns) >= MOST_STRETCHES * samples_of_stretch(times_ns) or sum(times_ns) >= LONGEST_NS
