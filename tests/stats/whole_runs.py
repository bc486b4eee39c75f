"""Whole runs that never ran: everything that each of them says, counted as false if the truth says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iotrial.claims.claim import Claim
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds.growth import Growth
from iotrial.claims.kinds.order import Order
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.stats.wide_interval import NEAREST
from iotrial.store.level_figures import LevelFigures
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, LevelRecord, Run
from judge.arm_pairs import pairs
from stats.simulated import SCENARIOS, WALK_SD, simulate

MARGIN = 0.01
BLOCKS = 3

#: The time of one iteration of the baseline, ns; twice that at each size.
BASE_NS = 1e6

#: Sizes, of which the largest costs as much more as a claim allows: whichever way it is decided, it is wrong.
WITHIN = 0.2

#: Like `drift`, but each level has a walk of its own, as if they were measured on machines that have nothing in common.
WANDER = "levels that wander apart"

#: The same with half of the steps: hard to see, and far enough to mislead.
WANDER_SLOWLY = "levels that wander apart slowly"

NOISE = (*SCENARIOS, WANDER, WANDER_SLOWLY)

#: Spread of the part of a round that an arm keeps into the next one: large, so that it is nearly all that rounds have.
AR_SD = 0.02


@dataclass(frozen=True)
class Shape:
    """A run: arms other than baseline and placebo, sizes and targets of its levels, rounds, and claims."""

    arms: int
    sizes: int
    targets: int
    rounds: int
    claims: int

    @property
    def levels(self) -> list[tuple[int, int]]:
        """Size and target of each level, by their numbers."""
        return [(size, target) for target in range(self.targets) for size in range(self.sizes)]


#: A quick study, a quick one with several levels, and a full one.
SHAPES = {
    "quick": Shape(arms=7, sizes=1, targets=1, rounds=12, claims=3),
    "quick, 6 levels": Shape(arms=4, sizes=3, targets=2, rounds=16, claims=3),
    "full, 12 levels": Shape(arms=8, sizes=4, targets=3, rounds=24, claims=8),
}

#: Runs of fewer rounds than a plan may have, with one level or six.
FEW_SHAPES = {
    f"{rounds} rounds, {levels}": Shape(arms=arms, sizes=sizes, targets=targets, rounds=rounds, claims=claims)
    for rounds in range(4, 12)
    for levels, arms, sizes, targets, claims in (("1 level", 7, 1, 1, 3), ("6 levels", 4, 3, 2, 3))
}

#: The true ratios of arms: every one at the bound of the margin, every second one equal to the baseline, or all far
#: from it, by turns 1.45 times and twice as slow.
TRUTHS = ("all at the bound", "half at the bound", "far apart")

#: The place of the last among them, of which what a run decides may be right.
FAR_APART = TRUTHS[2]

#: How an arm's rounds lie about its usual time, made of normal values, with a median of 0.
ROUNDS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "normal": lambda values: values,
    "heavy tails": lambda values: np.clip(np.sign(values) * np.sqrt(np.expm1(values**2) / 1.5), -20, 20),
    "skewed": lambda values: np.where(values > 0, np.expm1(values), values),
}

#: The same of an arm that is now in one state and now in another, 1.45 times as slow, for four rounds on average.
TWO_STATES, STATES_APART, STAYS = "two states", 1.45, 4


@dataclass(frozen=True)
class Spread:
    """How an arm's rounds differ: a kind of ROUNDS or TWO_STATES, the standard deviation of their logs, their AR(1).

    TWO_STATES come on top of normal values. All arms have it, the baseline and the placebo among them, so that the
    median of each two arms' ratios is the true one.
    """

    kind: str
    sd: float
    correlation: float

    def logs(self, rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
        """The logs of (rounds, arms)."""
        values = autoregressive(rng, shape, self.correlation)
        if self.kind != TWO_STATES:
            spread: NDArray[np.float64] = self.sd * ROUNDS[self.kind](values)
            return spread
        states = rng.random(shape) < 0.5
        leaves = rng.random(shape) < 1 / STAYS
        for now in range(1, shape[0]):
            states[now] = states[now - 1] ^ leaves[now]
        found: NDArray[np.float64] = self.sd * values + np.log(STATES_APART) * (states - 0.5)
        return found


@dataclass(frozen=True)
class Said:
    """What a run said falsely, and if it could say anything: the share of arms with an interval of the sign test."""

    false: Sequence[str]
    with_interval: float


def simulated_run(
    shape: Shape,
    truth: str,
    scenario: str,
    correlation: float,
    rng: np.random.Generator,
    *,
    spread: Spread | None = None,
) -> tuple[StoredRun, Sequence[Claim]]:
    """A run with samples of known truth, and its claims, each of which is at a bound.

    correlation: that of rounds whose spread is AR_SD, unless another spread is given.
    """
    if spread is None and correlation:
        spread = Spread("normal", AR_SD, correlation)
    ratios = true_ratios(shape, truth)
    levels = [
        LevelRecord(
            level={"file_bytes": 1000 * 2**size, "target": f"target-{target}"},
            arms=[_arm(number, 1000 * 2**size) for number in range(len(ratios))],
            rounds=shape.rounds,
            blocks=BLOCKS,
        )
        for size, target in shape.levels
    ]
    walks = _walks(shape, scenario, rng)
    figures = [
        _figures(shape, ratios, scenario, spread, rng, level, walk)
        for level, walk in zip(shape.levels, walks, strict=True)
    ]
    claims = _claims(shape)
    run = Run(**_RECORD, levels=levels, study_text="[[claims]]\nkey = 'any'\n" if claims else "", margin=MARGIN)
    return StoredRun(Path(), run, {}, [], figures), claims


def true_ratios(shape: Shape, truth: str) -> list[float]:
    """The time of each arm over the baseline's, baseline and placebo first."""
    if truth == FAR_APART:
        return [1.0, 1.0, *(2.0 if number % 2 else 1.45 for number in range(shape.arms))]
    others = [1.0 if truth != TRUTHS[0] and number % 2 else 1 + MARGIN for number in range(shape.arms)]
    return [1.0, 1.0, *others]


def said(stored: StoredRun, claims: Sequence[Claim], ratios: Sequence[float]) -> Said:
    """Everything false that the run says of arms, winners, pairs, changes, effects, answers and claims."""
    judging = Judging(stored)
    judged = judge_run(judging)
    true = {_name(number): ratio for number, ratio in enumerate(ratios) if number != 1}
    false: list[str] = []
    for number, level in enumerate(judged.levels):
        if level.invalid:
            continue  # it says nothing
        false += [f"verdict of {row.arm}" for row in level.arms if _is_false(row.verdict, true[row.arm])]
        false += _of_ranking(level, true)
        found = pairs(judging, number, level)
        false += [f"pair {one.arm}" for one in found if _is_false(one.verdict, true[one.arm] / true[one.over])]
    # The time at the second target and the third is at the bound of that at the first, for each arm.
    false += [f"effect of {one.factor}" for one in judged.effects if one.verdict not in ("undecided",)]
    false += ["a change" for _ in (*judged.changes.winners, *judged.changes.flips)]
    false += [
        f"an answer: {one.arm}" for answer in judged.answers for choice in answer.choices for one in choice.slower
    ]
    told = judge_claims([judging], claims)
    false += [f"claim {one.claim}" for one in told if one.verdict not in ("open", "not run")]
    rows = [row for level in judged.levels for row in level.arms if row.record.role == "arm"]
    return Said(false, float(np.mean([_is_exact(row.low, row.high) for row in rows])))


def _is_exact(low: float | None, high: float | None) -> bool:
    """True if an interval is narrower than a wide one ever is; that of little noise, by the sign test."""
    return low is not None and high is not None and high / low < 0.99 * NEAREST**2


def left_out(stored: StoredRun, shape: Shape, ratios: Sequence[float]) -> Said:
    """Everything that contradicts the truth, wherever that lies: intervals of arms, pairs and effects, and rankings."""
    judging = Judging(stored)
    judged = judge_run(judging)
    true = {_name(number): ratio for number, ratio in enumerate(ratios) if number != 1}
    false: list[str] = []
    for number, level in enumerate(judged.levels):
        if level.invalid:
            continue
        false += [f"interval of {row.arm}" for row in level.arms if _leaves_out(row.low, row.high, true[row.arm])]
        false += [
            f"interval of {one.arm} over {one.over}"
            for one in pairs(judging, number, level)
            if _leaves_out(one.low, one.high, true[one.arm] / true[one.over])
        ]
        best = min(true[arm] for arm in true) * (1 + MARGIN)
        gone = set(true) - set(level.top_group) if level.top_group else ()
        false += [f"{arm} left the top group" for arm in gone if true[arm] <= best]
    for one in judged.effects:
        first, other = ({**one.at, one.factor: value} for value in (one.of, one.to))
        if _leaves_out(one.low, one.high, _level_time(shape, other) / _level_time(shape, first)):
            false.append(f"interval of {one.factor}")
    rows = [row for level in judged.levels for row in level.arms if row.record.role == "arm"]
    return Said(false, float(np.mean([row.low is not None for row in rows])))


def _leaves_out(low: float | None, high: float | None, ratio: float) -> bool:
    return low is not None and high is not None and not low <= ratio * (1 + 1e-9) <= high * (1 + 2e-9)


def _level_time(shape: Shape, factors: Mapping[str, Any]) -> float:
    """The time of the baseline at a level, by its factors, over that at the first."""
    size = round(np.log2(int(factors["file_bytes"]) / 1000))
    return _level_base(shape, size, int(str(factors["target"]).rsplit("-", 1)[1]))


def _level_base(shape: Shape, size: int, target: int) -> float:
    share = (2**size - 1) / (2 ** (shape.sizes - 1) - 1) if shape.sizes > 1 else 0.0
    return (1 + WITHIN * share) * ((1 + MARGIN) if target else 1.0)


def _is_false(verdict: str | None, ratio: float) -> bool:
    """True if a verdict is wrong; at the bound, each is."""
    if verdict in (None, "undecided", "invalid"):
        return False
    return verdict != "equivalent" or not np.isclose(ratio, 1.0)


def _of_ranking(level: JudgedLevel, true: Mapping[str, float]) -> list[str]:
    """No arm is worse than the best by more than the margin, so none may leave the top group."""
    left = set(true) - set(level.top_group)
    return [f"{arm} left the top group" for arm in left] if level.top_group else []


def _claims(shape: Shape) -> list[Claim]:
    """Claims at a bound: an arm is slower than the baseline at a level; the time of an arm is flat."""
    found: list[Claim] = [
        Order(
            key=f"order {number}",
            says="It is slower.",
            arms=(_name(0), _name(2 + 2 * number % shape.arms)),
            at={"file_bytes": 1000, "target": f"target-{number % shape.targets}"},
        )
        for number in range(shape.claims - (shape.sizes > 2))
    ]
    if shape.sizes > 2:
        found.append(Growth(key="growth", says="It is flat.", arms=(_name(2),), of="time", shape="flat", within=WITHIN))
    return found


def _figures(
    shape: Shape,
    ratios: Sequence[float],
    scenario: str,
    spread: Spread | None,
    rng: np.random.Generator,
    level: tuple[int, int],
    walk: NDArray[np.float64],
) -> LevelFigures:
    size, target = level
    kind = "drift" if scenario in (WANDER, WANDER_SLOWLY) else scenario
    samples = simulate(kind, rng, rounds=shape.rounds, blocks=BLOCKS, true_ratios=ratios, walk=walk)
    time_ns = samples.time_ns * BASE_NS * _level_base(shape, size, target) / 1e6
    if spread is not None:
        time_ns = time_ns * np.exp(spread.logs(rng, (shape.rounds, len(ratios))))[:, None, :]
    arms = list(range(len(ratios)))
    return LevelFigures(list(range(shape.rounds)), arms, time_ns, samples.slot, [], np.empty((*time_ns.shape[:2], 0)))


def _walks(shape: Shape, scenario: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """The log of the machine's speed at each visit to a level, (levels, rounds): one walk through all visits.

    Every sweep visits the levels in an order of its own (rule 4). `WANDER` has a walk for each level instead.
    """
    levels, rounds = len(shape.levels), shape.rounds
    if scenario in (WANDER, WANDER_SLOWLY):
        return (WALK_SD if scenario == WANDER else WALK_SD / 2) * rng.standard_normal((levels, rounds)).cumsum(axis=1)
    walk = WALK_SD / np.sqrt(levels) * rng.standard_normal(rounds * levels).cumsum()
    order = rng.permuted(np.broadcast_to(np.arange(levels), (rounds, levels)).copy(), axis=1)
    return np.take_along_axis(walk.reshape(rounds, levels), order, axis=1).T


def autoregressive(rng: np.random.Generator, shape: tuple[int, ...], correlation: float) -> NDArray[np.float64]:
    """Normal values of variance 1 that follow each other along the last axis but one as an AR(1) process."""
    values = rng.standard_normal(shape)
    for now in range(1, shape[-2]):
        new = np.sqrt(1 - correlation**2) * values[..., now, :]
        values[..., now, :] = correlation * values[..., now - 1, :] + new
    return values


def _name(number: int) -> str:
    return f"c/arm_{0 if number == 1 else number}"


def _arm(number: int, work: int) -> Arm:
    role: Any = {0: "baseline", 1: "placebo"}.get(number, "arm")
    return Arm(arm=_name(number), role=role, iterations=4, clock_step_ns=20, kit_ns=50.0, work=work)


_RECORD: dict[str, Any] = {
    "run": "20261121-143055-k3x9",
    "iotrial": "0.1.0",
    "study": "made-up",
    "question": "Is it slower?",
    "job": "scan",
    "work_unit": "bytes",
    "quick": True,
    "seed": 7,
    "budget_seconds": 20.0,
    "started_at": "2026-11-21T14:30:55+00:00",
    "complete": True,
}


#: No rule was chosen by runs of this seed.
SEED = 61


@dataclass(frozen=True)
class FalseRuns:
    """Shares: of runs that say something false, and of arms that have an interval of the sign test."""

    false: float
    with_interval: float


def false_runs(shape: Shape, truth: str, scenario: str, correlation: float, *, trials: int) -> FalseRuns:
    """Judge so many runs whose truth is known."""
    rng = np.random.default_rng([SEED, NOISE.index(scenario), round(10 * correlation), shape.rounds])
    found = [
        said(*simulated_run(shape, truth, scenario, correlation, rng), true_ratios(shape, truth)) for _ in range(trials)
    ]
    return _shares(found)


def _shares(found: Sequence[Said]) -> FalseRuns:
    return FalseRuns(
        float(np.mean([bool(one.false) for one in found])), float(np.mean([one.with_interval for one in found]))
    )


def wrong_runs(shape: Shape, truth: str, spread: Spread, *, trials: int, seed: int = SEED) -> FalseRuns:
    """Judge so many runs in which rounds differ a lot, wherever the truth lies; with_interval: of either kind."""
    rng = np.random.default_rng([seed, round(100 * spread.sd), round(10 * spread.correlation), shape.rounds])
    ratios = true_ratios(shape, truth)
    return _shares(
        [
            left_out(simulated_run(shape, truth, "quiet", 0.0, rng, spread=spread)[0], shape, ratios)
            for _ in range(trials)
        ]
    )


#: Kinds of noise, each with the correlation of an arm's rounds.
CASES = (*((scenario, 0.0) for scenario in NOISE), ("quiet", 0.3), ("quiet", 0.6))


def table(trials: int) -> list[str]:
    """The lines of the table: fewer trials of runs that take long to judge."""
    lines = [
        "| run | truth | noise | AR(1) | runs | say something false | arms with an exact interval |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, shape in SHAPES.items():
        count = max(20, trials // len(shape.levels))
        for truth in TRUTHS:
            for scenario, correlation in CASES:
                found = false_runs(shape, truth, scenario, correlation, trials=count)
                figures = f"{count} | {found.false:.1%} | {found.with_interval:.0%}"
                lines.append(f"| {name} | {truth} | {scenario} | {correlation:.1f} | {figures} |")
    return lines
