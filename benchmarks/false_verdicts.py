"""False verdicts of whole runs, and intervals of rounds that resemble each other: simulated, so nothing is timed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row, share

TESTS = Path(__file__).parents[1] / "tests"

#: Shares that are promised (rules 22 and 26).
MOST_FALSE, LEAST_HELD = 0.05, 0.93


def rows(long: bool) -> Iterator[Row]:
    """Runs whose truth lies at the bound, by kind of run and noise; levels by the correlation of their rounds."""
    sys.path.insert(0, str(TESTS))
    from stats import dependent, whole_runs

    for name, shape in whole_runs.SHAPES.items():
        trials = max(20, (1000 if long else 120) // len(shape.levels))
        for scenario, correlation in whole_runs.CASES:
            found = whole_runs.false_runs(shape, whole_runs.TRUTHS[0], scenario, correlation, trials=trials)
            false = round(found.false * trials)
            yield Row(
                f"false verdicts of a whole run ({name}), {scenario}, AR(1) of {correlation:.1f}",
                f"{MOST_FALSE:.0%} of runs at the most",
                f"{share(false, trials)}; {found.with_interval:.0%} of arms have an interval",
                found.false <= MOST_FALSE,
            )
    for correlation in dependent.CORRELATIONS:
        for rounds, arms in dependent.SHAPES:
            level = dependent.covered(rounds, arms, correlation, trials=4000 if long else 400)
            yield Row(
                f"intervals of {arms} arms over {rounds} rounds, AR(1) of {correlation:.1f}",
                f"{LEAST_HELD:.0%} hold, or there is none",
                f"{level.held:.1%}; {level.none:.0%} have none",
                level.held >= LEAST_HELD,
            )
