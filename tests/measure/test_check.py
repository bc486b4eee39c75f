"""`check` tries what methods often get wrong: all odd values of a job's factors, and every kind of sink."""

from __future__ import annotations

import math

import pytest

from iotrial.ask import tree
from iotrial.measure.check_methods import Sinks, odd_levels

JOBS = tree.load().jobs


@pytest.mark.parametrize("sinks", ["every", "no"])
def test_all_odd_values_are_tried_together_and_each_kind_of_sink(sinks: Sinks) -> None:
    for job in JOBS.values():
        levels = list(odd_levels(job, sinks=sinks))
        odd = {factor.name: list(factor.odd) for factor in job.factors.values() if factor.odd}
        if sinks == "every" and "sink" in job.factors:
            odd["sink"] = list(job.factors["sink"].choices)
        assert len({tuple(level.values()) for level in levels}) == len(levels) == math.prod(map(len, odd.values()))
        for name, values in odd.items():
            assert {level[name] for level in levels} == {*values}, (job.name, name)
