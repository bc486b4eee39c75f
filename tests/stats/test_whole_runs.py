"""Of twenty runs at most one says anything false: whole runs, judged as a user sees them, with a known truth."""

import numpy as np
import pytest

from stats.whole_runs import SHAPES, TRUTHS, false_runs, said, simulated_run, true_ratios

TRIALS = 60

#: More of TRIALS runs would be false with a probability of 0.4 % at the most, if 5 % of all runs are.
MOST = 8


@pytest.mark.parametrize(("scenario", "correlation"), [("quiet", 0.0), ("quiet", 0.3), ("quiet", 0.6), ("drift", 0.0)])
@pytest.mark.parametrize("shape", ["quick", "quick, 6 levels"])
def test_hardly_a_run_says_anything_false(shape: str, scenario: str, correlation: float) -> None:
    found = false_runs(SHAPES[shape], TRUTHS[0], scenario, correlation, trials=TRIALS)
    assert found.false * TRIALS <= MOST


def test_a_quick_run_can_decide() -> None:
    shape = SHAPES["quick"]
    assert false_runs(shape, TRUTHS[0], "quiet", 0.0, trials=20).with_interval > 0.8
    assert false_runs(shape, TRUTHS[0], "quiet", 0.6, trials=20).with_interval < 0.5  # nothing rather than wrong


def test_what_is_false_is_counted() -> None:
    rng = np.random.default_rng(1)
    shape = SHAPES["quick, 6 levels"]
    stored, claims = simulated_run(shape, TRUTHS[1], "quiet", 0.0, rng)
    # The same run under another truth: every arm is twice as slow, so everything that it says is false.
    kinds = {" ".join(one.split()[:1]) for one in said(stored, claims, [1, 1, *[2.0] * shape.arms]).false}
    assert "verdict" in kinds
    assert true_ratios(shape, TRUTHS[0]) == [1, 1, *[1.01] * shape.arms]
    assert true_ratios(shape, TRUTHS[1]) == [1, 1, 1.01, 1, 1.01, 1]
