"""Changes that must not change a verdict, whatever the times are."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from iotrial.stats.judge_level import ArmJudgement, judge_level
from iotrial.stats.level_samples import LevelSamples

MIRROR = {"faster": "slower", "slower": "faster"}

#: 8 rounds, 3 blocks; baseline, placebo and one arm.
LEVELS = arrays(float, (8, 3, 3), elements=st.floats(1e3, 1e9))
CLOSE = arrays(float, (8, 3, 3), elements=st.floats(1e6, 1.02e6))


def arm_of(times: np.ndarray) -> ArmJudgement:
    """The judgement of the third arm, with the baseline's exact copy as placebo so that the level is always valid."""
    times = np.stack([times[:, :, 0], times[:, :, 0], times[:, :, 2]], axis=2)
    slot = np.broadcast_to(np.arange(3), times.shape).copy()
    every = [True] * 3
    samples = LevelSamples(times, slot)
    return judge_level(samples, margin=0.01, judged=every, may_be_equivalent=every, block_voids=0).arms[2]


def same(one: ArmJudgement, other: ArmJudgement) -> bool:
    figures = [(one.ratio, other.ratio), (one.low, other.low), (one.high, other.high)]
    return one.verdict == other.verdict and all(a == pytest.approx(b, rel=1e-9) for a, b in figures)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.one_of(LEVELS, CLOSE))
def test_swapping_baseline_and_arm_inverts_the_ratio_and_mirrors_the_verdict(times: np.ndarray) -> None:
    one, other = arm_of(times), arm_of(times[:, :, ::-1])
    assert one.ratio is not None and one.low is not None and one.high is not None
    assert (other.ratio, other.low, other.high) == pytest.approx((1 / one.ratio, 1 / one.high, 1 / one.low), rel=1e-9)
    assert other.verdict == MIRROR.get(str(one.verdict), one.verdict)


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.one_of(LEVELS, CLOSE), st.floats(1e-3, 1e3))
def test_the_unit_of_time_changes_nothing(times: np.ndarray, factor: float) -> None:
    assert same(arm_of(times), arm_of(times * factor))


@settings(deadline=None, max_examples=60, derandomize=True)
@given(st.one_of(LEVELS, CLOSE), st.permutations(range(8)))
def test_the_order_of_rounds_changes_nothing_of_the_figures(times: np.ndarray, order: list[int]) -> None:
    assert same(arm_of(times), arm_of(times[order]))
