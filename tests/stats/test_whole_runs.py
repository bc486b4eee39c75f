"""Of twenty runs at most one says anything false: whole runs, judged as a user sees them, with a known truth."""

import numpy as np
import pytest

from iotrial.stats import wide_interval
from stats.chance import Trials
from stats.whole_runs import (
    FAR_APART,
    FEW_SHAPES,
    ROUNDS,
    SHAPES,
    TRUTHS,
    TWO_STATES,
    Spread,
    false_runs,
    left_out,
    said,
    simulated_run,
    true_ratios,
    wrong_runs,
)

#: Kinds of noise, each with the correlation of an arm's rounds.
NOISE = (("quiet", 0.0), ("quiet", 0.3), ("quiet", 0.6), ("drift", 0.0))

#: Runs of each kind of noise. Were each verdict given the whole risk of its run, 20 % of them would say something
#: false, and the few quick ones see that. Six levels take seven times as long to judge: few of them see what makes a
#: third of such runs false, as verdicts do that take rounds for independent whose correlation is 0.6.
FEW, ALL = {"quick": Trials(30), "quick, 6 levels": Trials(7)}, Trials(60)


@pytest.mark.parametrize(
    ("shape", "trials"), [*FEW.items(), *(pytest.param(shape, ALL, marks=pytest.mark.long) for shape in FEW)]
)
def test_hardly_a_run_says_anything_false(shape: str, trials: Trials) -> None:
    found = {noise: false_runs(SHAPES[shape], TRUTHS[0], *noise, trials=trials.count).false for noise in NOISE}
    assert {noise: share for noise, share in found.items() if trials.too_many(share, 0.05)} == {}
    runs = Trials(trials.count * len(NOISE))
    assert not runs.too_many(float(np.mean(list(found.values()))), 0.05)
    assert runs.power(0.05, {"quick": 0.2}.get(shape, 0.33)) > 0.93


def test_a_quick_run_can_decide() -> None:
    shape = SHAPES["quick"]
    assert false_runs(shape, TRUTHS[0], "quiet", 0.0, trials=8).with_interval > 0.8
    assert false_runs(shape, TRUTHS[0], "quiet", 0.6, trials=8).with_interval < 0.5  # wide rather than wrong


#: Runs of too few rounds for the sign test, and of each the trials. From 8 rounds on, where each of them asks how many
#: rounds would do, they take long to judge: of those only the intervals are tried elsewhere (test_wide_interval).
WIDE_FEW = {"5 rounds, 1 level": 4, "7 rounds, 1 level": 4, "7 rounds, 6 levels": 1}


@pytest.mark.parametrize(
    ("shape", "trials"),
    [*WIDE_FEW.items(), *(pytest.param(shape, 60, marks=pytest.mark.long) for shape in FEW_SHAPES)],
)
def test_hardly_a_run_of_few_rounds_contradicts_the_truth(shape: str, trials: int) -> None:
    """Rounds that differ little or a lot, in every way, and truths at which the wide interval's own bound matters."""
    kinds = (*ROUNDS, TWO_STATES)
    spreads = [Spread(kind, sd, correlation) for kind in kinds for sd in (0.02, 0.2) for correlation in (0.0, 0.6)]
    found = {one: wrong_runs(FEW_SHAPES[shape], FAR_APART, one, trials=trials) for one in spreads}
    assert {one for one, runs in found.items() if Trials(trials).too_many(runs.false, 0.05)} == set()
    runs = Trials(trials * len(spreads))
    assert not runs.too_many(float(np.mean([one.false for one in found.values()])), 0.05)
    steady = [runs.with_interval for one, runs in found.items() if one.sd == 0.02 and one.kind != TWO_STATES]
    assert float(np.mean(steady)) > 0.1  # it says something


@pytest.mark.parametrize("scenario", ["neighbour", "heavy tails", "processes"])
def test_of_few_rounds_at_the_bound_nothing_is_decided(scenario: str) -> None:
    for shape in WIDE_FEW:
        assert false_runs(FEW_SHAPES[shape], TRUTHS[0], scenario, 0.0, trials=2).false == 0.0


def test_wide_intervals_that_were_too_narrow_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, spread = FEW_SHAPES["7 rounds, 1 level"], Spread("normal", 0.2, 0.6)
    assert wrong_runs(shape, FAR_APART, spread, trials=20).false <= 0.05
    monkeypatch.setattr(wide_interval, "NEAREST", 1.0)
    monkeypatch.setattr(wide_interval, "design_effect", lambda rounds, correlation: 1.0)
    assert wrong_runs(shape, FAR_APART, spread, trials=20).false > 0.2


def test_whatever_contradicts_the_truth_is_counted() -> None:
    shape = FEW_SHAPES["7 rounds, 6 levels"]
    rng = np.random.default_rng(1)
    stored, _ = simulated_run(shape, FAR_APART, "quiet", 0.0, rng)
    assert left_out(stored, shape, true_ratios(shape, FAR_APART)).false == []
    wrong = left_out(stored, shape, [1, 1, *[8.0] * shape.arms]).false
    assert {"interval of c/arm_2", "interval of c/arm_0 over c/arm_3"} <= set(wrong)
    slower = left_out(stored, shape, [1, 1, *[1.0] * shape.arms]).false
    assert "c/arm_3 left the top group" in slower


def test_what_is_false_is_counted() -> None:
    rng = np.random.default_rng(1)
    shape = SHAPES["quick, 6 levels"]
    stored, claims = simulated_run(shape, TRUTHS[1], "quiet", 0.0, rng)
    # The same run under another truth: every arm is twice as slow, so everything that it says is false.
    kinds = {" ".join(one.split()[:1]) for one in said(stored, claims, [1, 1, *[2.0] * shape.arms]).false}
    assert "verdict" in kinds
    assert true_ratios(shape, TRUTHS[0]) == [1, 1, *[1.01] * shape.arms]
    assert true_ratios(shape, TRUTHS[1]) == [1, 1, 1.01, 1, 1.01, 1]
