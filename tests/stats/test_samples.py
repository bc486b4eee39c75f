import numpy as np
import pytest

from iotrial.stats.level_samples import LevelSamples, round_values


def level(time_ns: np.ndarray) -> LevelSamples:
    return LevelSamples(time_ns, np.zeros(time_ns.shape, dtype=int))


def test_a_round_gives_the_median_of_the_ratios_within_blocks() -> None:
    # Ratios 2, 3, 4; the ratio of the medians would be 30 / 10.
    times = np.array([[[10, 10, 20], [100, 100, 300], [1, 1, 4.0]]])
    assert np.exp(round_values(level(times))) == pytest.approx(np.array([[1, 1, 3]]))


def test_any_arm_can_be_the_reference() -> None:
    times = np.array([[[10, 10, 20.0]]])
    assert np.exp(round_values(level(times), reference=2)) == pytest.approx(np.array([[0.5, 0.5, 1]]))


def test_a_round_with_fewer_than_half_its_blocks_has_no_value() -> None:
    times = np.full((2, 5, 2), 7.0)
    times[0, :3] = np.nan  # 2 of 5 left
    times[1, :2] = np.nan  # 3 of 5 left
    values = round_values(level(times))
    assert np.isnan(values[0]).all()
    assert (values[1] == 0).all()


def test_an_arm_that_failed_leaves_the_others_alone() -> None:
    times = np.full((3, 3, 3), 7.0)
    times[1:, :, 2] = np.nan
    assert np.isnan(round_values(level(times))).tolist() == [[False] * 3, [False, False, True], [False, False, True]]


def test_a_level_without_rounds_is_not_an_error() -> None:
    assert round_values(level(np.empty((0, 3, 4)))).shape == (0, 4)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.inf])
def test_impossible_times_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="above 0 ns"):
        level(np.array([[[1.0, bad]]]))


@pytest.mark.parametrize("shape", [(3, 4), (3, 0, 4), (3, 3, 1)])
def test_shapes_that_are_no_level_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"axes|at least"):
        level(np.ones(shape))


def test_slots_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="one shape"):
        LevelSamples(np.ones((2, 3, 4)), np.ones((2, 3, 3), dtype=int))


def test_a_round_with_half_its_blocks_has_a_value() -> None:
    times = np.full((1, 4, 2), 7.0)
    times[0, :2] = np.nan
    assert (round_values(level(times)) == 0).all()


def test_of_an_even_number_of_blocks_the_middle_two_count_alike() -> None:
    times = np.array([[[10, 10, 90], [10, 10, 20], [10, 10, 40], [10, 10, 10.0]]])
    assert np.exp(round_values(level(times)))[0, 2] == pytest.approx(8**0.5)
