"""Levels that wander: found though they resemble the sweep before little."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.stats.dependence import estimated
from iotrial.stats.wander import wander_effect


def effects(sweeps: int, levels: int, step: float) -> list[float]:
    """Of 200 runs with noise of 1 and walks of such steps."""
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        noise, walk = (rng.standard_normal((sweeps, levels)) for _ in range(2))
        effect = wander_effect(noise + step * walk.cumsum(axis=0))
        assert effect is not None
        found.append(effect)
    return found


def test_independent_sweeps_move_a_usual_time_little_further_than_they_should() -> None:
    assert np.median(effects(24, 12, 0.0)) < 2
    assert np.median(effects(35, 29, 0.0)) < 1.6


@pytest.mark.parametrize(("sweeps", "levels"), [(24, 12), (35, 29)])
def test_a_walk_that_hardly_shows_from_one_sweep_to_the_next_moves_a_usual_time_far(sweeps: int, levels: int) -> None:
    step = 0.2
    true = 1 + step**2 * sweeps**2 / 3  # the mean's variance about where the walk began, over that of the noise alone
    assert true / 3 < np.median(effects(sweeps, levels, step)) < 2 * true


def test_what_all_levels_share_does_not_count() -> None:
    rng = np.random.default_rng(5)
    values = rng.standard_normal((24, 12))
    assert wander_effect(values + 3 * rng.standard_normal((24, 1)).cumsum(axis=0)) == pytest.approx(
        wander_effect(values), rel=1e-6
    )


def test_what_resembles_the_sweep_before_and_no_other_does_not_wander() -> None:
    """A moving mean of two sweeps: its correlation is 0.5 at a distance of one, and 0 beyond."""
    steps = np.random.default_rng(6).standard_normal((61, 29))
    values = steps[1:] + steps[:-1]
    shared, effect = estimated([values]), wander_effect(values)
    assert shared is not None and shared.estimate > 0.4
    assert effect is not None and effect < 12 < wander_effect(steps.cumsum(axis=0))  # type: ignore[operator]


def test_sweeps_that_are_missing_or_too_few() -> None:
    values = np.random.default_rng(7).standard_normal((24, 6))
    values[3, 2] = values[10:13, 4] = np.nan
    assert wander_effect(values) == pytest.approx(wander_effect(values), nan_ok=False)
    assert wander_effect(values[:7]) is wander_effect(values[:, :1]) is None
    values[5:, 1:] = np.nan  # one level is left
    assert wander_effect(values) is None
    assert wander_effect(np.zeros((12, 3))) == 1
