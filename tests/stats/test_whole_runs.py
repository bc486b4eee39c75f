"""Of twenty runs at most one says anything false: whole runs, judged as a user sees them, with a known truth."""

import numpy as np
import pytest

from stats.chance import Trials
from stats.whole_runs import SHAPES, TRUTHS, false_runs, said, simulated_run, true_ratios

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
    assert false_runs(shape, TRUTHS[0], "quiet", 0.6, trials=8).with_interval < 0.5  # nothing rather than wrong


def test_what_is_false_is_counted() -> None:
    rng = np.random.default_rng(1)
    shape = SHAPES["quick, 6 levels"]
    stored, claims = simulated_run(shape, TRUTHS[1], "quiet", 0.0, rng)
    # The same run under another truth: every arm is twice as slow, so everything that it says is false.
    kinds = {" ".join(one.split()[:1]) for one in said(stored, claims, [1, 1, *[2.0] * shape.arms]).false}
    assert "verdict" in kinds
    assert true_ratios(shape, TRUTHS[0]) == [1, 1, *[1.01] * shape.arms]
    assert true_ratios(shape, TRUTHS[1]) == [1, 1, 1.01, 1, 1.01, 1]
