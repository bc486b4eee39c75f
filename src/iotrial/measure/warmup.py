"""The warm-up of arms, from the times that a pilot saw: each until its own trend has ended (rule 1).

Most arms warm up together, in whole blocks that a round leaves out. Programs that compile as they go are sampled by
themselves until they have a plateau: blocks of all arms would take too long for that, and the others gain nothing.
"""

from __future__ import annotations

import bisect
import itertools
import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from iotrial.stats.judged_clock import figure_ns
from iotrial.stats.plateau import FEWEST_BLOCKS, noise, warmup_blocks
from iotrial.workers.arm_worker import ArmWorker, Figures, SampleFailed, WrongState
from iotrial.workers.state import ArmState, LevelState

#: Blocks of a pilot at least, and at most; between them it goes on until every arm has reached its plateau.
PILOT_BLOCKS = 4
MOST_PILOT_BLOCKS = 60

#: If a pilot is too short to look for plateaus, no more blocks than this are left out.
MOST_SHORT_BLOCKS = 3

#: By index of an arm, its times block by block, ns.
Times = Mapping[int, Sequence[float]]

#: Samples shorter than this are looked at in stretches of so long: a compiler works for longer than many of them take.
STRETCH_NS = 25e6

#: A stretch takes no longer than this with what is not timed, such as removing what a sample wrote: a compiler works on
#: meanwhile.
MOST_STRETCH_NS = 250e6

#: The fewest stretches before an arm's times can be a plateau: over fewer a compiler that waits for its turn, or a slow
#: trend, looks like one.
LEAST_STRETCHES = 24

#: The fewest stretches that an arm is warmed for: a single one that is slower than the rest counts as an outlier.
UNSEEN_STRETCHES = 2

#: An arm without a plateau is warmed for no longer in each round.
MOST_UNSETTLED_NS = 2.5e9

#: The most that an arm is sampled: stretches, ns and samples.
MOST_STRETCHES, LONGEST_NS, MOST_SAMPLES = 120, 10e9, 6000


@dataclass(frozen=True)
class WarmUp:
    """The blocks that a round leaves out, by the slowest arm's need, and the arms that have no plateau.

    is_known: the pilot was long enough to tell.
    """

    blocks: int
    moving: frozenset[int] = frozenset()
    is_known: bool = True


def warm_up(times: Times, margin: float, most_blocks: int) -> WarmUp:
    """Return the warm-up of a level; `most_blocks` is the most that its budget allows.

    An arm is looked at by itself and beside the median arm of each block, since ratios are what is judged, and what
    disturbs a whole block disturbs them little. It is still moving if neither has a plateau within `most_blocks`. Noise
    counts as that of the arm or of the usual one, whichever is larger.
    """
    blocks = max((len(own) for own in times.values()), default=0)
    whole = {index: own for index, own in times.items() if len(own) == blocks}
    if blocks < FEWEST_BLOCKS:
        return WarmUp(_short(list(whole.values()), margin), is_known=False)
    middle = [statistics.median(column) for column in _beside_own_median(list(whole.values()))]
    beside = {index: [a / b for a, b in zip(own, middle, strict=True)] for index, own in whole.items()}
    looked_at = (whole, beside)
    plateaus = [_plateaus(one, margin, len(looked_at) * len(whole)) for one in looked_at]
    needs = {index: [need for one in plateaus if (need := one[index]) is not None] for index in whole}
    moving = frozenset(index for index, found in needs.items() if not found or min(found) > most_blocks)
    settled = [max(found) for index, found in needs.items() if index not in moving]
    return WarmUp(min(most_blocks, max(settled, default=0)), moving)


def is_settled(times: Times, margin: float) -> bool:
    """True if a pilot has seen every arm's plateau; it has if there is no arm."""
    if not times:
        return True
    found = warm_up(times, margin, MOST_PILOT_BLOCKS)
    return found.is_known and not found.moving


def _plateaus(times: Times, margin: float, series: int) -> dict[int, int | None]:
    """Return the blocks before each arm's plateau, None if it has none; `series` are looked at for one answer."""
    usual = statistics.median(noise(own) for own in times.values())
    return {index: warmup_blocks(own, margin, usual_noise=usual, series=series) for index, own in times.items()}


def _beside_own_median(arms: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Return for each block the times of all arms, each over the median of its own."""
    return list(zip(*([time / statistics.median(own) for time in own] for own in arms), strict=True))


def _short(whole: Sequence[Sequence[float]], margin: float) -> int:
    """Return the blocks to leave out by a pilot too short for more: those in which some arm is slower than later.

    Slower means by more than the margin, and by more than three times what the later blocks of a usual arm differ.
    """
    blocks = len(whole[0]) if whole else 0
    if blocks < 2:
        return 0 if blocks else 1  # a block takes so long that none is spent on warming up
    most = min(MOST_SHORT_BLOCKS, blocks - 1)
    settled = [statistics.median(times[blocks // 2 :]) for times in whole]
    later = [times[blocks // 2 :] for times in whole]
    noise = statistics.median((max(times) - min(times)) / level for times, level in zip(later, settled, strict=True))
    slower = max(margin, 3 * noise)
    for number in range(most):
        if all(times[number] / level - 1 <= slower for times, level in zip(whole, settled, strict=True)):
            return number
    return most


def warms_alone(level: LevelState, arm: ArmState) -> bool:
    """True if an arm is sampled by itself before a round's blocks.

    A first call comes before all warming up; what is cold, or lasts for a given time, is ruled by something else.
    """
    one_after_another = level.plan.task.cold is None and level.plan.is_alone
    return arm.kit.warms_up and one_after_another and not level.plan.is_first_call


def expected_warm_up_ns(level: LevelState, arm: ArmState, sample_ns: float) -> float:
    """Return how long an arm warms up by itself in a round, before anybody has seen it do so; 0 if it does not.

    sample_ns: the time of one of its samples. A plateau shows over twice the stretches that come before it.
    """
    return LEAST_STRETCHES / 2 * max(STRETCH_NS, sample_ns) if warms_alone(level, arm) else 0.0


def least_warm_up_ns(arm: ArmState) -> float:
    """Return the shortest time over which a plateau of an arm that is sampled alone can show, by its first look."""
    return (LEAST_STRETCHES + 1) * max(STRETCH_NS, (arm.ns or 0.0) * arm.iterations)


@dataclass(frozen=True)
class OwnWarmUp:
    """The warm-up of an arm by itself: the samples that it takes in each round, and the times of all that it took.

    whole_ns: what each sample took with all that is not timed, such as making its outputs and checking them.
    """

    times_ns: Sequence[float]
    whole_ns: Sequence[float]
    samples: int = 0
    is_moving: bool = False  # it has no plateau

    @property
    def needed_ns(self) -> float:
        """The time until its plateau, with what is not timed."""
        return sum(self.whole_ns[: self.samples])


def warm_alone(
    arm_worker: ArmWorker | SampleFailed,
    iterations: int,
    margin: float,
    control_ns: Callable[[], float] | None = None,
    longest_ns: float = LONGEST_NS,
) -> OwnWarmUp:
    """Sample an arm by itself until it has a plateau; return its own warm-up.

    Its process has had no sample yet, as in a round. control_ns: the time of a program that is as it will be, taken
    after each stretch: a machine that grows slower and quicker by turns has no plateau, but the two beside each other
    have. A compiler works on meanwhile, so what the control took counts as warming up. longest_ns: the most that the
    samples take; twice as much with what is not timed, or as long as a plateau takes to show. Without one no verdict on
    the arm is confident.
    """
    own: list[float] = []
    whole: list[float] = []
    control: list[float] = []
    while (found := _plateau_of(own, control, margin, size := samples_of_stretch(own, whole))) is None:
        if len(own) >= MOST_STRETCHES * size or sum(own) >= longest_ns or sum(whole) >= 2 * LONGEST_NS:
            break
        if sum(whole) >= 2 * longest_ns and len(own) > LEAST_STRETCHES * size:
            break
        try:
            for _ in range(size):
                if isinstance(arm_worker, SampleFailed):
                    raise arm_worker
                begun_ns = time.monotonic_ns()
                time_ns = own_time_ns(arm_worker.sample(iterations))
                whole.append(max(time_ns, float(time.monotonic_ns() - begun_ns)))
                own.append(time_ns)
        except (SampleFailed, WrongState):
            break
        if control_ns is not None:
            try:
                control += [control_ns()] * size
            except (SampleFailed, WrongState):
                control_ns = None
    if found is None:
        return OwnWarmUp(own, whole, is_moving=True)
    rests_ns = sum(control[:found]) / size
    needed = found + math.ceil(rests_ns / statistics.median(whole))
    return OwnWarmUp(own, whole, max(needed, UNSEEN_STRETCHES * size))


def _plateau_of(own: Sequence[float], control: Sequence[float], margin: float, size: int) -> int | None:
    """Return the samples before the plateau of an arm, by itself or beside the control; None if neither has one."""
    found = [own_warm_up(own, margin, size)]
    if len(control) == len(own):
        found.append(own_warm_up(own, margin, size, control))
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


def shared_warm_up(arms: Sequence[ArmState], alone: Mapping[int, OwnWarmUp]) -> dict[int, OwnWarmUp]:
    """Let copies of a method warm up for as long, and no arm of a kit for less than is usual among its methods.

    alone: by index of an arm, what `warm_alone` returned. What copies need is the median of what they needed: the
    program is the same, and a machine that grew slower meanwhile looks like a warm-up. So does a plateau of one of them
    show that all have it. A method without a plateau is warmed for as long as the shortest one takes to be seen.
    """
    kits: dict[object, dict[str, list[int]]] = {}  # by kit, then by method: the indices of its copies
    for arm in arms:
        if arm.index in alone:
            kits.setdefault(arm.kit.key, {}).setdefault(arm.method.arm, []).append(arm.index)
    shared: dict[int, OwnWarmUp] = {}
    for methods in kits.values():
        needs_ns = {name: _needed_ns([alone[index] for index in copies]) for name, copies in methods.items()}
        usual_ns = statistics.median(needs_ns.values())
        for name, copies in methods.items():
            count = _samples_for(max(needs_ns[name], usual_ns), [alone[index] for index in copies])
            is_moving = all(alone[index].is_moving for index in copies)
            for index in copies:
                shared[index] = replace(alone[index], samples=min(MOST_SAMPLES // 2, count), is_moving=is_moving)
    return shared


def _samples_for(time_ns: float, copies: Sequence[OwnWarmUp]) -> int:
    """Return the samples for which copies of a method warm up for a time: as many as it holds of their latest ones.

    The first samples of a process may take ten times as long as those, and do so in every round. Then it is twice as
    many as fill the time, at the most.
    """
    latest = [time for one in copies for time in one.whole_ns[-LEAST_STRETCHES:]]
    if not latest:
        return 0
    latest_ns = statistics.median(latest)
    filling = statistics.median(_samples_that_fill(time_ns, one.whole_ns, latest_ns) for one in copies if one.whole_ns)
    return math.ceil(min(time_ns / latest_ns, 2 * filling))


def _samples_that_fill(time_ns: float, whole_ns: Sequence[float], latest_ns: float) -> int:
    """Return how many of the samples of a process fill a time; those that it did not come to take `latest_ns` each."""
    passed = list(itertools.accumulate(whole_ns))
    if passed[-1] < time_ns:
        return len(passed) + math.ceil((time_ns - passed[-1]) / latest_ns)
    return 1 + bisect.bisect_left(passed, time_ns)


def _needed_ns(copies: Sequence[OwnWarmUp]) -> float:
    """The usual time that copies of a method took until their plateau, of those that have one."""
    needed = [one.needed_ns for one in copies if not one.is_moving]
    if needed:
        return statistics.median(needed)
    sizes = [samples_of_stretch(one.times_ns, one.whole_ns) for one in copies]
    most = [sum(one.whole_ns[: LEAST_STRETCHES * size]) for one, size in zip(copies, sizes, strict=True)]
    return min(MOST_UNSETTLED_NS, statistics.median(most) / 2)


def own_warm_up(times_ns: Sequence[float], margin: float, size: int, control_ns: Sequence[float] = ()) -> int | None:
    """Return the samples before the plateau of one arm that was sampled alone; None if it has none yet.

    size: the samples of a stretch. control_ns: as many times of a control, which the arm's are divided by. A plateau
    counts if it has held for as long as what came before it.
    """
    shown = [a / b for a, b in zip(times_ns, control_ns, strict=True)] if control_ns else times_ns
    stretches = [statistics.fmean(shown[end - size : end]) for end in range(size, len(shown) + 1, size)]
    found = warmup_blocks(stretches, margin) if len(stretches) >= LEAST_STRETCHES else None
    return found * size if found is not None and 2 * found <= len(stretches) else None


def samples_of_stretch(times_ns: Sequence[float], whole_ns: Sequence[float]) -> int:
    """Return how many samples make a stretch, by the latest of them; 1 if there is none yet.

    whole_ns: what each took with all that is not timed.
    """
    if not times_ns:
        return 1
    timed, whole = (statistics.median(times[-LEAST_STRETCHES:]) for times in (times_ns, whole_ns))
    return max(1, min(MOST_SAMPLES // MOST_STRETCHES, round(STRETCH_NS / timed), round(MOST_STRETCH_NS / whole)))
