"""No number of rounds is promised to an arm that no number of rounds decides."""

from __future__ import annotations

import pytest

from iotrial.stats.verdict import rounds_still_needed

MARGIN = 0.01


@pytest.mark.parametrize("ratio", [1.0, 1.005, 0.995])
def test_an_arm_that_is_never_equivalent_is_not_decided_within_the_band(ratio: float) -> None:
    given = (12, ratio, 0.97, 1.03, MARGIN)
    assert rounds_still_needed(*given) is not None
    assert rounds_still_needed(*given, may_be_equivalent=False) is None


@pytest.mark.parametrize("ratio", [1.02, 0.98])
def test_it_may_still_turn_out_slower_or_faster(ratio: float) -> None:
    given = (12, ratio, 0.97, 1.03, MARGIN)
    assert rounds_still_needed(*given, may_be_equivalent=False) == rounds_still_needed(*given)
