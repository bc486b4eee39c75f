"""Growth to the end of a series: told of what keeps something, and not of a collector that comes late."""

from __future__ import annotations

import random

import pytest

from iotrial.stats.even_growth import even_growth

VALUES = range(24)
DRAWN = random.Random(1)


@pytest.mark.parametrize("kept", [0.4, 1, 100])
def test_what_is_kept_is_told(kept: float) -> None:
    noise = [DRAWN.uniform(0, 0.2) for _ in VALUES]
    assert even_growth([40 + kept * at + noise[at] for at in VALUES], 1) == pytest.approx(kept, rel=0.1)


def test_it_is_told_through_the_rise_and_fall_of_a_collector() -> None:
    assert even_growth([40 + at + 3 * (at % 3) for at in VALUES], 1)


@pytest.mark.parametrize(
    "values",
    [
        [40] * 24,
        [40 + at % 4 for at in VALUES],  # a collector's saw
        [40 + 5 * min(at, 12) for at in VALUES],  # a heap that is filled once
        [40 + 30 * (1 - 0.8**at) for at in VALUES],  # ever more slowly
        [40 + 20 * (at > 15) for at in VALUES],  # one step
        [40 + 0.01 * at for at in VALUES],  # hardly
        [90 - at for at in VALUES],  # falling
        [],
        [1, 2, 3],
    ],
)
def test_nothing_is_told_of_what_settles_nor_of_too_few_values(values: list[float]) -> None:
    assert even_growth(values, 1) is None
