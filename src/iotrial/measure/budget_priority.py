"""A run in which one level was asked for, and all others give way to it if the budget is short."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter

from iotrial.ask.planned_risk import FEWEST_ASKED, FEWEST_TELLING, PLANNED_CORRELATION
from iotrial.ask.study import Study
from iotrial.measure.sizing import CARRIED_SHARE, FEWEST_BLOCKS, SURE_SHARE, RoundCost, share_out
from iotrial.measure.warmup import expected_warm_up_ns, warms_alone
from iotrial.stats.replication import Replication
from iotrial.stats.risk import Risk
from iotrial.workers.state import ArmState, LevelState

#: The share of the budget that may be used up before the last of the other levels is ready and tried out.
TRIED_SHARE = 0.45

#: The share of the budget that may be kept for tidying up.
MOST_TIDYING_SHARE = 0.15

#: The arms that warm up by themselves may take this share of the budget for it in the pilot.
WARM_UP_SHARE = 0.2

#: About the time to start a worker and to stop it.
START_NS = 50e6

#: Every level but the one that was asked for gets at least this many rounds, or none; for that one they must fit into
#: half the time left.
LEAST_ROUNDS = 12

#: An arm whose shortest sample of the pilot takes more than this many times the quickest arm's is left out.
FAR_SLOWER = 4.0

#: The same if the rounds would not fit into the budget otherwise: a sample of the pilot may be off by a third.
SLOWER = 1.5

#: This many of the quickest arms always stay: the answer is shown beside the next best.
KEPT_ARMS = 2


class BudgetPriority:
    """Rules of who gives way: levels after the first, and in the first the arms that cannot be the answer."""

    def __init__(self, study: Study, levels: Sequence[LevelState], begun_ns: int, now_ns: Callable[[], int]) -> None:
        """Plan for a run that began at `begun_ns`, by the clock `now_ns`."""
        self._eligible = study.eligible
        self._asked, self._others = levels[0], list(levels[1:])
        self._budget_ns = study.budget_seconds * 1e9
        self._fewest = FEWEST_TELLING if study.insists_on_budget else FEWEST_ASKED
        self.late_ns = 0  # what the run takes beyond its budget for the rounds without which it tells nothing
        self.tidying_ns = 0  # what is kept for removing what was made
        self._begun_ns = begun_ns
        self._now_ns = now_ns
        self._first_ns = 0.0  # to make the level asked for ready, and to try it out
        self._asked_cost = RoundCost(0.0, 0.0, 1)
        # Shares of the starts and of a block of the level asked for that are left once slow arms are out.
        self._kept_starts, self._kept_block = 1.0, 1.0

    def give_back(self, time_ns: int) -> None:
        """Take time out of the account, such as that for building."""
        self._begun_ns += time_ns

    def reserve(self, time_ns: float) -> None:
        """Keep time for tidying up, which takes about as long as making the inputs did; not too much of it."""
        self.tidying_ns = int(min(time_ns, MOST_TIDYING_SHARE * self._budget_ns))
        self._budget_ns -= self.tidying_ns

    def spend(self, level: LevelState, work: Callable[[], None]) -> None:
        """Do the work for a level: always for the one asked for, for another if there is time for its rounds, too."""
        begun_ns = self._now_ns()
        if level is not self._asked and not self._has_room(level):
            self.leave_out(level)
            return
        work()
        if level is self._asked:
            self._first_ns += self._now_ns() - begun_ns

    def own_warm_up_ns(self) -> float:
        """Return how long each arm that warms up by itself may take for it in the pilot of the level asked for."""
        alone = {arm.arm for arm in self._asked.active_arms if warms_alone(self._asked, arm)}
        return WARM_UP_SHARE * self._budget_ns / max(1, len(alone))

    def thin_out(self) -> None:
        """Take arms out of the level that was asked for, by the first rough time of each.

        First go the arms that cannot be the answer, except the quickest of each set of guarantees. Then go arms far
        slower than the quickest that can be, until the rounds fit, warming up included. The baseline stays.
        """
        quickest: dict[tuple[tuple[str, str], ...], ArmState] = {}
        others = [arm for arm in self._asked.arms[2:] if arm.is_timed and arm.arm not in self._eligible]
        for arm in sorted(others, key=lambda arm: arm.ns or 0.0):
            first = quickest.setdefault(tuple(sorted(arm.method.guarantees.items())), arm)
            if first is not arm and arm.ns:
                arm.leave("skipped", QUICKER_ALIKE.format(name=first.arm))
        times = [(arm.ns, arm.arm) for arm in self._asked.timed if arm.ns and arm.arm in self._eligible]
        times.sort(key=itemgetter(0))
        if not times:
            return
        quickest_ns, quickest_arm = times[0]
        kept = list(dict.fromkeys(name for _, name in times))[:KEPT_ARMS]
        for arm in sorted(self._asked.arms[2:], key=lambda arm: arm.ns or 0.0, reverse=True):
            if LEAST_ROUNDS * sum(map(self._rough_round_ns, self._asked.timed)) <= self._left_ns() / 2:
                return
            if arm.is_timed and arm.ns and arm.ns > FAR_SLOWER * quickest_ns and arm.arm not in kept:
                arm.leave("skipped", _far_slower(arm.ns / quickest_ns, quickest_arm))

    def share_out(self, costs: Sequence[tuple[LevelState, float, float]]) -> int:
        """Set the blocks of every level and how often it is visited; return the number of sweeps.

        costs: start and block of each level in ns, from its pilot. Levels for which there is no time leave.
        """
        found = {
            level.plan.index: RoundCost(start_ns, block_ns, level.shape.blocks) for level, start_ns, block_ns in costs
        }
        asked = found.pop(self._asked.plan.index, None)
        if asked is None:
            return LEAST_ROUNDS
        asked = RoundCost(asked.start_ns * self._kept_starts, asked.block_ns * self._kept_block, asked.blocks)
        plan = share_out(
            asked,
            found,
            self._fitting_rounds(asked),
            max((self._rounds_of(level) for level in self._others), default=LEAST_ROUNDS),
            self._left_ns(),
        )
        self._asked.shape = replace(self._asked.shape, blocks=plan.blocks)
        for level in self._others:
            if level.plan.index in plan.others:
                level.shape = replace(level.shape, blocks=plan.others[level.plan.index], visits=plan.every)
            elif level.is_measurable:
                self.leave_out(level)
        return plan.sweeps

    def leave_slow(self, start_ns: float, block_ns: float) -> None:
        """Take out, at all levels, the arms for which there is no time, by their shortest samples of the pilot.

        start_ns, block_ns: of the level that was asked for, the only one that was tried out before this is called.
        Arms far slower than the quickest go. Then, until the rounds fit, those that cannot be the answer, and those
        that are merely slower; of each kind the slowest first. At last, if not even the fewest rounds fit, those that
        are nearly as quick. The baseline and the two quickest stay.
        """
        self._asked_cost = RoundCost(start_ns, block_ns, self._asked.shape.blocks)
        before = list(self._asked.active_arms)
        times = {arm.arm: arm.piece_ns or arm.pilot_ns / arm.iterations for arm in self._asked.timed if arm.pilot_ns}
        eligible = sorted((name for name in self._eligible if name in times), key=lambda name: times[name])
        shares = {name: times[name] / times[eligible[0]] for name in reversed(eligible[KEPT_ARMS:])}
        for name, share in shares.items():
            if share > FAR_SLOWER:
                self._leave_everywhere(name, _far_slower(share, eligible[0]))
        others = [arm.arm for arm in self._asked.arms[2:] if arm.is_timed and arm.arm not in self._eligible]
        others.sort(key=lambda name: -times.get(name, 0.0))
        if len(eligible) < KEPT_ARMS:  # the answer is what giving up or gaining a guarantee costs
            others = others[:-KEPT_ARMS]
        reasons = dict.fromkeys(others, UNLIKE)
        reasons |= {name: _far_slower(share, eligible[0]) for name, share in shares.items() if share > SLOWER}
        self._note_kept(before)
        for name, reason in reasons.items():
            round_ns = start_ns * self._kept_starts + block_ns * self._kept_block
            if self._least_rounds() * round_ns <= self._left_ns():
                break
            self._leave_everywhere(name, reason)
            self._note_kept(before)
        for name, share in shares.items():
            round_ns = start_ns * self._kept_starts + block_ns * self._kept_block
            if self._fewest * round_ns <= SURE_SHARE * self._left_ns():
                break
            self._leave_everywhere(name, _no_time(share, eligible[0]))
            self._note_kept(before)

    def _has_room(self, level: LevelState) -> bool:
        """True if another level can be made ready and have its rounds, beside those that the one asked for needs."""
        expected_ns = self._expected_ns(level)
        if self._now_ns() + expected_ns > self._begun_ns + TRIED_SHARE * self._budget_ns:
            return False
        asked = self._asked_cost
        needed_ns = self._least_rounds() * asked.round_ns(min(FEWEST_BLOCKS, asked.blocks))
        rounds_ns = LEAST_ROUNDS * self._share(level) * asked.round_ns(1)
        return needed_ns + rounds_ns <= CARRIED_SHARE * (self._left_ns() - expected_ns)

    def _fitting_rounds(self, asked: RoundCost) -> int:
        """The rounds of the level asked for, with a few blocks each: those that all rows take, or as many as fit."""
        round_ns = asked.round_ns(min(FEWEST_BLOCKS, asked.blocks))
        fit = int(CARRIED_SHARE * self._left_ns() / round_ns) if round_ns else self._least_rounds()
        self.late_ns = max(0, math.ceil(self._fewest * asked.round_ns(1) - self._left_ns()))
        return min(self._least_rounds(), max(self._fewest, fit))

    def _rough_round_ns(self, arm: ArmState) -> float:
        """The time of an arm in a round of the level asked for, by its first rough time."""
        sample_ns = (arm.ns or 0.0) * arm.iterations
        return sample_ns + expected_warm_up_ns(self._asked, arm, sample_ns)

    def _leave_everywhere(self, name: str, reason: str) -> None:
        for level in (self._asked, *self._others):
            for arm in level.arms[2:]:
                if arm.arm == name:
                    arm.leave("skipped", reason)

    def _note_kept(self, before: Sequence[ArmState]) -> None:
        """Note how much of the starts and of a block is left of that with these arms and floors."""
        kept = self._asked.active_arms
        whole_ns = sum(arm.pilot_ns or 0.0 for arm in before)
        self._kept_starts = sum(map(_start_ns, kept)) / sum(map(_start_ns, before)) if before else 1.0
        self._kept_block = sum(arm.pilot_ns or 0.0 for arm in kept) / whole_ns if whole_ns else 1.0

    def _least_rounds(self) -> int:
        """Return the rounds that the level asked for takes with the arms that it has."""
        return self._rounds_of(self._asked)

    def _rounds_of(self, level: LevelState) -> int:
        """Return the rounds that every row of a level takes, as the run will judge them."""
        levels = (self._asked, *(other for other in self._others if other.is_measurable))
        risk = Risk.of([len(one.timed) for one in levels], {"across": len(levels) > 1})
        arms = len(level.timed)
        alpha = risk.level(arms) / max(1, arms - 1)
        return max(LEAST_ROUNDS, Replication(correlation=PLANNED_CORRELATION).least_rounds(alpha))

    def leave_out(self, level: LevelState) -> None:
        """Skip a level for which there is no time."""
        level.skip(NO_TIME)

    def _left_ns(self) -> float:
        return self._budget_ns - (self._now_ns() - self._begun_ns)

    def _expected_ns(self, level: LevelState) -> float:
        """Expected time to make another level ready and to try it out, from what the one asked for took."""
        return self._first_ns * self._share(level)

    def _share(self, level: LevelState) -> float:
        """Expected time of a level over that of the one asked for: by each arm's time there and by the work's size."""
        took = {arm.arm: START_NS + (arm.ns or 0.0) for arm in self._asked.arms}
        arms = sum(took.get(arm.arm, START_NS) for arm in level.arms if arm.status == "measured")
        share = arms / sum(took[arm.arm] for arm in self._asked.arms)
        return share * max(1.0, _size(level) / _size(self._asked))


#: Why a level is left out, or an arm that may be as quick as others.
NO_TIME = "there was no time for it"

#: Why an arm is left out that is shown for comparison alone.
UNLIKE = "it guarantees something else than was asked for, and there was no time for it"
QUICKER_ALIKE = "{name} has the same guarantees and was quicker at a first look"

#: Why one is left out that gives the same: by a first look it is far slower, or may be as quick as others.
FAR_SLOWER_THAN = "at a first look it takes {times} times as long as {name}, too long for a closer one"
NO_TIME_BESIDE = NO_TIME + "; at a first look it takes {times} times as long as {name}"


def _far_slower(share: float, quickest: str) -> str:
    """Say why an arm is left out: a close look at it would take the time of all others."""
    times = f"{share:.1f}" if share < 10 else f"{share:.0f}"
    return FAR_SLOWER_THAN.format(times=times, name=quickest)


def _start_ns(arm: ArmState) -> float:
    """About the time to start the worker of an arm, and to warm it up by itself."""
    return START_NS + arm.own_warmup_ns


def _no_time(share: float, quickest: str) -> str:
    """Say why an arm is left out that may be as quick as others."""
    return NO_TIME_BESIDE.format(times=f"{share:.2f}", name=quickest)


def _size(level: LevelState) -> float:
    """The product of a level's numbers: twice as many records of twice the bytes are four times the work."""
    size = 1.0
    for value in level.plan.factors.values():
        size *= max(1, value) if isinstance(value, int) else 1
    return size
