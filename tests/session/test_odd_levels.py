"""The odd levels of a job: every value, any two of them together, and few levels."""

from __future__ import annotations

import itertools

import pytest

from iotrial.catalog import tree
from iotrial.session.check import odd_levels

JOBS = tree.load().jobs


@pytest.mark.parametrize("name", JOBS)
@pytest.mark.parametrize("sinks", [True, False])
def test_any_two_odd_values_are_together_at_a_level(name: str, sinks: bool) -> None:
    job = JOBS[name]
    odd = {factor.name: list(factor.odd) for factor in job.factors.values() if factor.odd}
    if sinks and "sink" in job.factors:
        odd["sink"] = list(job.factors["sink"].choices)
    levels = list(odd_levels(job, sinks=sinks))
    for one, values in odd.items():
        assert {level[one] for level in levels} == set(values)
    for one, other in itertools.combinations(odd, 2):
        assert {(level[one], level[other]) for level in levels} == set(itertools.product(odd[one], odd[other]))
    assert all(set(level) == set(job.factors) for level in levels)
    assert len({tuple(level.values()) for level in levels}) == len(levels)


def test_three_factors_take_fewer_levels_than_their_product() -> None:
    assert len(list(odd_levels(JOBS["append"]))) == 9  # of 18
    assert len(list(odd_levels(JOBS["append_many"]))) < 10  # of 16
