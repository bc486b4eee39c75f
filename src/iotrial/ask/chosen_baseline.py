"""The arm that the others are compared with: the one that is named, else the usual way of the job."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from iotrial.ask.arm_globs import matching, reference
from iotrial.ask.catalog import Catalog
from iotrial.ask.parameters import with_plain_sizes
from iotrial.ask.study import Study
from iotrial.ask.suggest import nearest, suggestion
from iotrial.errors import UsageError


def baseline_of(arms: Sequence[str], job: str, catalog: Catalog) -> str:
    """Return the arm to compare with if none is named: the first usual one, else an article's, else the first."""
    usual = (arm for arm in catalog.jobs[job].usual if arm in arms)
    return next(usual, None) or reference(arms, job, catalog)


def with_baseline(study: Study, name: str) -> Study:
    """Return the study with another baseline, LANGUAGE/METHOD or METHOD; UsageError if it is not among its arms."""
    everywhere = set(study.levels[0].arms).intersection(*(level.arms for level in study.levels))
    found = matching(with_plain_sizes(name), sorted(everywhere), bare=True)
    if len(found) == 1:
        return dataclasses.replace(study, baseline=found[0])
    if found:
        raise UsageError(f"--baseline: {name!r} may be {' or '.join(found)}", hint="write LANGUAGE/METHOD")
    arms = dict.fromkeys(arm for level in study.levels for arm in level.arms)
    somewhere = matching(with_plain_sizes(name), arms, bare=True)
    if somewhere:
        raise UsageError(f"--baseline: {somewhere[0]} is not in every level", hint=suggestion("", everywhere))
    named = [*everywhere, *(arm.partition("/")[2] for arm in everywhere)]
    hint = nearest(name, named) or suggestion(name, everywhere)
    raise UsageError(f"--baseline: {name!r} is not among the methods of this run", hint=hint)
