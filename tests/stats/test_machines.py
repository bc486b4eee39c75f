"""A ratio over several machines: Student's interval, and how often it holds if machines are unlike in noise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from iotrial.stats.machine_effects import on_a_further_machine, over_machines


def test_the_interval_of_the_mean_is_that_of_a_library() -> None:
    logs = [0.1, 0.25, -0.05, 0.3, 0.12]
    found, theirs = over_machines(logs, 0.1), ttest_1samp(logs, 0.0).confidence_interval(0.9)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))
    assert found.center == pytest.approx(sum(logs) / 5)


def test_a_further_machine_may_lie_farther_off_than_the_mean() -> None:
    logs = [0.1, 0.25, -0.05, 0.3, 0.12]
    mean, further = over_machines(logs), on_a_further_machine(logs)
    assert mean is not None and further is not None
    assert further.high - further.center == pytest.approx(math.sqrt(6) * (mean.high - mean.center))


def test_what_one_of_many_machines_has_shown_one_more_may_show_too() -> None:
    logs = [0.01 * number for number in range(30)] + [1.2]
    mean, further = over_machines(logs), on_a_further_machine(logs)
    assert mean is not None and further is not None and further.low < 0 and further.high == 1.2
    assert mean.center + math.sqrt(1 + len(logs)) * (mean.high - mean.center) < 1.2, "the curve alone leaves it out"


def test_one_machine_tells_nothing_of_others() -> None:
    assert over_machines([0.5]) is None and on_a_further_machine([]) is None


@pytest.mark.parametrize("machines", [2, 3, 6, 30])
@pytest.mark.parametrize("noise", [(0.01, 0.01), (0.001, 0.1)])
def test_it_holds_as_often_as_it_says_whatever_the_noise_of_each_machine(
    machines: int, noise: tuple[float, float]
) -> None:
    """Machines with effects of their own, and noise that is up to a hundred times as large on some as on others."""
    random = np.random.default_rng([machines, round(1000 * noise[1])])
    trials = 2000
    own = 0.05 * random.standard_normal((trials, machines))
    spread = np.exp(random.uniform(np.log(noise[0]), np.log(noise[1]), (trials, machines)))
    logs = 0.3 + own + spread * random.standard_normal((trials, machines))
    intervals = [over_machines(row) for row in logs.tolist()]
    held = np.mean([found is not None and found.low <= 0.3 <= found.high for found in intervals])
    assert 0.93 <= held <= 0.975
