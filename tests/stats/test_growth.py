"""The growth of memory with size: a known one is found, and an unknown one is not claimed."""

from __future__ import annotations

import numpy as np
import pytest

from iotrial.stats.growth_per_unit import GrowthPerUnit, growth
from iotrial.stats.interval import Floats, minimum_rounds

MIB = float(1 << 20)
SIZES = np.array([5.0, 20.0, 100.0]) * MIB


def peaks(slope: float, processes: int, noise_bytes: float = 100e3, seed: int = 1) -> Floats:
    """Processes with a fixed part, a part for each byte, and what address-space layout adds."""
    source = np.random.default_rng(seed)
    return 18 * MIB + slope * SIZES + source.normal(0, noise_bytes, (processes, len(SIZES)))


@pytest.mark.parametrize(("slope", "verdict"), [(0.0, "flat"), (1.0, "grows"), (1.6, "grows"), (-0.5, "falls")])
def test_a_known_growth_is_found(slope: float, verdict: str) -> None:
    found = growth(SIZES, peaks(slope, 9), flat_below=0.01)
    assert found.verdict == verdict and found.interval is not None
    assert found.median == pytest.approx(slope, abs=0.003)
    assert found.interval.low <= slope <= found.interval.high
    assert found.steps == pytest.approx([slope, slope], abs=0.02)


def test_too_few_processes_give_no_interval_and_no_verdict() -> None:
    statements = 10
    enough = minimum_rounds(statements)
    short = growth(SIZES, peaks(1.0, enough - 1), flat_below=0.01, alpha=0.05 / statements)
    assert short.interval is None and short.verdict == "undecided" and short.median == pytest.approx(1, abs=0.01)
    assert growth(SIZES, peaks(1.0, enough), flat_below=0.01, alpha=0.05 / statements).verdict == "grows"


def test_noise_as_large_as_the_growth_is_undecided() -> None:
    assert growth(SIZES, peaks(0.0, 9, noise_bytes=5e6), flat_below=0.01).verdict == "undecided"


def test_a_bulge_between_two_equal_ends_is_not_flat() -> None:
    bulge = peaks(0.0, 9)
    bulge[:, 1] += 10 * MIB
    found = growth(SIZES, bulge, flat_below=0.01)
    assert found.verdict == "undecided" and found.misfit_bytes == pytest.approx(10 * MIB, rel=0.05)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Exponential noise, 8 processes, alpha 0.05: the sign test's coverage is 1 - 2 (1/2)^8 = 0.992."""
    source = np.random.default_rng(3)
    held = 0
    for _ in range(2_000):
        noise = source.exponential(1e6, (8, 2))
        found = growth(SIZES[[0, 2]], SIZES[[0, 2]] + noise, flat_below=0.01)
        assert found.interval is not None
        held += found.interval.low <= 1 <= found.interval.high
    assert held / 2_000 == pytest.approx(1 - 2 * 0.5**8, abs=0.008)


@pytest.mark.parametrize(
    ("units", "memory"),
    [
        (np.array([1.0]), np.ones((3, 1))),
        (np.array([2.0, 1.0]), np.ones((3, 2))),
        (np.array([1.0, 1.0]), np.ones((3, 2))),
        (np.array([1.0, 2.0]), np.ones((3, 3))),
        (np.array([1.0, 2.0]), np.ones((0, 2))),
        (np.array([1.0, 2.0]), np.array([[1.0, np.nan]])),
        (np.array([1.0, np.inf]), np.ones((3, 2))),
        (np.array([[1.0], [2.0]]), np.ones((3, 2))),
    ],
)
def test_what_does_not_fit_is_refused(units: Floats, memory: Floats) -> None:
    with pytest.raises(ValueError, match=r"fit|ascending|finite"):
        growth(units, memory, flat_below=0.01)


def test_what_is_flat_takes_a_bound_above_none() -> None:
    with pytest.raises(ValueError, match="above 0"):
        growth(np.array([1.0, 2.0]), np.ones((9, 2)), flat_below=0.0)


def exact(*memory: float, flat_below: float) -> GrowthPerUnit:
    """Growth over the sizes 1, 2, … in nine processes that are all alike."""
    return growth(1 + np.arange(float(len(memory))), np.tile(np.array(memory), (9, 1)), flat_below=flat_below)


@pytest.mark.parametrize(
    ("memory", "verdict"),
    [
        ((7, 7), "flat"),
        ((7, 7 + 1.5), "flat"),
        ((7, 7 - 1.5), "flat"),
        ((7, 7 + 2), "undecided"),
        ((7, 7 - 2), "undecided"),
        ((7, 7 + 2.5), "grows"),
        ((7, 7 - 2.5), "falls"),
        ((7, 7 + 4, 7), "flat"),  # as far from the line as it may be
        ((7, 7 - 5, 7), "undecided"),
    ],
)
def test_flat_is_less_than_the_bound_and_more_is_growth(memory: tuple[float, ...], verdict: str) -> None:
    assert exact(*memory, flat_below=2).verdict == verdict


def test_a_line_has_no_misfit_and_says_what_each_process_took() -> None:
    found = exact(10, 13, 16, 19, flat_below=1)
    assert found.misfit_bytes == 0
    assert found.bytes_per_unit.tolist() == [3] * 9 and found.steps.tolist() == [3, 3, 3]
    assert exact(10, 14, 16, flat_below=1).misfit_bytes == 1
